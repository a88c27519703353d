package diagnose

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// HTML writes a diagnosis as one page with figures.
func (r *Result) HTML(w io.Writer) error {
	p := page.Page{Kind: "axiomine diagnosis", Title: "How far " + terminal.Plural(len(r.Runs), "run obeys", "runs obey") + " the axioms",
		Found: r.Answer(),
		Next:  r.Next,
		Sure:  confidenceText(r.Tests, r.Queries, r.Candidates), Warnings: r.Notes, Command: r.Command}
	var names []string
	for i := range r.Axioms {
		names = append(names, r.Axioms[i].Axiom)
	}
	p.Glossary = catalogue.Meanings(names)
	p.Facts = [][2]string{{"runs", strconv.Itoa(len(r.Runs))}, {"queries", strconv.Itoa(r.Queries)},
		{"candidates", strconv.Itoa(r.Candidates)}, {"axioms", strconv.Itoa(len(r.Axioms))}}
	p.Sections = []page.Section{fulfilmentSection(r.Runs, r.Axioms), {Title: "Tests between runs", Table: testsTable(r.Tests)},
		{Title: "Agreement with the judgements", Table: agreementTable(r.Axioms)}, effectivenessSection(r.Runs, r.Correlations),
		{Title: "Published beside ours", Table: publishedTable(r.Published)}}
	for _, s := range r.detailSections() {
		s.Folded = true
		p.Sections = append(p.Sections, s)
	}
	return p.HTML(w)
}

// detailSections returns what the page shows only when asked: margins and the length bounds of each axiom.
func (r *Result) detailSections() []page.Section {
	list := []page.Section{marginsSection(r.Runs, r.Axioms), {Title: "Fulfilment by length bound", Table: boundsTable(r.Axioms)},
		{Title: "Differences by length bound", Table: testsByBoundTable(r.Tests)}, agreementByBoundSection(r.Axioms),
		overlapSection(r.Runs, r.Terciles, r.Uncovered)}
	for i := range r.Axioms {
		a := &r.Axioms[i]
		if slices.ContainsFunc(a.Fulfilment, func(f RunFulfilment) bool { return f.Instances > 0 }) {
			list = append(list, boundSection(r.Runs, a))
		}
	}
	return list
}

// shareOrNaN returns the share, or NaN without an instance.
func shareOrNaN(c Count) float64 {
	if c.Instances == 0 {
		return math.NaN()
	}
	return c.Share()
}

// noteText returns how many instances are fulfilled, their share, and how many ties are left out.
func noteText(c Count) string {
	text := terminal.Group(c.Fulfilled) + " of " + terminal.Plural(c.Instances, "instance", "instances") + " (" + four(shareOrNaN(c)) + ")"
	if c.TiesLeftOut > 0 {
		text += ", " + terminal.Plural(c.TiesLeftOut, "tie", "ties") + " left out"
	}
	return text
}

// rareText names the axioms without an instance, and those with so few that their shares say nothing.
func rareText(results []AxiomResult) (text string) {
	var empty, few []string
	for _, a := range results {
		switch n := a.maxInstances(); {
		case n == 0:
			empty = append(empty, a.Axiom)
		case n < page.Fewest:
			few = append(few, a.Axiom)
		}
	}
	if len(empty) > 0 {
		text += " Without an instance: " + strings.Join(empty, ", ") + "."
	}
	if len(few) > 0 {
		text += fmt.Sprintf(" With fewer than %s instances, too few to say anything: %s.", terminal.Group(page.Fewest), strings.Join(few, ", "))
	}
	return text
}

// fulfilmentSection shows the share of each axiom's instances that each run fulfils.
func fulfilmentSection(runs []RunResult, results []AxiomResult) page.Section {
	d := page.Dots{Axis: "share of instances fulfilled", Low: 0, High: 1, Guide: 0.5,
		Caption: "Each row is an axiom, each mark a run: the share of the axiom's instances among the candidates that the run's scores " +
			"fulfil. Further right obeys more, which is not quality; tossing a coin gives about 0.5 (dashed)." +
			rareText(results)}
	t := &table.Table{Caption: "Instances that the run orders, and the share of them that it fulfils: the preferred document has the higher " +
		"score. Equal scores break a strict order; under a weak order they say nothing and are left out.",
		Columns: table.Mixed(3, "axiom", "order", "run", "instances", "fulfilled", "share", "ties left out")}
	for _, a := range results {
		d.Rows = append(d.Rows, a.Axiom)
		for _, f := range a.Fulfilment {
			t.Add(a.Axiom, a.Order, f.Run, strconv.Itoa(f.Instances), strconv.Itoa(f.Fulfilled), four(shareOrNaN(f.Count)),
				strconv.Itoa(f.TiesLeftOut))
		}
	}
	for i, run := range runs {
		s := page.Series{Name: run.Run}
		for _, a := range results {
			f := a.Fulfilment[i]
			s.Values = append(s.Values, shareOrNaN(f.Count))
			s.Notes = append(s.Notes, noteText(f.Count))
		}
		d.Series = append(d.Series, s)
	}
	return page.Section{Title: "Axioms fulfilled", Figure: d.Figure(), Table: t}
}

