package trial

import (
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
)

// TestScoresOfMade: a candidate has its score, and one without is below all. A made document has that of the model, where there is one.
func TestScoresOfMade(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee hive"}, corpus.Doc{ID: "e", Text: "moon"}), analysis.Defaults())
	model := mine.NewModelScorer(x, weighting.BM25{K1: .9, B: .4})
	q := &mine.Query{ID: "q", Terms: index.AnalyseQuery(x, "bee"), Docs: []mine.Candidate{{Score: 7}, {Made: 2, Score: math.NaN()},
		{Doc: 1, Score: math.NaN()}}}
	for name, c := range map[string]struct {
		stage *FirstStage
		want  float64
	}{"a model": {&FirstStage{model}, model.Score(q, 0, 2)}, "a run": {&FirstStage{}, math.Inf(-1)}} {
		if got := c.stage.Scores(q, 0); !slices.Equal(got, []float64{7, c.want, math.Inf(-1)}) || c.want == 0 {
			t.Errorf("%s: %v, want 7, %v and none", name, got, c.want)
		}
	}
}
