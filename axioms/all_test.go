package axioms

import (
	"errors"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestPreconditionErrors: an axiom that always applies has no precondition to leave out, nor is a bound given beside none.
func TestPreconditionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"m-and(precondition=none)":                 "axiom m-and has no precondition",
		"lnc2(precondition=none)":                  "axiom lnc2 has no precondition",
		"stmc1(precondition=none, variant=klose)":  "axiom stmc1 has no precondition",
		"tfc1(delta=3, precondition=none)":         "delta is a precondition",
		"len-and(precondition=none,delta_star=.2)": "delta_star is a precondition",
		"tfc1(precondition=some)":                  `axiom tfc1 has no precondition "some"`,
	} {
		_, err := Parse(text)
		var f *errs.Error
		if !errors.As(err, &f) || f.Kind != errs.Usage || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	// The bound of a list is for axioms that have one.
	list, _, err := ParseListWithin("tfc3(precondition=none), stmc3/klose(precondition=none, delta=none), m-and", "0.1")
	if err == nil || list != nil {
		t.Errorf("stmc3 in a variant that it lacks: %v", list)
	}
	list, _, err = ParseListWithin("tfc3(precondition=none), stmc3(precondition=none, delta=none), m-and", "0.1")
	if err != nil || len(list) != 3 {
		t.Fatalf("%v: %v", list, err)
	}
	for i, want := range []string{"tfc3(precondition=none)", "stmc3(precondition=none)", "m-and(delta_star=0.1)"} {
		if list[i].String() != want {
			t.Errorf("%s, want %s", list[i], want)
		}
	}
}

// partlyKnown knows the terms below a number, each with similarity 1 to itself and .5 to the others, and has 0 for the rest, as WordNet.
type partlyKnown uint32

func (n partlyKnown) Sim(a, b uint32) (float64, bool) {
	switch {
	case a >= uint32(n) || b >= uint32(n):
		return 0, true
	case a == b:
		return 1, true
	}
	return .5, true
}

// TestFewerThanTwoKnownTerms: reg and anti-reg prefer nothing for a query of which the source knows one term, such as "what mamey".
func TestFewerThanTwoKnownTerms(t *testing.T) {
	list := must.Get(ParseList("reg, anti-reg"))(t)
	for _, a := range list {
		for known, want := range map[partlyKnown]Verdict{0: Neither, 1: Neither, 2: First} {
			judge := a.(Preference).Bind(Query{ID: "q", Terms: []uint32{0, 1}}, &Collection{Similarity: known})
			judge.Load([]Doc{{Terms: []uint32{0, 1}}, {Terms: []uint32{5, 6}}})
			must.Equal(t, judge.Compare(0, 1), want, "%s, %d known terms", a, known)
		}
	}
}