// boundSection shows how an axiom's fulfilment changes with the relative length bound.
func boundSection(runs []RunResult, a *AxiomResult) page.Section {
	l := page.Lines{X: "delta*", Y: "share fulfilled", Caption: "The share of instances that each run fulfils among those whose " +
		"lengths differ by at most delta* of the longer one. At 1 every instance counts."}
	for _, step := range a.Fulfilment[0].ByDeltaStar {
		l.Xs = append(l.Xs, step.DeltaStar)
	}
	for i, run := range runs {
		s := page.Series{Name: run.Run}
		for _, step := range a.Fulfilment[i].ByDeltaStar {
			s.Values = append(s.Values, shareOrNaN(step.Count))
			s.Notes = append(s.Notes, noteText(step.Count))
		}
		l.Series = append(l.Series, s)
	}
	return page.Section{Title: a.Axiom + " by length bound", Figure: l.Figure()}
}

// marginsSection shows the margins by which the runs obey the axioms, and the shares weighted by rank.
func marginsSection(runs []RunResult, results []AxiomResult) page.Section {
	d := page.Dots{Axis: "mean margin", Low: -0.4, High: 0.4, Guide: 0,
		Caption: "Each row is an axiom, each mark a run: by how much the run scores the preferred document above the other one, on average " +
			"over the instances, in standard deviations of its scores for the query's candidates."}
	for _, a := range results {
		d.Rows = append(d.Rows, a.Axiom)
	}
	for i, run := range runs {
		s := page.Series{Name: run.Run}
		for _, a := range results {
			f, margin := a.Fulfilment[i], math.NaN()
			if f.Instances > 0 {
				margin = f.Margin
			}
			s.Values = append(s.Values, margin)
			s.Notes = append(s.Notes, fmt.Sprintf("%s %s on %s", formatSigned(f.Margin), f.MarginCI, terminal.Plural(f.Queries, "query", "queries")))
		}
		d.Series = append(d.Series, s)
	}
	return page.Section{Title: "Margins and importance", Figure: d.Figure(), Table: marginsTable(results)}
}

// agreementByBoundSection shows how the agreement changes with the relative length bound, with a line
// for each axiom.
func agreementByBoundSection(results []AxiomResult) page.Section {
	l := page.Lines{X: "delta*", Y: "agreement", Caption: "Of the pairs with exactly one relevant document whose lengths differ by at " +
		"most delta* of the longer one: the share for which the axiom prefers the relevant one. Each line is an axiom; half is what tossing " +
		"a coin gives."}
	for _, a := range results {
		if a.AgreementByDeltaStar == nil {
			continue
		}
		s := page.Series{Name: a.Axiom}
		l.Xs = nil
		for _, step := range a.AgreementByDeltaStar {
			share, text := math.NaN(), "–"
			if step.Share != nil {
				share, text = *step.Share, four(*step.Share)
			}
			l.Xs = append(l.Xs, step.DeltaStar)
			s.Values = append(s.Values, share)
			s.Notes = append(s.Notes, fmt.Sprintf("%s to %s pairs (%s)", terminal.Group(step.RN), terminal.Group(step.NR), text))
		}
		l.Series = append(l.Series, s)
	}
	section := page.Section{Title: "Agreement by length bound", Table: agreementByBoundTable(results)}
	if len(l.Series) > 0 {
		section.Figure = l.Figure()
	}
	return section
}

// effectivenessSection plots MAP against fulfilment.
func effectivenessSection(runs []RunResult, correlations []Correlation) page.Section {
	p := page.Points{X: "share of all instances", Y: "MAP", Caption: "Each mark is a run: its MAP against the share that it fulfils of " +
		"the instances of all axioms."}
	t := runsTable(runs)
	for _, run := range runs {
		p.Series = append(p.Series, page.Series{Name: run.Run, Values: []float64{run.MeanFulfilment, run.MAP}})
	}
	for _, c := range correlations {
		if c.Axiom == "" {
			p.Caption += fmt.Sprintf(" Pearson's r is %.3f over %s.", c.R, terminal.Plural(len(runs), "run", "runs"))
		} else {
			t.Caption += fmt.Sprintf(" Pearson's r of MAP and the fulfilment of %s: %.3f.", c.Axiom, c.R)
		}
	}
	return page.Section{Title: "Effectiveness and fulfilment", Figure: p.Figure(), Table: t}
}

// overlapSection shows nDCG by thirds of the queries.
func overlapSection(runs []RunResult, terciles []Tercile, uncovered int) page.Section {
	d := page.Dots{Axis: "nDCG", Low: 0, High: 1,
		Caption: "The queries in three equal parts by the share of their terms that their relevant documents hold: from little overlap to much."}
	for _, run := range runs {
		d.Series = append(d.Series, page.Series{Name: run.Run})
	}
	for _, third := range terciles {
		d.Rows = append(d.Rows, third.name())
		for i, v := range third.NDCG {
			d.Series[i].Values = append(d.Series[i].Values, v)
		}
	}
	section := page.Section{Title: "nDCG by overlap of query and relevant documents", Table: overlapTable(runs, terciles, uncovered)}
	if len(d.Rows) > 0 {
		section.Figure = d.Figure()
	}
	return section
}
