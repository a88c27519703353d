package mine

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// bees is one query whose candidates hold its only term 3, 2, 1 and 0 times among four terms each.
func bees(t *testing.T, expression string) (*Miner, []Query) {
	t.Helper()
	x := indextest.InMemory(t, indextest.Docs(
		corpus.Doc{ID: "0", Text: "tides ebb flow moon"},
		corpus.Doc{ID: "3", Text: "bee bee bee hive"},
		corpus.Doc{ID: "1", Text: "bee wax comb hive"},
		corpus.Doc{ID: "2", Text: "bee bee wax hive"}), analysis.Defaults())
	a := must.Get(axioms.ParseList(expression))(t)
	q := Query{ID: "q", Text: "bee", Terms: index.AnalyseQuery(x, "bee")}
	for _, id := range []string{"3", "2", "1", "0"} {
		doc, _ := x.Doc(id)
		q.Docs = append(q.Docs, Candidate{Doc: doc, Rank: int32(len(q.Docs) + 1), Score: 1})
	}
	return &Miner{Index: x, Axioms: a, Collection: &axioms.Collection{Stats: x}, Threads: 2}, []Query{q}
}

// narrowed mines the one query under a run.
func narrowed(t *testing.T, expression string, margin float64, scores map[string]float64) Found {
	t.Helper()
	m, queries := bees(t, expression)
	var rows []corpus.RunRow
	for id, score := range scores {
		rows = append(rows, corpus.RunRow{QueryID: "q", DocID: id, Score: score})
	}
	m.Only = &ViolationFilter{Scorer: NewRunScores(m.Index, rows), Margin: margin}
	var out Found
	must.Do(t, m.Run(context.Background(), queries, nil, func(_ int, _ *Query, _ int, f *Found) error {
		out = Found{Pairs: [][]pairs.Instance{slices.Clone(f.Pairs[0])}, Triples: [][][3]int32{slices.Clone(f.Triples[0])},
			NotViolated: slices.Clone(f.NotViolated), NotScored: slices.Clone(f.NotScored)}
		return nil
	}))
	return out
}

// tfc1 prefers candidate i to j for every i < j. The run ties 0 and 1, puts 2 first, .25 ahead, and lacks 3: violated are
// 0 > 1 (a tie), 0 > 2 and 1 > 2; the three pairs with candidate 3 are not scored.
func TestViolatedKeepsWhatARunOrdersWrongly(t *testing.T) {
	f := narrowed(t, "tfc1", 0, map[string]float64{"3": 1, "2": 1, "1": 1.25})
	if want := []pairs.Instance{{Pos: 0, Neg: 1}, {Pos: 0, Neg: 2}, {Pos: 1, Neg: 2}}; !slices.Equal(f.Pairs[0], want) ||
		f.NotViolated[0] != 0 || f.NotScored[0] != 3 {
		t.Errorf("%+v", f)
	}
	// Well ordered by 1, 1, 1: plain violations there are none. A lead of less than 1.5 is too small for neighbours only;
	// one of exactly 1 is no less than 1.
	well := map[string]float64{"3": 3, "2": 2, "1": 1, "0": 0}
	for margin, want := range map[float64]int{0: 0, 1: 0, 1.5: 3, 2.5: 5, math.Inf(1): 6} {
		if f := narrowed(t, "tfc1", margin, well); len(f.Pairs[0]) != want || f.NotViolated[0] != 6-want {
			t.Errorf("margin %g: %+v, want %d pairs", margin, f, want)
		}
	}
}

// A weak axiom is fulfilled by a tie: m-tdc on the same run keeps only what is put the wrong way round.
func TestATieFulfilsAWeakAxiom(t *testing.T) {
	m, queries := bees(t, "m-tdc")
	all := 0
	must.Do(t, m.Run(context.Background(), queries, nil, func(_ int, _ *Query, _ int,
		f *Found) error {
		all = len(f.Pairs[0])
		return nil
	}))
	f := narrowed(t, "m-tdc", 0, map[string]float64{"3": 1, "2": 1, "1": 1, "0": 1})
	if len(f.Pairs[0]) != 0 || f.NotViolated[0] != all {
		t.Errorf("%+v of %d", f, all)
	}
}

// TestLeadOfTriples: by hand. Scores 1, 4 and 6 gain 3 and then 2, a lead of 1, which is enough for a margin of 1 and not for one of 1.5. A
// triple of which one score is unknown is counted apart.
func TestLeadOfTriples(t *testing.T) {
	list := must.Get(axioms.ParseList("tfc2"))(t)
	x := indexOf(t, corpus.Doc{ID: "a", Text: "sea"}, corpus.Doc{ID: "b", Text: "sea"}, corpus.Doc{ID: "c", Text: "sea"},
		corpus.Doc{ID: "d", Text: "sea"})
	run := NewRunScores(x, []corpus.RunRow{{QueryID: "q", DocID: "a", Score: 1}, {QueryID: "q", DocID: "b", Score: 4},
		{QueryID: "q", DocID: "c", Score: 6}})
	q := &Query{ID: "q", Docs: []Candidate{{Doc: 0}, {Doc: 1}, {Doc: 2}, {Doc: 3}}}
	for margin, want := range map[float64][3]int{0: {1, 1, 2}, 1: {1, 1, 2}, 1.5: {2, 0, 2}} {
		// the second triple loses 3, and then gains 5
		f := &Found{Pairs: make([][]pairs.Instance, 1), NotViolated: []int{0}, NotScored: []int{0},
			Triples: [][][3]int32{{{0, 1, 2}, {1, 0, 2}, {0, 1, 3}, {3, 1, 2}}}}
		(&ViolationFilter{Scorer: run, Margin: margin}).keepViolated(list, q, 0, f)
		if got := [3]int{len(f.Triples[0]), f.NotViolated[0], f.NotScored[0]}; got != want {
			t.Errorf("margin %g: %d violated, not violated and not scored, want %d", margin, got, want)
		}
	}
}

