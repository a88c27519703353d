package record

import (
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/report"
)

// addTests compares pairs of systems on the main measure, averaged over seeds per query. Holm's adjustment
// of the larger p of the t test and Wilcoxon's covers all of them.
func (e *experiment) addTests(r *report.Result) error {
	systems, measure := r.Systems(), e.Explorer.Measures[0].String()
	first := e.Explorer.Division.FirstStageName()
	mix, withAxioms := first+" mixed with ", arms.Augmented // withAxioms: whose setting the ablation's judged arms share
	if e.Explorer.Grid.Chooses() {
		withAxioms = arms.AugmentedSame
	}
	for _, pair := range [][2]string{{arms.Judged, arms.Augmented}, {arms.Judged, arms.AxiomsOnly}, {first, arms.Judged},
		{first, arms.Augmented}, {first, arms.AxiomsOnly},
		{first, mix + arms.Judged}, {first, mix + arms.Augmented}, {first, mix + arms.AxiomsOnly}, {mix + arms.Judged, mix + arms.Augmented},
		{mix + arms.Judged, mix + arms.AxiomsOnly},
		{arms.JudgedSame, arms.AugmentedSame}, {arms.JudgedMore, withAxioms}} {
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
