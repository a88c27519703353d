// Package catalogue describes axioms as text and as JSON: each axiom's formula, needs, parameters and
// variants, and its answer on its worked example.
package catalogue

import (
	"fmt"
	"io"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/internal/rule"
	"github.com/axiomine/axiomine/internal/lists"
)

// Entry is an axiom in the catalogue, as JSON shows it.
type Entry struct {
	Axiom         string       `json:"axiom"` // the canonical expression
	Title         string       `json:"title"`
	Family        string       `json:"family"`
	Kind          string       `json:"kind"`  // pair | triple | generative
	Order         string       `json:"order"` // strict | weak
	Formula       string       `json:"formula"`
	Unconditional string       `json:"formula_without_precondition,omitempty"`
	Source        string       `json:"source"`
	Needs         []string     `json:"needs"`
	Params        []rule.Param `json:"params"`
	Variants      []Variant    `json:"variants,omitempty"`
	Parts         []Entry      `json:"parts,omitempty"`   // entries of an expression's parts
	Example       *Example     `json:"example,omitempty"` // worked example of an axiom
}

// Variant is an axiom's definition in another source.
type Variant struct {
	Name          string `json:"name"`
	Order         string `json:"order"`
	Formula       string `json:"formula"`
	Unconditional string `json:"formula_without_precondition,omitempty"`
	Source        string `json:"source"`

	Defaults []string `json:"defaults,omitempty"` // defaults that differ from the axiom's, as name=value
}

// Entries returns the entries of axioms and expressions.
func Entries(list []axioms.Axiom) []Entry {
	return lists.Map(list, newEntry)
}

// newEntry returns the entry of an axiom or expression from its Spec.
func newEntry(a axioms.Axiom) Entry {
	s := a.Spec()
	e := Entry{Axiom: a.String(), Title: s.Title, Family: s.Family, Kind: kind(a), Order: order(s), Formula: s.Formula,
		Unconditional: s.Unconditional, Source: s.Source, Needs: needs(s.Needs), Params: append([]rule.Param{}, s.Params...)}
	for _, p := range s.Params {
		if p.Name != "variant" {
			continue
		}
		for _, choice := range p.Choices {
			if choice == axioms.Variant(a) {
				continue
			}
			other, err := axioms.Parse(s.ID + "/" + choice)
			if err != nil {
				panic(err) // the Spec names a variant that the axiom lacks
			}
			o := other.Spec()
			e.Variants = append(e.Variants, Variant{choice, order(o), o.Formula, o.Unconditional, o.Source, differingDefaults(s, o)})
		}
	}
	for _, part := range axioms.Parts(a) {
		e.Parts = append(e.Parts, newEntry(part))
	}
	if s.Example.Query != "" {
		e.Example = newExample(s, axioms.Variant(a))
	}
	return e
}

// differingDefaults returns the defaults of another variant that differ from those of the variant in spec.
func differingDefaults(spec, other *axioms.Spec) (list []string) {
	defaults := map[string]string{}
	for _, p := range spec.Params {
		defaults[p.Name] = p.Default
	}
	for _, p := range other.Params {
		if value, ok := defaults[p.Name]; ok && value != p.Default {
			list = append(list, p.Name+"="+p.Default)
		}
	}
	return list
}

func kind(a axioms.Axiom) string {
	switch a.(type) {
	case axioms.Triple:
		return "triple"
	case axioms.Generative:
		return "generative"
	}
	return "pair"
}

func order(s *axioms.Spec) string {
	if s.Weak {
		return "weak"
	}
	return "strict"
}

// needs returns the names of an axiom's needs beyond the query and the documents' terms.
func needs(n axioms.Needs) []string {
	list := []string{}
	for _, need := range []struct {
		set  bool
		name string
	}{
		{n.IDF, "statistics"}, {n.Positions, "positions"}, {n.Scores, "scores"}, {n.Ranks, "ranks"}, {n.Grades, "judgements"},
		{n.Similarity, "similarity"}, {n.Vectors, "vectors"}, {n.Pieces, "word pieces"}, {n.File, "file"},
	} {
		if need.set {
			list = append(list, need.name)
		}
	}
	return list
}

// joinOrDash joins names by commas, and returns "-" for none.
func joinOrDash(names []string) string {
	if len(names) == 0 {
		return "-"
	}
	return strings.Join(names, ", ")
}

// Example is an axiom's worked example with the axiom's answer.
type Example struct {
	Query  string    `json:"query"`
	Docs   []string  `json:"docs"`
	Scores []float64 `json:"scores,omitempty"`
	Ranks  []int     `json:"ranks,omitempty"`
	Grades []int     `json:"grades,omitempty"`
	Where  []string  `json:"where,omitempty"` // similarities or word vectors
	Answer string    `json:"answer"`
	Says   string    `json:"says"` // the reason for the answer
}

// newExample returns an axiom's example with the answer of a variant that has its defaults.
func newExample(s *axioms.Spec, variant string) *Example {
	name := s.ID
	if variant != "" {
		name += "/" + variant
	}
	a, err := axioms.Parse(name)
	if err != nil {
		panic(err) // the axiom exists
	}
	e := &s.Example
	x := &Example{Query: e.Query, Docs: e.Docs, Scores: e.Scores, Ranks: e.Ranks, Grades: e.Grades, Answer: answer(a, e), Says: e.Says}
	for _, pair := range e.Similarities {
		x.Where = append(x.Where, fmt.Sprintf("sim(%s, %s) = %v", pair.A, pair.B, pair.Sim))
	}
	for _, p := range e.Plane {
		x.Where = append(x.Where, fmt.Sprintf("%s = (%v, %v)", p.Word, p.X, p.Y))
	}
	return x
}

// answer returns the axiom's answer on the first documents of the example: as many as the axiom compares.
func answer(a axioms.Axiom, e *axioms.Example) string {
	q, docs, col := e.View()
	n := map[string]int{"pair": 2, "triple": 3, "generative": 1}[kind(a)]
	c := &axioms.Case{Query: q, Docs: docs[:n], Collection: col, Word: func(uint32) string { return "" }}
	for i, d := range c.Docs {
		c.Names, c.Pieces = append(c.Names, fmt.Sprintf("d%d", i+1)), append(c.Pieces, len(d.Terms))
	}
	return a.(axioms.Explainer).Explain(c).Answer
}

// write writes the example as indented text.
func (e *Example) write(w io.Writer) {
	fmt.Fprintf(w, "example\n  query  %s\n", e.Query)
	for i, text := range e.Docs {
		notes := ""
		note := func(name string, value any) { notes += fmt.Sprintf("  [%s %v]", name, value) }
		if e.Scores != nil {
			note("score", e.Scores[i])
		}
		if e.Ranks != nil {
			note("rank", e.Ranks[i])
		}
		if e.Grades != nil {
			note("judged", e.Grades[i])
		}
		fmt.Fprintf(w, "  d%-5d %s%s\n", i+1, text, notes)
	}
	if e.Where != nil {
		fmt.Fprintf(w, "  where  %s\n", strings.Join(e.Where, ", "))
	}
	fmt.Fprintf(w, "  so     %s: %s\n", e.Answer, e.Says)
}
