package rule

import (
	"slices"
	"sort"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// Definition holds everything about an axiom: its documentation, the changes that variants make to the documentation, the rule, and
// the rule's conditions in words. Exactly one of Bind, BindTriple and Repeats is set, which decides the kind of axiom.
type Definition struct {
	Spec       Spec
	Variants   map[string]func(*Spec)              // functions that change the Spec, by the name of the variant; the default variant has none
	Bind       func(*Binding) Judge                // set for a Preference
	BindTriple func(*Binding) TripleJudge          // set for a Triple
	Repeats    func(Values, Query, Doc, int) []int // set for a Generative; see its Repeats
	Explain    func(*Trace)                        // adds the facts and conditions to a trace
}

// Argument is a parameter as written in an expression.
type Argument struct{ Name, Text string }

// Instantiate returns the axiom with the given parameters; all others have their defaults. file is the path of the file that the
// axiom reads, "" for none.
func (d *Definition) Instantiate(file string, arguments []Argument) (Axiom, error) {
	v := Values{spec: d.Spec, File: file}
	v.spec.Params = slices.Clone(d.Spec.Params)
	sort.SliceStable(arguments, func(i, j int) bool { return arguments[i].Name < arguments[j].Name })
	for i, a := range arguments {
		if i > 0 && arguments[i-1].Name == a.Name {
			return nil, errs.BadUsage("name each parameter once", "axiom %s: %s is given twice", d.Spec.ID, Abbreviate(a.Name))
		}
		if a.Name == "variant" {
			if change := d.Variants[a.Text]; change != nil {
				change(&v.spec)
			}
		}
	}
	if v.spec.Unconditional != "" {
		v.spec.Params = append(v.spec.Params, precondition)
	}
	for _, a := range arguments {
		if !v.Has(a.Name) {
			return nil, v.spec.noParameter(a.Name)
		}
	}
	if slices.Contains(arguments, NoPrecondition) {
		if err := v.spec.dropPrecondition(arguments); err != nil {
			return nil, err
		}
	}
	sort.Slice(v.spec.Params, func(i, j int) bool { return v.spec.Params[i].Name < v.spec.Params[j].Name })
	v.settings = make([]setting, len(v.spec.Params))
	for i := range v.spec.Params {
		p := &v.spec.Params[i]
		text := p.Default
		if k := slices.IndexFunc(arguments, func(a Argument) bool { return a.Name == p.Name }); k >= 0 {
			text = arguments[k].Text
		}
		s, err := p.Read(d.Spec.ID, text)
		if err != nil {
			return nil, err
		}
		v.settings[i] = s
	}
	if source, _ := v.lookUp(SimilaritySource.Name); v.spec.Needs.Similarity && source.Text == "vectors" {
		v.spec.Needs.Similarity, v.spec.Needs.Vectors = false, true
	}
	a := instance{Values: v, rule: d, bound: Unbounded}
	if d.Repeats != nil {
		return &generative{a}, nil
	}
	a.bound = LengthRange{Delta: int(v.Number("delta")), DeltaStar: v.Number("delta_star")}
	if v.spec.SameLength {
		a.bound = a.bound.intersect(sameLength)
	}
	if d.Bind != nil {
		return &preference{a}, nil
	}
	return &triple{a}, nil
}

// noParameter returns the error for a parameter that the axiom does not have. The error names the most similar parameter.
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
		"axiom %s has no parameter %q", s.ID, Abbreviate(name))
}

// dropPrecondition changes the spec to that of precondition=none. A length bound is part of the
// precondition, so it returns an error where a bound is given.
func (s *Spec) dropPrecondition(arguments []Argument) error {
	s.Formula, s.SameLength = s.Unconditional, false
	for _, name := range []string{"delta", "delta_star"} {
		s.Param(name).Default = "none"
		for _, a := range arguments {
			if a.Name == name && a.Text != "none" {
				return errs.BadUsage("leave out one of them", "axiom %s: %s is a precondition, and precondition=none leaves all of it out",
					s.ID, name)
			}
		}
	}
	return nil
}

// Values holds an axiom's parameters and their settings. spec.Params is sorted by name.
type Values struct {
	spec     Spec
	settings []setting
	File     string // path of the file that the axiom reads, as the user wrote it; "" for none
}

func (v *Values) Spec() *Spec { return &v.spec }

