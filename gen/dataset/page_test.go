package dataset

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestFactsOfCounts: by hand. Queries of 5, 4, 5, 4 and 2 candidates have 10 and 6, 10, and 6 and 1 pairs.
func TestFactsOfCounts(t *testing.T) {
	facts := countsPage(chaintest.All(t, nil), mine.Counts{}).Facts
	if want := [2]string{"candidate pairs", "16 train, 10 dev, 7 test"}; !slices.Contains(facts, want) {
		t.Errorf("%q, want %q", facts, want)
	}
}

// TestFactsOf: equal scores have an order where candidates are found here. With a run for each split they have that of the run.
func TestFactsOf(t *testing.T) {
	chain := chaintest.All(t, nil)
	isFact := func() bool {
		return slices.ContainsFunc(factsOf(chain), func(fact [2]string) bool { return fact[0] == "equal scores" })
	}
	if !isFact() {
		t.Error("found here, and nothing is said of equal scores")
	}
	for i := range chain.Inputs.Topics {
		if !isFact() {
			t.Errorf("with runs of %d splits, nothing is said of equal scores", i)
		}
		chain.Inputs.Topics[i].Run = []corpus.RunRow{{}}
	}
	if isFact() {
		t.Error("with runs of all splits, an order of our own is told")
	}
}

// TestExampleOf: an example has the texts with the query's word marked, and says where the preference comes from.
func TestExampleOf(t *testing.T) {
	chain := chaintest.All(t, nil)
	miner, q := prepare.NewMiner(chain), &chain.Splits[0].Queries[0]
	grade := func(n int32) *int32 { return &n }
	for _, c := range []struct {
		row         pairs.Pair
		source, why string
	}{
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "tfc1", Class: grade(2)}, "row of class 2", "|c(appl): 3 >= 1|all query terms: 3 > 1"},
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "tfc1", Class: grade(1)}, "row of class 1", ""},
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "tfc1", Class: grade(0)}, "row of class 0", "|c(appl): 1 >= 3|all query terms: 1 > 3"},
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "tfc1"}, "axiomatic pair", "|c(appl): 3 >= 1|all query terms: 3 > 1"},
		{pairs.Pair{Source: pairs.Axiomatic, Axiom: "no such axiom"}, "axiomatic pair", ""},
		{pairs.Pair{Source: pairs.Judged, PosGrade: grade(2), NegGrade: grade(1)}, "judged pair", "|d1 is judged 2, d2 is judged 1"},
		{pairs.Pair{Source: pairs.Judged, PosGrade: grade(2)}, "judged pair, its negative assumed",
			"|d1 is judged 2, d2 is assumed not relevant: nobody judged it"},
		{pairs.Pair{Source: pairs.Judged}, "judged pair", ""},
	} {
		c.row.PosID, c.row.NegID = "d1", "d3"
		e, ok := exampleOf(chain, miner, q, &c.row)
		text := ""
		for _, doc := range e.Docs {
			text += doc.Role
			if doc.Preferred {
				text += ", preferred"
			}
			text += " " + doc.ID + ":"
			for _, part := range doc.Text {
				if part.Evidence {
					text += "*"
				}
				text += part.Text
			}
			text += "; "
		}
		roles := [2]string{"d1, preferred", "d2"}
		if c.row.Class != nil {
			roles = [][2]string{{"d1", "d2, preferred"}, {"d1", "d2"}, roles}[*c.row.Class]
		}
		why := ""
		for _, line := range e.Why {
			why += "|" + line
		}
		if !ok || e.Source != c.source || why != c.why || e.Query.ID != "q1" || e.Axiom != c.row.Axiom ||
			text != roles[0]+" d1:*apple *apple *apple pear; "+roles[1]+" d3:*apple plum plum fig; " {
			t.Errorf("%v, %s, %q, texts %q; want %s, %q", ok, e.Source, why, text, c.source, c.why)
		}
	}
	for _, row := range []pairs.Pair{{PosID: "none", NegID: "d3"}, {PosID: "d1", NegID: "none"}} {
		if _, ok := exampleOf(chain, miner, q, &row); ok {
			t.Errorf("%s and %s make an example", row.PosID, row.NegID)
		}
	}
}
