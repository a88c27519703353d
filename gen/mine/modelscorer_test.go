package mine

import (
	"testing"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/retrieve"
)

// TestModelScores: a retrieval model scores candidates as its search does.
func TestModelScores(t *testing.T) {
	x, queries := threeDocs(t)
	model := weighting.BM25{K1: .9, B: .4}
	byDoc := map[uint32]float64{}
	for _, hit := range retrieve.New(x, model).Searcher().Search(queries[0].Terms, 3) {
		byDoc[hit.Doc] = hit.Score
	}
	got := NewModelScorer(x, model).Scores(&queries[0], 0)
	for i, c := range queries[0].Docs {
		if got[i] != byDoc[c.Doc] {
			t.Errorf("%s: %v, want %v", c.ID(x), got[i], byDoc[c.Doc])
		}
	}
	if len(byDoc) != 2 || got[1] <= got[0] {
		t.Errorf("%v: want a above b, and nothing of c", got)
	}
}
