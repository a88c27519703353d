package pairrows

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestDocumentNumbers: a document of the collection has its number, one that is made has none.
func TestDocumentNumbers(t *testing.T) {
	q := mine.Query{Docs: []mine.Candidate{{Doc: 7}, {Doc: 9}, {Doc: 7, Made: 2}}, Outside: []mine.Candidate{{Doc: 4}}}
	r := &Recorder{Queries: []mine.Query{{}, q}}
	for _, c := range []struct {
		in   pairs.Instance
		want [2]int64
	}{{pairs.Instance{Pos: 0, Neg: 1}, [2]int64{7, 9}}, {pairs.Instance{Pos: 1, Neg: 1, Made: 3}, [2]int64{-1, 9}},
		{pairs.Instance{Pos: 2, Neg: 0}, [2]int64{-1, 7}}, {pairs.Instance{Pos: 3, Neg: 2}, [2]int64{4, -1}}} {
		if got := r.documents(sample.PoolInstance{Instance: c.in, Query: 1}); got != c.want {
			t.Errorf("%+v: %d, want %d", c.in, got, c.want)
		}
	}
}

// TestDrawnIDs: a made document is named after its source and how often that is repeated.
func TestDrawnIDs(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee"}, corpus.Doc{ID: "e", Text: "moon"}), analysis.Defaults())
	q := mine.Query{ID: "q", Docs: []mine.Candidate{{Doc: 0}, {Doc: 1}, {Doc: 0, Made: 4}}}
	names := NamesOf(x, []mine.Query{q})
	for _, c := range []struct {
		in   pairs.Instance
		want string
	}{{pairs.Instance{Pos: 0, Neg: 1}, "q d e"}, {pairs.Instance{Pos: 0, Neg: 1, Made: 2}, "q d~2 e"},
		{pairs.Instance{Pos: 2, Neg: 1}, "q d~4 e"},
		{pairs.Instance{Pos: 1, Neg: 2}, "q e d~4"}} {
		query, pos, neg := names(sample.PoolInstance{Instance: c.in})
		if got := query + " " + pos + " " + neg; got != c.want {
			t.Errorf("%+v: %s, want %s", c.in, got, c.want)
		}
	}
}

// TestByQuery: places by rising query, those of one query in their order.
func TestByQuery(t *testing.T) {
	var list []sample.PoolInstance
	for _, q := range []int32{2, 0, 2, 3, 0} {
		list = append(list, sample.PoolInstance{Query: q})
	}
	if got := byQuery(list, 4); !slices.Equal(got, []uint32{1, 4, 0, 2, 3}) {
		t.Errorf("%d", got)
	}
}

// TestGradeOf: a document that nobody judged has no grade.
func TestGradeOf(t *testing.T) {
	if g := gradeOf(mine.Candidate{Grade: 2, Judged: true}); g == nil || *g != 2 {
		t.Errorf("%v, want 2", g)
	}
	if g := gradeOf(mine.Candidate{Grade: 2}); g != nil {
		t.Errorf("%d, want none", *g)
	}
}

// TestRankAndScore: a document that was added has neither rank nor score; the first of a run has both.
func TestRankAndScore(t *testing.T) {
	if rank, score := rankAndScore(mine.Candidate{Score: 2}); rank != nil || score != nil {
		t.Errorf("%v, %v of a document without rank", rank, score)
	}
	if rank, score := rankAndScore(mine.Candidate{Rank: 1, Score: 2}); rank == nil || *rank != 1 || score == nil || *score != 2 {
		t.Errorf("%v, %v, want 1 and 2", rank, score)
	}
}

// TestSetAxiomatic: the row has its pool's name, weight, margin and labels, and, where each axiom has a pool, the axiom's reading.
func TestSetAxiomatic(t *testing.T) {
	list, err := axioms.ParseList("tfc1, tfc1(variant=klose)")
	if err != nil {
		t.Fatal(err)
	}
	for strategy, want := range map[string]string{sample.Paired: "klose", sample.MultiGraded: ""} {
		r := &Recorder{Miner: &mine.Miner{Axioms: list},
			Axioms: &quota.Axioms{Drawn: []int{0, 1}, Pools: []sample.Pool{{Name: "a"}, {Name: "b"}}},
			Paired: strategy == sample.Paired}
		row := pairs.Pair{Source: pairs.Judged, PosLabel: sample.LabelRelevant}
		r.SetAxiomatic(&row, 1, quota.Loss{Weights: []float64{1, .5}, Margins: []float64{1, .25}})
		if row.Variant != want || row.Axiom != "b" || row.Source != pairs.Axiomatic || row.Weight != .5 || row.Margin != .25 ||
			row.PosLabel != sample.LabelPreferred || row.NegLabel != sample.LabelRest {
			t.Errorf("%s: %+v", strategy, row)
		}
	}
}
