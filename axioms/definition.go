package axioms

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// definition is what an axiom's file holds: its documentation, how variants depart from it, the rule, and the rule's
// conditions in words. One of bind, bindTriple and repeats is set; it says which kind of axiom this is.
type definition struct {
	spec       Spec
	variants   map[string]func(*Spec) // what a variant other than the default changes
	bind       func(*binding) Judge
	bindTriple func(*binding) TripleJudge
	repeats    func(values, Query, Doc, int) []int
	explain    func(*trace)
}

// argument is a parameter as written in an expression.
type argument struct{ name, text string }

// with makes the axiom with the given parameters; all others have their defaults.
func (d *definition) with(arguments []argument) (Axiom, error) {
	v := values{spec: d.spec}
	v.spec.Params = slices.Clone(d.spec.Params)
	if len(arguments) > 0 {
		slices.SortStableFunc(arguments, func(a, b argument) int { return strings.Compare(a.name, b.name) })
	}
	for i, a := range arguments {
		if i > 0 && arguments[i-1].name == a.name {
			return nil, fault.BadUsage("name each parameter once", "axiom %s: %s is given twice", d.spec.ID, abbreviated(a.name))
		}
		if a.name == "variant" {
			if change := d.variants[a.text]; change != nil {
				change(&v.spec)
			}
		}
	}
	if v.spec.Unconditional != "" {
		v.spec.Params = append(v.spec.Params, precondition)
	}
	for _, a := range arguments {
		if !v.has(a.name) {
			return nil, v.spec.lacks(a.name)
		}
	}
	if slices.Contains(arguments, argument{precondition.Name, "none"}) {
		if err := v.spec.unconditional(arguments); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(v.spec.Params, func(a, b Param) int { return strings.Compare(a.Name, b.Name) })
	v.settings = make([]setting, len(v.spec.Params))
	for i := range v.spec.Params {
		p := &v.spec.Params[i]
		text := p.Default
		if at := slices.IndexFunc(arguments, func(a argument) bool { return a.name == p.Name }); at >= 0 {
			text = arguments[at].text
		}
		s, err := p.read(d.spec.ID, text)
		if err != nil {
			return nil, err
		}
		v.settings[i] = s
	}
	if v.spec.Needs.Similarity && v.has(similaritySource.Name) && v.word(similaritySource.Name) == "vectors" {
		v.spec.Needs.Similarity, v.spec.Needs.Vectors = false, true
	}
	switch {
	case d.bind != nil:
		return &preference{v, v.bound(), v.unconditional(), d.bind, d.explain}, nil
	case d.bindTriple != nil:
		return &triple{v, v.bound(), d.bindTriple, d.explain}, nil
	}
	return &generative{v, d.repeats, d.explain}, nil
}

// lacks is the error for a parameter that the axiom does not have; it names the one that the wrong name is most like.
func (s *Spec) lacks(name string) error {
	if name == precondition.Name {
		return fault.BadUsage("leave the parameter out: the axiom, as it is read here, always applies", "axiom %s has no precondition", s.ID)
	}
	names := make([]string, len(s.Params))
	for i, p := range s.Params {
		names[i] = p.Name
	}
	slices.Sort(names)
	return fault.BadUsage(fault.Suggestion(name, names...)+"its parameters are "+strings.Join(names, ", "),
		"axiom %s has no parameter %q", s.ID, abbreviated(name))
}

// unconditional makes the axiom one of precondition=none. A length bound is part of the precondition, so none may be given.
func (s *Spec) unconditional(arguments []argument) error {
	s.Formula, s.SameLength = s.Unconditional, false
	for _, bound := range []string{"delta", "delta_star"} {
		s.param(bound).Default = "none"
		for _, a := range arguments {
			if a.name == bound && a.text != "none" {
				return fault.BadUsage("leave out one of them", "axiom %s: %s is a precondition, and precondition=none leaves all of it out",
					s.ID, bound)
			}
		}
	}
	return nil
}

// values are an axiom's parameters with what they are set to; spec.Params is sorted by name.
type values struct {
	spec     Spec
	settings []setting
	file     string // that the axiom asks, as it was written; "" for none
}

func (v *values) Spec() *Spec { return &v.spec }

// String is the canonical form.
func (v *values) String() string { return v.render(false) }

// boundsAndMargins are the parameters that the name of a pool leaves out.
var boundsAndMargins = []string{"delta", "delta_star", "margin", "margin_sd"}

// render writes the canonical form; the name of a pool leaves out the bounds and the margin.
func (v *values) render(pool bool) string { return v.written(fileName(v.file), pool) }

func (v *values) written(file string, pool bool) string {
	var b strings.Builder
	open := "("
	b.WriteString(v.spec.ID)
	if file != "" {
		b.WriteString(open + file)
		open = ", "
	}
	for i, p := range v.spec.Params {
		if v.settings[i].text == p.Default || pool && slices.Contains(boundsAndMargins, p.Name) {
			continue
		}
		b.WriteString(open + p.Name + "=" + v.settings[i].text)
		open = ", "
	}
	if open == ", " {
		b.WriteString(")")
	}
	return b.String()
}

// has says whether the axiom takes the parameter.
func (v *values) has(name string) bool {
	return slices.ContainsFunc(v.spec.Params, func(p Param) bool { return p.Name == name })
}

func (v *values) setting(name string) setting {
	for i := range v.spec.Params {
		if v.spec.Params[i].Name == name {
			return v.settings[i]
		}
	}
	panic("axioms: " + v.spec.ID + " has no parameter " + name)
}

func (v *values) number(name string) float64 { return v.setting(name).number }
func (v *values) word(name string) string    { return v.setting(name).text }

// unconditional says whether the axiom compares every pair, whatever its precondition says.
func (v *values) unconditional() bool {
	return v.has(precondition.Name) && v.word(precondition.Name) == "none"
}

// sameLength is the precondition |d1| ~10% |d2| of Klose (2021), as a bound.
var sameLength = Bound{Delta: None, DeltaStar: 0.1}

// bound is the length bound that the parameters and the axiom itself give.
func (v *values) bound() Bound {
	b := Bound{Delta: int(v.number("delta")), DeltaStar: v.number("delta_star")}
	if v.spec.SameLength {
		b = b.and(sameLength)
	}
	return b
}

// preference is an axiom over a query and two documents.
type preference struct {
	values
	within  Bound
	always  bool // precondition=none
	bind    func(*binding) Judge
	explain func(*trace)
}

func (a *preference) Bind(q Query, c *Collection) Judge {
	judge := a.bind(newBinding(&a.values, q, c, a.within))
	if a.always {
		return always{Rows(judge)}
	}
	return judge
}

// triple is an axiom over a query and three documents.
type triple struct {
	values
	within  Bound
	bind    func(*binding) TripleJudge
	explain func(*trace)
}

func (a *triple) BindTriple(q Query, c *Collection) TripleJudge {
	return a.bind(newBinding(&a.values, q, c, a.within))
}

// generative is an axiom that makes documents.
type generative struct {
	values
	repeats func(values, Query, Doc, int) []int
	explain func(*trace)
}

func (a *generative) Repeats(q Query, d Doc, pieces int) []int {
	return a.repeats(a.values, q, d, pieces)
}
