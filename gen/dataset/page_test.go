package dataset

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
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
