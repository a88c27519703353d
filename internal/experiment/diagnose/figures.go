package diagnose

import (
	"fmt"
	"math"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// differenceSection shows how far an axiom's fulfilment within each length bound is from that within
// the smallest bound that has an instance (Rennings 2019, figures 4.7 and 4.8).
func differenceSection(runs []RunResult, a *AxiomResult) page.Section {
	l := page.Lines{X: "delta*", Y: "absolute difference", Caption: "The absolute difference between the share that each run fulfils within " +
		"delta* and its share within the smallest bound that has an instance. Far from 0, the length of documents decides."}
	for _, step := range a.Fulfilment[0].ByDeltaStar {
		l.Xs = append(l.Xs, step.DeltaStar)
	}
	for i, run := range runs {
		s := page.Series{Name: run.Run}
		first := math.NaN()
		for _, step := range a.Fulfilment[i].ByDeltaStar {
			share := shareOrNaN(step.Count)
			if math.IsNaN(first) {
				first = share
			}
			difference := math.Abs(share - first)
			s.Values = append(s.Values, difference)
			s.Notes = append(s.Notes, fmt.Sprintf("%.4f from %.4f, %s", difference, first, terminal.Plural(step.Instances, "instance", "instances")))
		}
		l.Series = append(l.Series, s)
	}
	return page.Section{Title: a.Axiom + ", difference to the smallest bound", Figure: l.Figure()}
}

// axiomSections shows MAP against each axiom's fulfilment, with a trend line where there are at least
// three runs (Rennings 2019, figures 4.2 and 4.3).
func axiomSections(runs []RunResult, results []AxiomResult, correlations []Correlation) (list []page.Section) {
	if len(runs) < 2 {
		return nil
	}
	for _, a := range results {
		p := page.Points{X: "share fulfilled of " + a.Axiom, Y: "MAP", Trend: len(runs) > 2,
			Caption: "Each mark is a run: its MAP against the share of the axiom's instances that it fulfils. Fulfilment is not quality."}
		for i, run := range runs {
			f := a.Fulfilment[i]
			if f.Instances == 0 {
				continue
			}
			p.Series = append(p.Series, page.Series{Name: run.Run, Values: []float64{f.Share, run.MAP}})
		}
		for _, c := range correlations {
			if c.Axiom == a.Axiom {
				p.Caption += fmt.Sprintf(" The dashed line is the least-squares trend; Pearson's r is %.3f over %s.", c.R,
					terminal.Plural(len(p.Series), "run", "runs"))
			}
		}
		if len(p.Series) > 1 {
			list = append(list, page.Section{Title: a.Axiom + ": MAP and fulfilment", Figure: p.Figure()})
		}
	}
	return list
}
