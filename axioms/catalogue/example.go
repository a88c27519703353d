package catalogue

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Example is an axiom's worked example with the axiom's answer.
type Example struct {
	Query  string    `json:"query"`
	Docs   []string  `json:"docs"`
	Scores []float64 `json:"scores,omitempty"`
	Ranks  []int     `json:"ranks,omitempty"`
	Grades []int     `json:"grades,omitempty"`
	Where  []string  `json:"where,omitempty"` // similarities or word vectors
	Answer string    `json:"answer"`
	Says   string    `json:"says"`
}

// newExample runs an axiom's variant, with its defaults, on its example.
func newExample(s *axioms.Spec, variant string) *Example {
	plain := s.ID
	if variant != "" {
		plain += "/" + variant
	}
	a, err := axioms.Parse(plain)
	if err != nil {
		panic(err) // the axiom exists
	}
	e := &s.Example
	x := &Example{Query: e.Query, Docs: e.Docs, Scores: e.Scores, Ranks: e.Ranks, Grades: e.Grades, Answer: answer(a, e), Says: e.Says}
	for _, a := range e.Similarities {
		x.Where = append(x.Where, fmt.Sprintf("sim(%s, %s) = %v", a.A, a.B, a.Sim))
	}
	for _, p := range e.Plane {
		x.Where = append(x.Where, fmt.Sprintf("%s = (%v, %v)", p.Word, p.X, p.Y))
	}
	return x
}

func answer(a axioms.Axiom, e *axioms.Example) string {
	q, docs, c := e.View()
	switch a := a.(type) {
	case axioms.Preference:
		judge := a.Bind(q, c)
		judge.Load(docs)
		return describeVerdict(judge.Compare(0, 1))
	case axioms.Triple:
		judge := a.BindTriple(q, c)
		judge.Load(docs)
		var list []string
		judge.Each(func(i, j, k int) bool {
			list = append(list, fmt.Sprintf("(d%d, d%d, d%d)", i+1, j+1, k+1))
			return true
		})
		if list == nil {
			return "no instance"
		}
		slices.Sort(list)
		return "instances " + strings.Join(list, ", ")
	case axioms.Generative:
		counts := a.Repeats(q, docs[0], len(docs[0].Terms))
		if len(counts) == 0 {
			return "no document is made of d1"
		}
		var repeats []string
		for _, k := range counts {
			repeats = append(repeats, terminal.Plural(k, "time", "times"))
		}
		return "d1 repeated " + strings.Join(repeats, ", ") + " ranks no lower than d1"
	}
	return ""
}

// describeVerdict returns a verdict on d1 and d2 in words.
func describeVerdict(v axioms.Verdict) string {
	switch v {
	case axioms.First:
		return "d1 above d2"
	case axioms.Second:
		return "d2 above d1"
	case axioms.Void:
		return "no preference: the precondition does not hold"
	}
	return "no preference"
}

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