// String returns the canonical form.
func (v *Values) String() string { return v.Format(FileName(v.File)) }

// Path returns the path of the file that the axiom reads, as the user wrote it, and "" for none.
func (v *Values) Path() string { return v.File }

// Variant returns the variant in use, and "" for an axiom without variants.
func (v *Values) Variant() string {
	s, _ := v.lookUp("variant")
	return s.Text
}

// Format returns the canonical form with this name of the file that the axiom reads, without the omitted parameters.
func (v *Values) Format(file string, omitted ...string) string {
	var b strings.Builder
	open := "("
	b.WriteString(v.spec.ID)
	if file != "" {
		b.WriteString(open + file)
		open = ", "
	}
	for i, p := range v.spec.Params {
		if v.settings[i].Text == p.Default || slices.Contains(omitted, p.Name) {
			continue
		}
		b.WriteString(open + p.Name + "=" + v.settings[i].Text)
		open = ", "
	}
	if open == ", " {
		b.WriteString(")")
	}
	return b.String()
}

// Has reports whether the axiom has the parameter.
func (v *Values) Has(name string) bool { return v.spec.Has(name) }

// lookUp returns the value of a parameter; ok is false where the axiom does not have it.
func (v *Values) lookUp(name string) (s setting, ok bool) {
	i := v.spec.index(name)
	if i < 0 {
		return s, false
	}
	return v.settings[i], true
}

func (v *Values) setting(name string) setting {
	s, ok := v.lookUp(name)
	if !ok {
		panic("axioms: " + v.spec.ID + " has no parameter " + name)
	}
	return s
}

// Number and Word return the value of a parameter. They panic if the axiom does not have it.
func (v *Values) Number(name string) float64 { return v.setting(name).number }
func (v *Values) Word(name string) string    { return v.setting(name).Text }

// Unconditional reports whether the axiom has precondition=none, so that it compares every pair.
func (v *Values) Unconditional() bool {
	s, _ := v.lookUp(precondition.Name)
	return s.Text == "none"
}

// sameLength is the precondition |d1| ~10% |d2| of Klose (2021), as a bound.
var sameLength = LengthRange{Delta: None, DeltaStar: 0.1}

// instance is an axiom with its parameters.
type instance struct {
	Values
	rule  *Definition
	bound LengthRange
}

// HasBound reports whether a length bound may be set for the axiom.
func (a *instance) HasBound() bool { return a.rule.Repeats == nil && !a.Unconditional() }

// binding returns the input of the axiom's rule.
func (a *instance) binding(q Query, c *Collection) *Binding {
	return &Binding{Values: &a.Values, Bag: BagOf(q), Collection: c, Query: q.ID, Bound: a.bound, candidates: q.candidates}
}

// preference is an axiom over a query and two documents.
type preference struct{ instance }

func (a *preference) Bind(q Query, c *Collection) Judge {
	return a.rule.Bind(a.binding(q, c))
}

// triple is an axiom over a query and three documents.
type triple struct{ instance }

func (a *triple) BindTriple(q Query, c *Collection) TripleJudge {
	return a.rule.BindTriple(a.binding(q, c))
}

// generative is an axiom that makes documents.
type generative struct{ instance }

func (a *generative) Repeats(q Query, d Doc, pieces int) []int {
	return a.rule.Repeats(a.Values, q, d, pieces)
}

// FileName returns the part of a path after the last slash, without white space around it.
func FileName(path string) string {
	return strings.TrimSpace(path[strings.LastIndexByte(path, '/')+1:])
}

// Abbreviate returns at most 80 bytes of a text, with "..." for the rest.
func Abbreviate(text string) string {
	if len(text) > 80 {
		return text[:80] + "..."
	}
	return text
}

// NoPrecondition is the argument that removes an axiom's precondition, including every length bound.
var NoPrecondition = Argument{precondition.Name, "none"}

// Takes reports whether an axiom has the parameter and, if the parameter has choices, whether the text is one of them.
func (d *Definition) Takes(a Argument) bool {
	if a.Name == precondition.Name {
		return d.Spec.Unconditional != ""
	}
	i := d.Spec.index(a.Name)
	return i >= 0 && (d.Spec.Params[i].Choices == nil || slices.Contains(d.Spec.Params[i].Choices, a.Text))
}