// TestRunScores: a run has scores of its own documents and made ones for its own queries.
func TestRunScores(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "sea"}, corpus.Doc{ID: "b", Text: "sea"})
	run := NewRunScores(x, []corpus.RunRow{{QueryID: "q", DocID: "a", Score: 1},
		{QueryID: "q", DocID: "a~3", Score: 4}})
	q, r := &Query{ID: "q", Docs: []Candidate{{Doc: 1}, {Doc: 0}}}, &Query{ID: "r", Docs: []Candidate{{Doc: 0}}}
	if scores := run.Scores(q, 0); !math.IsNaN(scores[0]) || scores[1] != 1 {
		t.Errorf("%v, want none and 1", scores)
	}
	for _, get := range []struct {
		name  string
		score func(*Query) (float64, bool)
		want  float64
	}{
		{"a made document", func(q *Query) (float64, bool) { return run.ScoreMade(q, 0, len(q.Docs)-1, 3) }, 4},
		{"a document", func(q *Query) (float64, bool) { return run.Score(q.ID, "a") }, 1},
	} {
		if score, ok := get.score(q); score != get.want || !ok {
			t.Errorf("%s: %v, %v, want %v", get.name, score, ok, get.want)
		}
		if score, ok := get.score(r); ok {
			t.Errorf("%s for another query: %v", get.name, score)
		}
	}
}

// A document made by lnc2 is scored under its own id; where the run lacks it, its pair is not scored.
func TestViolatedMadeDocuments(t *testing.T) {
	f := narrowed(t, "lnc2", 0, map[string]float64{"3": 1, "2": 1, "1": 1, "0": 1, "3~2": .5, "2~2": 1})
	if len(f.Pairs[0]) != 1 || f.Pairs[0][0] != (pairs.Instance{Made: 2}) || f.NotViolated[0] != 1 || f.NotScored[0] == 0 {
		t.Errorf("%+v", f)
	}
}

// Rows hold what Compare says, precondition too, and their preferences are those that Run finds.
func TestVerdictsAgreeWithCompareAndRun(t *testing.T) {
	m, queries := bees(t, "tfc1, lnc1, m-and & tfc1(delta_star=0.1), tf-lnc")
	var found [][]pairs.Instance
	must.Do(t, m.Run(context.Background(), queries, nil, func(_ int, _ *Query, _ int, f *Found) error {
		for _, list := range f.Pairs {
			found = append(found, slices.Clone(list))
		}
		return nil
	}))
	got := make([][]pairs.Instance, len(m.Axioms))
	seen := 0
	must.Do(t, m.Verdicts(context.Background(), queries, nil, func(_ int, q *Query, _, a, i int, row []axioms.Verdict) error {
		judge := m.Axioms[a].(axioms.Preference).Bind(axioms.Query{Terms: q.Terms}, m.Collection)
		judge.Load(q.docs(m.Index, false, nil))
		for j := i + 1; j < len(row); j++ {
			seen++
			if want := judge.Compare(i, j); row[j] != want {
				t.Errorf("%s: verdict on %d and %d is %d, Compare says %d", m.Axioms[a], i, j, row[j], want)
			}
			switch row[j] {
			case axioms.First:
				got[a] = append(got[a], pairs.Instance{Pos: int32(i), Neg: int32(j)})
			case axioms.Second:
				got[a] = append(got[a], pairs.Instance{Pos: int32(j), Neg: int32(i)})
			}
		}
		return nil
	}))
	if seen != 4*6 { // axioms, unordered pairs of four candidates
		t.Errorf("%d verdicts, want 24", seen)
	}
	for a := range got {
		if !slices.Equal(got[a], found[a]) {
			t.Errorf("%s: %v, Run finds %v", m.Axioms[a], got[a], found[a])
		}
	}
}

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
		must.Equal(t, got[i], byDoc[c.Doc], "%s", c.ID(x))
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
		terms, ofTerms := x.Terms(c.Doc), func(terms []uint32) float64 {
			var times []int
			return s.retriever.Weights(s.query(q), func(t uint32) int {
				times = append(times, analysis.Count(terms, t))
				return len(times) - 1
			}, nil).Score(len(terms), times)
		}
		if got := s.Score(q, c.Doc, 1); got != scores[i] || ofTerms(terms) != got {
			t.Errorf("%s: %v and of its terms %v, want %v", c.ID(x), got, ofTerms(terms), scores[i])
		}
		twice, ok := s.ScoreMade(q, 0, i, 2)
		if want := ofTerms(slices.Concat(terms, terms)); !ok || math.Abs(twice-want) > 1e-12 {
			t.Errorf("%s twice: %v, %v, want %v", c.ID(x), twice, ok, want)
		}
	}
}
