package bounds

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/catalogue"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// reach returns the part of the axis, in whole tenths, that holds the first measure of a run and of its
// rankings.
func (r *RunResult) reach() (low, high float64) {
	low, high = r.Measures[0].Mean, r.Measures[0].Mean
	for _, a := range r.Axioms {
		for _, ranking := range a.Rankings {
			mean := ranking.Measures[0].MeanB
			low, high = min(low, mean), max(high, mean)
		}
	}
	return math.Floor(10*low) / 10, min(1, math.Floor(10*high)/10+0.1)
}

// HTML writes bounds as one page, a figure and a table for each run.
func (r *Result) HTML(w io.Writer) error {
	p := page.Page{Kind: "axiomine bounds", Title: "What " + terminal.Plural(len(r.Runs), "run", "runs") + " could gain from axioms",
		Found: r.answerText(), Sure: r.confidenceText(), Glossary: catalogue.Meanings(r.axioms()),
		Facts: [][2]string{{"runs", strconv.Itoa(len(r.Runs))}}, Warnings: r.Notes,
		Command: r.Command,
		Next:    page.Next{Why: "what a run gets wrong, with tests", Command: r.Next}}
	for i := range r.Runs {
		run := &r.Runs[i]
		p.Facts = append(p.Facts, [2]string{"queries of " + run.Run, strconv.Itoa(run.Queries)})
		low, high := run.reach()
		d := page.Dots{Axis: "MAP", Low: low, High: high, Guide: run.Measures[0].Mean,
			Caption: "Each row is an axiom or a named set, each mark a ranking of the run's candidates; the dashed line is the run's own MAP. " +
				strings.ReplaceAll(Legend, "\n", " ")}
		for k, kind := range kinds {
			s := page.Series{Name: kind}
			for _, a := range run.Axioms {
				t := &a.Rankings[k].Measures[0]
				s.Values = append(s.Values, t.MeanB)
				s.Notes = append(s.Notes, fmt.Sprintf("%s (%s; %s of %s obeyed)", four(t.MeanB), terminal.Signed(t.Diff, 4),
					terminal.Group(a.Rankings[k].Obeyed), terminal.Plural(a.Rankings[k].Preferences, "preference", "preferences")))
			}
			d.Series = append(d.Series, s)
		}
		for _, a := range run.Axioms {
			d.Rows = append(d.Rows, a.Axiom)
		}
		p.Sections = append(p.Sections, page.Section{Title: "Bounds of " + run.Run, Figure: d.Figure(), Table: run.table()})
	}
	return p.HTML(w)
}
