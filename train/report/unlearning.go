package report

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// vainArm is an arm that training made worse.
type vainArm struct {
	name      string
	trainings int // in which no epoch was better on dev than the untrained model
	total     int
	value     float64 // of the main measure on test
	gate      float64 // mean of the last epoch's term gate in these trainings
}

// FindUnlearned returns a finding of the arms that training made worse, if there are any: the test measure is below the first stage's, and in some
// training no epoch was better on dev than the untrained model.
func FindUnlearned(r *Result) (list []page.Finding) {
	systems := r.Systems()
	first, ok := systems.Scores(systems.FirstStage())[r.Protocol.Main]
	if !ok {
		return nil
	}
	arms := vainArms(r, first)
	if len(arms) == 0 {
		return nil
	}
	f := page.Finding{Claim: "Training made the model of " + arms[0].name + " no better"}
	if len(arms) > 1 {
		f.Claim = fmt.Sprintf("Training made %s no better", terminal.Plural(len(arms), "model", "models"))
	}
	var parts []string
	lowest := 0.0
	for _, a := range arms {
		part := fmt.Sprintf("in %s of %s, %s %s", terminal.Group(a.trainings), terminal.Plural(a.total, "training", "trainings"),
			r.Protocol.Main, page.Short(a.value))
		if len(arms) > 1 {
			part = a.name + " " + part
		}
		if a.gate < 0 {
			part += ", term gate " + terminal.Signed(a.gate, 2)
		}
		lowest = min(lowest, a.gate)
		parts = append(parts, part)
	}
	f.Evidence = fmt.Sprintf("no epoch was better on dev than the untrained model, which was tested instead, %s; %s has %s",
		strings.Join(parts, "; "), systems.FirstStage(), page.Short(first))
	if lowest < 0 {
		f.Evidence += "; where the term gate is below 0, the frequent words of a query count most, stop words among them (try fewer axiomatic " +
			"pairs with --ratio, or gen.stopwords)"
	}
	return []page.Finding{f}
}

// vainArms returns the arms below the first stage's measure some of whose trainings were in vain.
func vainArms(r *Result, first float64) (list []vainArm) {
	systems := r.Systems()
	for _, arm := range r.Arms {
		a := vainArm{name: arm.Name, total: len(arm.Seeds)}
		for _, s := range arm.Seeds {
			if n := len(s.Training); n > 0 && s.BestEpoch == 0 {
				a.trainings++
				a.gate += s.Training[n-1].Gate
			}
		}
		var isMeasured bool
		if a.value, isMeasured = systems.Scores(arm.Name)[r.Protocol.Main]; a.trainings == 0 || !isMeasured || a.value >= first {
			continue
		}
		a.gate /= float64(a.trainings)
		list = append(list, a)
	}
	return list
}
