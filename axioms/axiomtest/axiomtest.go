// Package axiomtest is the contract that every axiom passes, built in or not.
package axiomtest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"pgregory.net/rapid"
)

// Run checks an axiom on random queries and documents:
//
//   - its documentation is complete, its worked example holds, and its String parses to itself;
//   - exchanging the documents negates the preference and keeps the precondition; identical documents give 0;
//   - the conditions that it explains amount to what Compare says, if it is an axioms.Explainer;
//   - a row says what Compare says, and candidates loaded before leave no trace;
//   - the answers do not change when the query's tokens are permuted (unless Spec.Ordered), terms get other ids, candidates
//     come in another order, or something changes that the axiom's Needs do not name.
func Run(t *testing.T, a axioms.Axiom) {
	t.Helper()
	t.Run(a.String(), func(t *testing.T) {
		documented(t, a)
		roundTrip(t, a)
		if t.Failed() {
			return
		}
		switch a := a.(type) {
		case axioms.Preference:
			rapid.Check(t, func(t *rapid.T) { preference(t, a) })
		case axioms.Triple:
			rapid.Check(t, func(t *rapid.T) { triple(t, a) })
		case axioms.Generative:
			rapid.Check(t, func(t *rapid.T) { generative(t, a) })
		default:
			t.Fatalf("%T is of no kind", a)
		}
	})
}

func documented(t *testing.T, a axioms.Axiom) {
	s := a.Spec()
	if s.ID == "" || s.Title == "" || s.Family == "" || s.Formula == "" || s.Source == "" {
		t.Errorf("the Spec lacks a field: %+v", s)
	}
	for _, p := range s.Params {
		if p.Doc == "" || p.Default == "" || p.Choices == nil && p.Unit == "" {
			t.Errorf("parameter %q lacks documentation, default or unit", p.Name)
		}
	}
	e := &s.Example
	if e.Query == "" || a.String() != s.ID && a.String() != s.ID+"(variant="+axioms.Variant(a)+")" {
		return // an expression, or parameters other than those of the example
	}
	if e.Says == "" {
		t.Error("the example does not say why")
	}
	q, docs, c := e.View()
	var got []int
	switch a := a.(type) {
	case axioms.Preference:
		judge := a.Bind(q, c)
		judge.Load(docs)
		got = []int{judge.Compare(0, 1).Preference()}
		if !judge.Compare(0, 1).Precondition() {
			t.Error("the example's precondition does not hold")
		}
	case axioms.Triple:
		judge := a.BindTriple(q, c)
		judge.Load(docs)
		judge.Each(func(i, j, k int) bool {
			got = append(got, i, j, k)
			return true
		})
	case axioms.Generative:
		got = a.Repeats(q, docs[0], len(docs[0].Terms))
	}
	if !slices.Equal(got, e.Want) {
		t.Errorf("the example gives %v, want %v", got, e.Want)
	}
}

func roundTrip(t *testing.T, a axioms.Axiom) {
	b, err := axioms.Parse(a.String())
	if err != nil {
		t.Fatalf("its name does not parse: %v", err)
	}
	if b.String() != a.String() {
		t.Errorf("its name parses as %s", b)
	}
}

// verdicts asks for every ordered pair.
func verdicts(a axioms.Preference, q axioms.Query, docs []axioms.Doc, c *axioms.Collection) [][]axioms.Verdict {
	judge := a.Bind(q, c)
	judge.Load(docs)
	return matrix(judge, len(docs))
}

func matrix(judge axioms.Judge, n int) [][]axioms.Verdict {
	all := make([][]axioms.Verdict, n)
	for i := range all {
		all[i] = make([]axioms.Verdict, n)
		for j := range all[i] {
			all[i][j] = judge.Compare(i, j)
		}
	}
	return all
}

