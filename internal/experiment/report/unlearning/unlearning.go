// Package unlearning finds the arms of an experiment that training made worse.
package unlearning

import (
	"fmt"

	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Find returns a finding for each arm that training made worse: its test measure is below the
// first stage's, and in some training no epoch was better on dev than the untrained model.
func Find(r *report.Result) (list []page.Finding) {
	main, systems := r.Protocol.Main, r.Systems()
	first, ok := systems.Scores(systems.FirstStage())[main]
	if !ok {
		return nil
	}
	for _, arm := range r.Arms {
		vain, gate := 0, 0.0
		for _, s := range arm.Seeds {
			if n := len(s.Training); n > 0 && s.BestEpoch == 0 {
				vain++
				gate += s.Training[n-1].Gate
			}
		}
		value, measured := systems.Scores(arm.Name)[main]
		if vain == 0 || !measured || value >= first {
			continue
		}
		f := page.Finding{Claim: "Training made the model of " + arm.Name + " no better",
			Evidence: fmt.Sprintf("in %s of %s no epoch was better on "+
				"dev than the untrained model, which was tested instead; %s %s is below %s of %s", terminal.Group(vain),
				terminal.Plural(len(arm.Seeds), "training", "trainings"), main, page.Short(value), page.Short(first), systems.FirstStage())}
		if gate /= float64(vain); gate < 0 {
			f.Evidence += fmt.Sprintf("; its term gate ended at %s: below 0 the frequent words of a query count most, stop "+
				"words among them (try fewer axiomatic pairs with --ratio, or --stopwords)", terminal.Signed(gate, 2))
		}
		list = append(list, f)
	}
	return list
}
