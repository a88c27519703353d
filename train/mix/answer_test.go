package mix

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/eval"
)

// question returns a question about two runs of n queries over x, y and z. The first puts x first and z last, the second the other way
// round; x is relevant, and nothing is measured yet.
func question(t *testing.T, n int) (*Question, []corpus.Qrel) {
	t.Helper()
	ap := must.Get(eval.Parse("map"))(t)
	p1 := must.Get(eval.Parse("P_1"))(t)
	q := &Question{Names: []string{"a.trec", "b.trec"}, Runs: make([][]corpus.RunRow, 2), Method: ZScore, Measures: []eval.Measure{ap, p1}}
	var qrels []corpus.Qrel
	for i := range n {
		id := fmt.Sprint("q", i)
		q.Runs[0] = append(q.Runs[0], rows(id, []string{"x", "y", "z"}, 3, 2, 1)...)
		q.Runs[1] = append(q.Runs[1], rows(id, []string{"z", "y", "x"}, 3, 2, 1)...)
		qrels = append(qrels, corpus.Qrel{QueryID: id, DocID: "x", Grade: 1})
	}
	return q, qrels
}

// mixed answers a question.
func mixed(t *testing.T, q *Question) *Answer {
	t.Helper()
	return must.Get(q.Mix())(t)
}

// TestMixMeasured: the first run has an average precision of 1, the second of 1/3. The usual weights follow the second. All weights that
// follow the first are best, and of these .55 and .45 are the nearest to the usual ones: at .5 all three documents are equal.
func TestMixMeasured(t *testing.T) {
	q, qrels := question(t, 20)
	q.Measure = qrels
	a := mixed(t, q)
	if a.ChosenBy != "the best map on 20 judged queries" || FormatWeights(a.Weights) != "0.55, 0.45" || a.Queries != 20 || a.Rows != 60 ||
		a.Partial != 0 || a.Measured != "20 judged queries, each with weights chosen on the other folds of 5" {
		t.Errorf("%+v", a)
	}
	for i, want := range []struct {
		system string
		means  [2]float64
	}{{"a.trec", [2]float64{1, 1}}, {"b.trec", [2]float64{1. / 3, 0}}, {"weights 0.35, 0.65", [2]float64{1. / 3, 0}},
		{"mixture", [2]float64{1, 1}}} {
		s := a.Systems[i]
		if s.System != want.system || math.Abs(s.Means["map"]-want.means[0]) > 1e-12 || s.Means["P_1"] != want.means[1] {
			t.Errorf("system %d: %s, %v, want %+v", i, s.System, s.Means, want)
		}
	}
	for i, want := range []struct {
		diff         float64
		wins, losses int
	}{{0, 0, 0}, {2. / 3, 20, 0}, {2. / 3, 20, 0}} {
		c := a.Tests[i]
		if c.A != a.Systems[i].System || c.B != "mixture" ||
			math.Abs(c.Diff-want.diff) > 1e-12 || c.Wins != want.wins || c.Losses != want.losses || c.N != 20 ||
			c.HolmP < c.P {
			t.Errorf("test %d: %+v, want %+v", i, c, want)
		}
	}
	if want := "mixture and a.trec have the same map for every query: 1.000 on 20 queries."; a.Verdict != want {
		t.Errorf("%s\nwant %s", a.Verdict, want)
	}
}

// TestMixChooses: judgements that choose are not those that measure. Weights that are the usual ones are no system of their own.
func TestMixChooses(t *testing.T) {
	q, qrels := question(t, 6)
	q.Measure, q.Choose, q.Chooser = qrels[:2], slices.Clone(qrels[2:]), "hard"
	for i := range q.Choose {
		q.Choose[i].DocID = "z" // here the second run is right, as under the usual weights
	}
	a := mixed(t, q)
	if a.ChosenBy != "hard: the best map on 4 judged queries" || a.Measured != "2 judged queries" || FormatWeights(a.Weights) != "0.35, 0.65" {
		t.Errorf("%+v", a)
	}
	q.Choose = append(q.Choose, q.Measure...) // what measures does not choose
	if again := mixed(t, q); again.ChosenBy != a.ChosenBy || len(again.Notes) != 1 ||
		again.Notes[0] != "2 queries that measure are judged among those that choose too: left out there" {
		t.Errorf("%+v", again)
	}
	if len(a.Systems) != 3 || a.Systems[2].System != "mixture" || math.Abs(a.Systems[2].Means["map"]-1./3) > 1e-12 {
		t.Errorf("%+v", a.Systems)
	}
	q.Choose = q.Measure
	if _, err := q.Mix(); err == nil || !strings.Contains(err.Error(), "each judged query that could choose the weights measures too") {
		t.Errorf("where all that choose measure: %v", err)
	}
}

// TestMixWithout: without judgements nothing is measured, and the weights come from the user, or are the usual ones.
func TestMixWithout(t *testing.T) {
	for _, c := range []struct {
		edit            func(*Question)
		weights, chosen string
	}{
		{func(q *Question) { q.Weight = ".25" }, "0.75, 0.25", "given"},
		{func(q *Question) { q.Weight = "3,1" }, "0.75, 0.25", "given"},
		{func(q *Question) {}, "0.35, 0.65", "nothing: the usual 0.65, since nothing is judged"},
		{func(q *Question) { q.Runs, q.Names = append(q.Runs, q.Runs[0]), append(q.Names, "c.trec") }, "0.333, 0.333, 0.333",
			"nothing: equal weights, since nothing is judged and there are more than two runs"},
	} {
		q, _ := question(t, 3)
		c.edit(q)
		a := mixed(t, q)
		if FormatWeights(a.Weights) != c.weights || a.ChosenBy != c.chosen || a.Measured != "" || a.Systems != nil || a.Verdict != "" {
			t.Errorf("%+v, want %s, %s", a, c.weights, c.chosen)
		}
	}
}

// TestMixRefused: what cannot be mixed, each with its reason.
func TestMixRefused(t *testing.T) {
	for _, c := range []struct {
		edit func(*Question)
		want string
	}{
		{func(q *Question) { q.Weight = "dev" }, "there are no judgements to choose by"},
		{func(q *Question) { q.Weight = "2" }, "at most 1"},
		{func(q *Question) {
			q.Weight, q.Choose = "dev", []corpus.Qrel{{QueryID: "another", DocID: "x", Grade: 1}}
		}, "there are no judgements to choose by"},
		{func(q *Question) { q.Runs[1][0].Score = math.Inf(1) }, "infinite score"},
		{func(q *Question) {
			for i := range q.Runs[1] {
				q.Runs[1][i].QueryID = "of another split"
			}
		}, "b.trec: no query is in two of the runs"},
	} {
		q, _ := question(t, 3)
		c.edit(q)
		if a, err := q.Mix(); err == nil || errs.ExitCode(err) < 2 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v, %v, want %q", a, err, c.want)
		}
	}
}
