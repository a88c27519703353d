// Package axiomtest is the contract that every axiom passes. It defines each axiom a second time,
// over words and counts: a catalogue (definitions.go) with a file for each family.
package axiomtest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"pgregory.net/rapid"
)

// Run checks an axiom on random queries and documents:
//
//   - its documentation is complete, its worked example holds, and its String parses to the same axiom;
//   - it agrees with its plain definition on every pair (definitions.go), prefers often enough, and is weak
//     where the definition is; an axiom without a definition fails;
//   - exchanging the documents negates the preference and keeps the precondition; identical documents have 0;
//   - the conditions that it explains amount to the verdict of Compare, if it is an axioms.Explainer;
//   - a row agrees with Compare, and candidates loaded before leave no trace;
//   - the answers do not change when the query's tokens are permuted (unless Spec.Ordered), terms get other
//     ids, candidates are in another order, or something changes that the axiom's Needs do not list.
func Run(t *testing.T, a axioms.Axiom) {
	t.Helper()
	t.Run(a.String(), func(t *testing.T) {
		check, err := checkOf(a)
		if err != nil {
			t.Fatal(err)
		}
		if weak, err := isWeak(a); err != nil || weak != a.Spec().Weak {
			t.Errorf("weak is %t, by its definition %t (%v)", a.Spec().Weak, weak, err)
		}
		checkDocumentation(t, a)
		checkRoundTrip(t, a)
		checkEnough(t, check)
	})
}

// checkEnough checks worlds until the axiom has stated enough preferences.
func checkEnough(t *testing.T, check func(t *rapid.T) (count int)) {
	n := 0
	for round := 0; round < 100 && n < enough && !t.Failed(); round++ {
		rapid.Check(t, func(t *rapid.T) { n += check(t) })
	}
	if n < enough && !t.Failed() {
		t.Errorf("it states a preference, or has an instance, %d times: its definition is hardly tested", n)
	}
}

// enough is how often, at least, an axiom prefers the first of two documents, or has an instance,
// during the comparison with its definition.
const enough = 20

// checkOf returns a function that checks an axiom in one world and counts its preferences or
// instances there.
func checkOf(a axioms.Axiom) (check func(t *rapid.T) (count int), err error) {
	switch a := a.(type) {
	case axioms.Preference:
		define, err := pairDefinitionOf(a)
		return func(t *rapid.T) int { return checkPreference(t, a, define) }, err
	case axioms.Triple:
		r, err := definitionOf(a)
		return func(t *rapid.T) int { return checkTriple(t, a, &r) }, err
	case axioms.Generative:
		r, err := definitionOf(a)
		return func(t *rapid.T) int { return checkGenerative(t, a, &r) }, err
	}
	return nil, fmt.Errorf("%T is of no kind", a)
}

func checkDocumentation(t *testing.T, a axioms.Axiom) {
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
	var answer []int
	switch a := a.(type) {
	case axioms.Preference:
		judge := a.Bind(q, c)
		judge.Load(docs)
		answer = []int{judge.Compare(0, 1).Preference()}
		if !judge.Compare(0, 1).Precondition() {
			t.Error("the example's precondition does not hold")
		}
	case axioms.Triple:
		judge := a.BindTriple(q, c)
		judge.Load(docs)
		judge.Each(func(i, j, k int) bool {
			answer = append(answer, i, j, k)
			return true
		})
	case axioms.Generative:
		answer = a.Repeats(q, docs[0], len(docs[0].Terms))
	}
	if !slices.Equal(answer, e.Want) {
		t.Errorf("the example gives %v, want %v", answer, e.Want)
	}
}

func checkRoundTrip(t *testing.T, a axioms.Axiom) {
	b, err := axioms.Parse(a.String())
	if err != nil {
		t.Fatalf("its name does not parse: %v", err)
	}
	if b.String() != a.String() {
		t.Errorf("its name parses as %s", b)
	}
}