func preference(t *rapid.T, a axioms.Preference) {
	w := anyWorld(t)
	vectorsOnly := rapid.Bool().Draw(t, "vectors only")
	needs := a.Spec().Needs
	c := w.collection(needs, vectorsOnly)
	judge := a.Bind(w.query, c)
	judge.Load(w.docs)
	want := matrix(judge, len(w.docs))
	same := func(what string, got [][]axioms.Verdict) {
		if !slices.EqualFunc(want, got, slices.Equal) {
			t.Fatalf("%s: %v, want %v", what, got, want)
		}
	}

	for i := range want {
		for j := range want {
			switch v := want[i][j]; {
			case v < axioms.Void || v > axioms.First:
				t.Fatalf("%d is no verdict", v)
			case want[j][i] != v.Swap():
				t.Fatalf("(%d, %d) gives %d, (%d, %d) gives %d", i, j, v, j, i, want[j][i])
			case identical(w.docs[i], w.docs[j], needs.File) && v.Preference() != 0:
				t.Fatalf("identical documents %d and %d give %d", i, j, v)
			}
		}
	}

	if x, ok := a.(axioms.Explainer); ok {
		for i := range want {
			for j := range want {
				e := x.Explain(&axioms.Case{Query: w.query, Docs: []axioms.Doc{w.docs[i], w.docs[j]}, Names: []string{"d1", "d2"}, Collection: c,
					Word: func(term uint32) string { return fmt.Sprintf("w%d", term) }})
				if e.Verdict != want[i][j] {
					t.Fatalf("(%d, %d) gives %d, but the conditions amount to %d: %+v", i, j, want[i][j], e.Verdict, e)
				}
			}
		}
	}

	rows, untouched := axioms.Rows(judge), axioms.Verdict(7)
	for i := range want {
		out := slices.Repeat([]axioms.Verdict{untouched}, len(want))
		rows.Row(i, out)
		if !slices.Equal(out[i+1:], want[i][i+1:]) {
			t.Fatalf("row %d is %v, want %v", i, out[i+1:], want[i][i+1:])
		}
		if slices.ContainsFunc(out[:i+1], func(v axioms.Verdict) bool { return v != untouched }) {
			t.Fatalf("row %d wrote before its place", i)
		}
	}

	judge.Load(w.docs[:len(w.docs)/2])
	judge.Load(slices.Concat(w.docs, w.docs))
	judge.Load(w.docs)
	same("loaded again", matrix(judge, len(w.docs)))

	if !a.Spec().Ordered {
		q := axioms.Query{ID: w.query.ID, Terms: rapid.Permutation(w.query.Terms).Draw(t, "permuted query")}
		same("permuted query", verdicts(a, q, w.docs, c))
	}
	// An odd multiplier makes a bijection of the 32-bit numbers.
	r := w.renamed(func(id uint32) uint32 { return id*2654435761 + 4_000_000_000 })
	same("renamed ids", verdicts(a, r.query, r.docs, r.collection(needs, vectorsOnly)))

	reversed := slices.Clone(w.docs)
	slices.Reverse(reversed)
	backwards := verdicts(a, w.query, reversed, c)
	for _, row := range backwards {
		slices.Reverse(row)
	}
	slices.Reverse(backwards)
	same("candidates in another order", backwards)

	others := slices.Clone(w.docs)
	for i := range others {
		d := &others[i]
		if !needs.Positions {
			d.Terms = slices.Clone(d.Terms)
			slices.Sort(d.Terms)
		}
		if !needs.Scores {
			d.Score = math.NaN()
		}
		if !needs.Ranks {
			d.Rank = 0
		}
		if !needs.Grades {
			d.Grade = i
		}
		if !needs.File {
			d.ID = ""
		}
	}
	same("a change of what Needs does not name", verdicts(a, w.query, others, c))
}

func identical(a, b axioms.Doc, byID bool) bool {
	return (!byID || a.ID == b.ID) && slices.Equal(a.Terms, b.Terms) && (a.Score == b.Score || a.Score != a.Score && b.Score != b.Score) && a.Rank == b.Rank && a.Grade == b.Grade
}

func triples(a axioms.Triple, q axioms.Query, docs []axioms.Doc, c *axioms.Collection) [][3]int {
	judge := a.BindTriple(q, c)
	judge.Load(docs)
	var found [][3]int
	judge.Each(func(i, j, k int) bool {
		found = append(found, [3]int{i, j, k})
		return true
	})
	slices.SortFunc(found, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	return found
}

func triple(t *rapid.T, a axioms.Triple) {
	w := anyWorld(t)
	needs := a.Spec().Needs
	c := w.collection(needs, false)
	want := triples(a, w.query, w.docs, c)
	seen := map[[3]int]bool{}
	for _, instance := range want {
		set := instance
		slices.Sort(set[:])
		if seen[set] || set[0] == set[1] || set[1] == set[2] {
			t.Fatalf("%v comes twice or names a document twice", instance)
		}
		seen[set] = true
	}
	q := axioms.Query{Terms: rapid.Permutation(w.query.Terms).Draw(t, "permuted query")}
	if got := triples(a, q, w.docs, c); !slices.Equal(got, want) {
		t.Fatalf("permuted query: %v, want %v", got, want)
	}
	r := w.renamed(func(id uint32) uint32 { return id*2654435761 + 4_000_000_000 })
	if got := triples(a, r.query, r.docs, r.collection(needs, false)); !slices.Equal(got, want) {
		t.Fatalf("renamed ids: %v, want %v", got, want)
	}
	if len(want) > 0 {
		judge, asked := a.BindTriple(w.query, c), 0
		judge.Load(w.docs)
		judge.Each(func(int, int, int) bool {
			asked++
			return false
		})
		if asked != 1 {
			t.Fatalf("%d instances came after the first was refused", asked-1)
		}
	}
}

func generative(t *rapid.T, a axioms.Generative) {
	w := anyWorld(t)
	r := w.renamed(func(id uint32) uint32 { return id*2654435761 + 4_000_000_000 })
	q := axioms.Query{Terms: rapid.Permutation(w.query.Terms).Draw(t, "permuted query")}
	for i, d := range w.docs {
		pieces := rapid.IntRange(0, 600).Draw(t, "pieces")
		want := a.Repeats(w.query, d, pieces)
		for n, k := range want {
			if k < 2 || n > 0 && k <= want[n-1] {
				t.Fatalf("%v does not rise from 2", want)
			}
		}
		if got := a.Repeats(q, d, pieces); !slices.Equal(got, want) {
			t.Fatalf("permuted query: %v, want %v", got, want)
		}
		if got := a.Repeats(r.query, r.docs[i], pieces); !slices.Equal(got, want) {
			t.Fatalf("renamed ids: %v, want %v", got, want)
		}
		if !a.Spec().Needs.Pieces {
			if got := a.Repeats(w.query, d, pieces+100); !slices.Equal(got, want) {
				t.Fatalf("pieces changed the answer, and Needs does not name them: %v, want %v", got, want)
			}
		}
	}
}
