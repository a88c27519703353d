package record

import (
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/experiment/arms"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/experiment/report/perquery"
	"github.com/axiomine/axiomine/internal/experiment/trial"
	"github.com/axiomine/axiomine/train/eval"
)

func (e *experiment) seedRun(u *arms.Unit) report.SeedRun {
	m, f := u.Model, u.Draw.Fold
	s := report.SeedRun{Seed: u.Draw.Seed, Fold: f.Number, Training: m.Epochs, BestEpoch: m.BestEpoch, Pairs: m.Pairs,
		PerQueryFile: perQueryName(u.Name())}
	s.Dev, _ = e.measure(f.Dev, e.rank(m, f.Dev))
	s.Test, s.PerQuery = e.measure(f.Test, e.rank(m, f.Test))
	return s
}

// measure returns every measure's mean and its values, over a split's judged queries.
func (e *experiment) measure(queries []mine.Query, run []corpus.RunRow) (report.Scores, perquery.Values) {
	ids := e.Explorer.Division.JudgedIDs(queries)
	result := eval.Evaluate(e.Explorer.Division.Qrels(ids), run, eval.Options{Level: e.Explorer.Division.Chain.Run.Config.Gen.MinGrade})
	means, perQuery := report.Scores{}, perquery.Values{}
	for _, m := range e.Explorer.Measures {
		values := m.PerQuery(result, ids)
		means[m.String()] = eval.Mean(values)
		byID := make(map[string]float64, len(ids))
		for i, id := range ids {
			byID[id] = values[i]
		}
		perQuery[m.String()] = byID
	}
	return means, perQuery
}

// addTests compares pairs of systems on the main measure, averaged over seeds per query. Holm's adjustment
// of the larger p of paired t and Wilcoxon covers all of them.
func (e *experiment) addTests(r *report.Result) error {
	systems, measure := r.Systems(), e.Explorer.Measures[0].String()
	first, mix := e.Explorer.Division.FirstStageName(), e.Explorer.Division.FirstStageName()+" mixed with "
	for _, pair := range [][2]string{{arms.Judged, arms.Augmented}, {arms.Judged, arms.AxiomsOnly}, {first, arms.Judged},
		{first, arms.Augmented}, {first, arms.AxiomsOnly},
		{first, mix + arms.Judged}, {first, mix + arms.Augmented}, {first, mix + arms.AxiomsOnly}, {mix + arms.Judged, mix + arms.Augmented},
		{mix + arms.Judged, mix + arms.AxiomsOnly},
		{arms.JudgedSame, arms.AugmentedSame}, {arms.JudgedMore, e.sameSetting()}} {
		if len(systems.PerQuery(pair[0], measure)) == 0 || len(systems.PerQuery(pair[1], measure)) == 0 {
			continue
		}
		if err := r.AddTest(pair[0], pair[1], measure); err != nil {
			return err
		}
	}
	report.AdjustTests(r.Tests)
	return nil
}

// sameSetting returns the name of the arm with axiomatic pairs whose setting the ablation's judged arms
// share.
func (e *experiment) sameSetting() string {
	if e.Explorer.Grid.Chooses() {
		return arms.AugmentedSame
	}
	return arms.Augmented
}

// rank returns a model's run over the queries' candidates, in the order of the queries. Documents made
// by lnc2 are not ranked, because measures are about the collection.
func (e *experiment) rank(m *trial.TrainedModel, queries []mine.Query) []corpus.RunRow {
	return e.rows(queries, m.Scorer())
}
