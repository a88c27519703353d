package axioms

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestExplanationsAgreeOnGoldenPairs compares the verdict of the conditions with that of Compare, for every golden answer.
func TestExplanationsAgreeOnGoldenPairs(t *testing.T) {
	for _, name := range []string{"hand", "random", "wikiqa", "cranfield"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			goldenLines(t, "pairs-"+name+".jsonl", func(c goldenCase) {
				v := newGoldenView(&c)
				q, docs := Query{Terms: v.terms(c.Query)}, v.docs()
				place := map[string]int{}
				for i, d := range c.Docs {
					place[d.ID] = i
				}
				for _, p := range c.Pairs {
					of := &Case{Query: q, Docs: []Doc{docs[place[p.D1]], docs[place[p.D2]]}, Names: []string{p.D1, p.D2},
						Word: func(term uint32) string { return v.words[term] }}
					for key, want := range p.Expect {
						a := must.Get(Parse(key))(t)
						expected := Void
						if want != nil {
							expected = Verdict(*want)
						}
						of.Collection = &Collection{Stats: v, Vectors: goldenVectors{v}, Similarity: v.source(key)}
						e := a.(Explainer).Explain(of)
						if e.Verdict != expected {
							t.Fatalf("%s %s on (%s, %s): %+v amounts to %d, want %d", c.ID, key, p.D1, p.D2, e, e.Verdict, expected)
						}
						if n := decisive(e); n == 0 || n > 2 {
							t.Fatalf("%s %s on (%s, %s): %d conditions decide: %+v", c.ID, key, p.D1, p.D2, n, e)
						}
					}
				}
			})
		})
	}
}

// decisive counts the conditions that decide.
func decisive(e *Explanation) (n int) {
	count := func(list []Condition) {
		for _, c := range list {
			if c.Decides {
				n++
			}
		}
	}
	count(e.Preconditions)
	for _, a := range e.Preferences {
		count(a.Conditions)
	}
	return n
}

// TestExplanationsOfExamples: every axiom explains its own example, and names its answer.
func TestExplanationsOfExamples(t *testing.T) {
	for _, a := range All() {
		q, docs, c := a.Spec().Example.View()
		n := 2
		switch a.(type) {
		case Triple:
			n = 3
		case Generative:
			n = 1
		}
		of := &Case{Query: q, Docs: docs[:n], Names: []string{"d1", "d2", "d3"}[:n], Pieces: make([]int, n), Collection: c,
			Word: func(term uint32) string { return "w" }}
		want := "d1 above d2"
		switch a.(type) {
		case Triple:
			want = "an instance"
		case Generative:
			want = "d1 repeated 2 times above d1, d1 repeated 3 times above d1, d1 repeated 4 times above d1"
		}
		if e := a.(Explainer).Explain(of); e.Answer != want || e.Axiom != a.String() {
			t.Errorf("%s: %+v, want %s", a, e, want)
		}
	}
}

// TestExplanationsOfTriples: the conditions hold for exactly the golden instances among all sets of three documents.
func TestExplanationsOfTriples(t *testing.T) {
	goldenLines(t, "triples.jsonl", func(c struct {
		goldenCase
		Expect map[string][][3]string `json:"expect"`
	}) {
		v := newGoldenView(&c.goldenCase)
		docs := v.docs()
		for key, want := range c.Expect {
			a := must.Get(Parse(key))(t)
			instances := map[[3]string]bool{}
			for _, w := range want {
				slices.Sort(w[:])
				instances[w] = true
			}
			for i := range docs {
				for j := range i {
					for k := range j {
						set := [3]string{c.Docs[i].ID, c.Docs[j].ID, c.Docs[k].ID}
						e := a.(Explainer).Explain(&Case{Query: Query{Terms: v.terms(c.Query)}, Docs: []Doc{docs[i], docs[j], docs[k]}, Names: set[:],
							Collection: &Collection{Stats: v}, Word: func(term uint32) string { return v.words[term] }})
						sorted := set
						slices.Sort(sorted[:])
						if (e.Answer == "an instance") != instances[sorted] {
							t.Fatalf("%s %s on %v: %+v", c.ID, key, set, e)
						}
					}
				}
			}
		}
	})
}

// TestExplanationsOfMade: the conditions of lnc2 hold for as many repeats as it makes of the golden documents.
func TestExplanationsOfMade(t *testing.T) {
	goldenLines(t, "made.jsonl", func(c struct {
		goldenCase
		Tokens  []string `json:"tokens"`
		Variant string   `json:"variant"`
		Params  struct {
			Pieces int `json:"pieces"`
		} `json:"params"`
	}) {
		a := must.Get(Parse("lnc2/" + c.Variant))(t)
		v := newGoldenView(&c.goldenCase)
		of := &Case{Query: Query{Terms: v.terms(c.Query)}, Docs: []Doc{{Terms: v.terms(c.Tokens)}}, Names: []string{"d"},
			Pieces:     []int{c.Params.Pieces},
			Collection: &Collection{}, Word: func(term uint32) string { return v.words[term] }}
		holding, e := 0, a.(Explainer).Explain(of)
		for _, alternative := range e.Preferences {
			if !slices.ContainsFunc(slices.Concat(e.Preconditions, alternative.Conditions), func(c Condition) bool { return !c.Holds }) {
				holding++
			}
		}
		if want := a.(Generative).Repeats(of.Query, of.Docs[0], c.Params.Pieces); holding != len(want) {
			t.Errorf("%s: %d repeats explained, want %v", c.ID, holding, want)
		}
	})
}
