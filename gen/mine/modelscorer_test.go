package mine

import (
	"math"
	"slices"
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

// TestScoresOfCopies: by definition. A document that is made of k copies has the score of so many terms, and a document of given terms that
// of one which has them.
func TestScoresOfCopies(t *testing.T) {
	x, queries := threeDocs(t)
	q := &queries[0]
	s := NewModelScorer(x, weighting.BM25{K1: .9, B: .4})
	scores := s.Scores(q, 0)
	for i, c := range q.Docs {
		terms := x.Terms(c.Doc)
		if got := s.Score(q, c.Doc, 1); got != scores[i] || s.Terms(q, terms) != got {
			t.Errorf("%s: %v and of its terms %v, want %v", c.ID(x), got, s.Terms(q, terms), scores[i])
		}
		twice, ok := s.ScoreMade(q, 0, i, 2)
		if want := s.Terms(q, slices.Concat(terms, terms)); !ok || math.Abs(twice-want) > 1e-12 {
			t.Errorf("%s twice: %v, %v, want %v", c.ID(x), twice, ok, want)
		}
	}
}
