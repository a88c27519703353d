package diagnose_test

import (
	"context"
	"math"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/inmemory"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/google/go-cmp/cmp"
)

// fixed scores candidates by their place, and the document that lnc2 makes of candidate 0 by made; NaN has no score.
type fixed struct {
	scores []float64
	made   float64
}

func (f fixed) Scores(*mine.Query, int) []float64 { return f.scores }
func (f fixed) ScoreMade(_ *mine.Query, _, source, _ int) (float64, bool) {
	return f.made, source == 0 && !math.IsNaN(f.made)
}

// TestCountModel by hand. The documents hold the query's term three times, twice and once, in four terms each: tfc1 prefers a over b, a
// over c and b over c. tfc2 wants the first gain to be the greater one: score(b) - score(c) above score(a) - score(b).
func TestCountModel(t *testing.T) {
	an, err := analysis.New(analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None, Stopwords: analysis.None})
	if err != nil {
		t.Fatal(err)
	}
	x, err := inmemory.New([]corpus.Doc{{ID: "a", Text: "fig fig fig pear"}, {ID: "b", Text: "fig fig plum pear"},
		{ID: "c", Text: "fig plum plum pear"}}, an)
	if err != nil {
		t.Fatal(err)
	}
	query := mine.Query{ID: "q", Text: "fig", Terms: index.AnalyseQuery(x, "fig")}
	for doc := range uint32(3) {
		query.Docs = append(query.Docs, mine.Candidate{Doc: doc, Rank: int32(doc) + 1})
	}
	miner := &mine.Miner{Index: x, Collection: &axioms.Collection{Stats: x}, Threads: 1}
	for _, name := range []string{"tfc1(delta_star=0)", "tfc2(delta_star=0)"} {
		a, err := axioms.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		miner.Axioms = append(miner.Axioms, a)
	}
	nan := math.NaN()
	for name, test := range map[string]struct {
		scores []float64
		want   []diagnose.Count
	}{
		"obeys both":      {[]float64{5, 4, 2}, []diagnose.Count{{Fulfilled: 3, Instances: 3}, {Fulfilled: 1, Instances: 1}}},
		"grows too fast":  {[]float64{9, 4, 2}, []diagnose.Count{{Fulfilled: 3, Instances: 3}, {Instances: 1}}},
		"one pair wrong":  {[]float64{4, 5, 2}, []diagnose.Count{{Fulfilled: 2, Instances: 3}, {Fulfilled: 1, Instances: 1}}},
		"all alike":       {[]float64{1, 1, 1}, []diagnose.Count{{Instances: 3}, {Instances: 1}}},
		"a is not scored": {[]float64{nan, 4, 2}, []diagnose.Count{{Fulfilled: 1, Instances: 1}, {}}},
	} {
		got, err := diagnose.PerQuery(context.Background(), miner, []mine.Query{query}, []diagnose.Scorer{fixed{test.scores, nan}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, got[0][0]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
