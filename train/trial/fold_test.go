package trial

import (
	"testing"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/train/eval"
)

// TestJudgedDev: only dev queries with a judgement are measured, in lists of their candidates. The relevant documents are first here.
func TestJudgedDev(t *testing.T) {
	chain := chaintest.All(t, nil)
	d := &Division{Chain: chain}
	d.readQrels(chain.Inputs.Topics)
	var queries []mine.Query
	for _, s := range chain.Splits {
		queries = append(queries, s.Queries...)
	}
	var f Fold
	f.take(chain.Inputs.Topics, queries)
	numJudged := len(d.JudgedIDs(f.Dev))
	f.Dev = append([]mine.Query{{ID: "unjudged"}}, f.Dev...)
	if err := d.check(&f); err != nil {
		t.Fatal(err)
	}
	if len(f.JudgedDev) != numJudged || numJudged == 0 || f.JudgedDev[0].ID == "unjudged" {
		t.Errorf("%d judged dev queries, want %d", len(f.JudgedDev), numJudged)
	}
	measure, err := eval.Parse("RR")
	if err != nil {
		t.Fatal(err)
	}
	for i, value := range f.DevLists.PerQuery(measure, func(i int) []float64 {
		scores := make([]float64, len(f.JudgedDev[i].Docs))
		for c := range scores {
			scores[c] = -float64(f.JudgedDev[i].Docs[c].Rank)
			if f.JudgedDev[i].Docs[c].Grade > 0 {
				scores[c] = 1
			}
		}
		return scores
	}) {
		if value != 1 {
			t.Errorf("query %d: reciprocal rank %v with its relevant documents first", i, value)
		}
	}
}
