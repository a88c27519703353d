package axioms

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// definition is the content of an axiom's file: its documentation, how variants depart from it, the
// rule, and the rule's conditions in words. One of bind, bindTriple and repeats is set and decides
// the kind of axiom.
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

// instantiate returns the axiom with the given parameters; all others have their defaults.
func (d *definition) instantiate(arguments []argument) (Axiom, error) {
	v := values{spec: d.spec}
	v.spec.Params = slices.Clone(d.spec.Params)
	slices.SortStableFunc(arguments, func(a, b argument) int { return strings.Compare(a.name, b.name) })
	for i, a := range arguments {
		if i > 0 && arguments[i-1].name == a.name {
			return nil, errs.BadUsage("name each parameter once", "axiom %s: %s is given twice", d.spec.ID, abbreviate(a.name))
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
			return nil, v.spec.noParameter(a.name)
		}
	}
	if slices.Contains(arguments, argument{precondition.Name, "none"}) {
		if err := v.spec.dropPrecondition(arguments); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(v.spec.Params, func(a, b param) int { return strings.Compare(a.Name, b.Name) })
	v.settings = make([]setting, len(v.spec.Params))
	for i := range v.spec.Params {
		p := &v.spec.Params[i]
		text := p.Default
		if k := slices.IndexFunc(arguments, func(a argument) bool { return a.name == p.Name }); k >= 0 {
			text = arguments[k].text
		}
		s, err := p.read(d.spec.ID, text)
		if err != nil {
			return nil, err
		}
		v.settings[i] = s
	}
	if source, _ := v.lookUp(similaritySource.Name); v.spec.Needs.Similarity && source.text == "vectors" {
		v.spec.Needs.Similarity, v.spec.Needs.Vectors = false, true
	}
	a := instance{values: v, rule: d, bound: Unbounded}
	if d.repeats != nil {
		return &generative{a}, nil
	}
	if a.bound = v.lengthBound(); d.bind != nil {
		return &preference{a}, nil
	}
	return &triple{a}, nil
}

// noParameter returns the error for a parameter that the axiom does not have. The error names the
// most similar parameter.
func (s *Spec) noParameter(name string) error {
	if name == precondition.Name {
		return errs.BadUsage("leave the parameter out: the axiom, as it is read here, always applies", "axiom %s has no precondition", s.ID)
	}
	names := make([]string, len(s.Params))
	for i, p := range s.Params {
		names[i] = p.Name
	}
	slices.Sort(names)
	return errs.BadUsage(errs.Suggestion(name, names...)+"its parameters are "+strings.Join(names, ", "),
		"axiom %s has no parameter %q", s.ID, abbreviate(name))
}

// dropPrecondition changes the spec to that of precondition=none. A length bound is part of the
// precondition, so it returns an error where a bound is given.
func (s *Spec) dropPrecondition(arguments []argument) error {
	s.Formula, s.SameLength = s.Unconditional, false
	for _, name := range []string{"delta", "delta_star"} {
		s.param(name).Default = "none"
		for _, a := range arguments {
			if a.name == name && a.text != "none" {
				return errs.BadUsage("leave out one of them", "axiom %s: %s is a precondition, and precondition=none leaves all of it out",
					s.ID, name)
			}
		}
	}
	return nil
}

// values holds an axiom's parameters and their settings. spec.Params is sorted by name.
type values struct {
	spec     Spec
	settings []setting
	file     string // that the axiom reads, as the user wrote it; "" for none
}

func (v *values) Spec() *Spec { return &v.spec }

// String returns the canonical form.
func (v *values) String() string { return v.render(false) }

// boundsAndMargins are the parameters that are not part of a pool's name.
var boundsAndMargins = []string{"delta", "delta_star", "margin", "margin_sd"}

// render returns the canonical form. The name of a pool leaves out bounds and margins.
func (v *values) render(pool bool) string { return v.format(fileName(v.file), pool) }

func (v *values) format(file string, pool bool) string {
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

// has reports whether the axiom has the parameter.
func (v *values) has(name string) bool { return v.spec.has(name) }

// lookUp returns the value of a parameter; ok is false where the axiom does not have it.
func (v *values) lookUp(name string) (s setting, ok bool) {
	i := v.spec.index(name)
	if i < 0 {
		return s, false
	}
	return v.settings[i], true
}

func (v *values) setting(name string) setting {
	s, ok := v.lookUp(name)
	if !ok {
		panic("axioms: " + v.spec.ID + " has no parameter " + name)
	}
	return s
}

func (v *values) number(name string) float64 { return v.setting(name).number }
func (v *values) word(name string) string    { return v.setting(name).text }

// unconditional reports whether the axiom compares every pair, as precondition=none asks.
func (v *values) unconditional() bool {
	s, _ := v.lookUp(precondition.Name)
	return s.text == "none"
}

// sameLength is the precondition |d1| ~10% |d2| of Klose (2021), as a bound.
var sameLength = lengthRange{Delta: None, DeltaStar: 0.1}

// lengthBound returns the length bound of the parameters and of the axiom's own definition.
func (v *values) lengthBound() lengthRange {
	b := lengthRange{Delta: int(v.number("delta")), DeltaStar: v.number("delta_star")}
	if v.spec.SameLength {
		b = b.intersect(sameLength)
	}
	return b
}

// instance is an axiom with its parameters.
type instance struct {
	values
	rule  *definition
	bound lengthRange
}

func (a *instance) bindTo(q Query, c *Collection) *binding {
	return newBinding(&a.values, q, c, a.bound)
}

// preference is an axiom over a query and two documents.
type preference struct{ instance }

func (a *preference) Bind(q Query, c *Collection) Judge {
	judge := a.rule.bind(a.bindTo(q, c))
	if a.unconditional() {
		return unconditionalJudge{Rows(judge)}
	}
	return judge
}

// triple is an axiom over a query and three documents.
type triple struct{ instance }

func (a *triple) BindTriple(q Query, c *Collection) TripleJudge {
	return a.rule.bindTriple(a.bindTo(q, c))
}

// generative is an axiom that makes documents.
type generative struct{ instance }

func (a *generative) Repeats(q Query, d Doc, pieces int) []int {
	return a.rule.repeats(a.values, q, d, pieces)
}
