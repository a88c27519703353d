package trial

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
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

// TestGivenCandidatesMakeNothing: without a retrieval model no document that is made has a score.
func TestGivenCandidatesMakeNothing(t *testing.T) {
	if score, ok := new(FirstStage).ScoreMade(&mine.Query{}, 0, 0, 2); score != 0 || ok {
		t.Errorf("%v, %v, want none", score, ok)
	}
}

// TestModelScoresWhatIsMade: with a retrieval model, a made document has its score.
func TestModelScoresWhatIsMade(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee hive"}, corpus.Doc{ID: "e", Text: "moon"}), analysis.Defaults())
	model := mine.NewModelScorer(x, weighting.BM25{K1: .9, B: .4})
	q := &mine.Query{ID: "q", Terms: index.AnalyseQuery(x, "bee"), Docs: []mine.Candidate{{Doc: 1}, {Doc: 0}}}
	stage := &FirstStage{model}
	if score, ok := stage.ScoreMade(q, 0, 1, 3); !ok || score != model.Score(q, 0, 3) || score <= 0 {
		t.Errorf("%v, %v, want %v", score, ok, model.Score(q, 0, 3))
	}
}

// TestFirstStageText: a model is told with its parameters, and a given run as such.
func TestFirstStageText(t *testing.T) {
	chain := chaintest.All(t, nil)
	if got := FirstStageText(chain); got != "BM25 k1 0.9, b 0.4" {
		t.Errorf("%q, want BM25 and its parameters", got)
	}
	d := &Division{Chain: chain, Folds: []*Fold{{}}}
	if name, got := d.FirstStageName(), d.FirstStageParameters(); name != "BM25" || got != "k1 0.9, b 0.4" {
		t.Errorf("%q and %q of a model that is not tuned", name, got)
	}
	const rows = "q1 Q0 d1 1 9 x\nq2 Q0 d4 1 5 x\nq3 Q0 d3 1 4 x\nq4 Q0 d5 1 4 x\nq5 Q0 d6 1 3 x\n"
	run := filepath.Join(chaintest.Write(t, map[string]string{"run.txt": rows}), "run.txt")
	given := chaintest.All(t, func(c *configs.Config) { c.Gen.Run = run })
	d = &Division{Chain: given, Folds: []*Fold{{}}}
	name, text := d.FirstStageName(), FirstStageText(given)
	if name != "given run" || text != "a given run" || d.FirstStageParameters() != "" || d.FirstStageSettings() != nil {
		t.Errorf("%q, %q, %q, %v of a given run", name, text, d.FirstStageParameters(), d.FirstStageSettings())
	}
}
