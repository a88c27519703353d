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
		Found: r.Answer(), Next: r.Next, Sure: r.basisText(), Warnings: r.Notes, Command: r.Command, Sections: r.sections()}
	p.Sections[0], p.Sections[1] = p.Sections[1], p.Sections[0]
	var names []string
	for i := range r.Axioms {
		names = append(names, r.Axioms[i].Axiom)
		if r.Axioms[i].maxInstances() > 0 {
			p.Sections = append(p.Sections, boundSection(r.Runs, &r.Axioms[i]))
		}
	}
	p.Glossary = catalogue.Meanings(names)
	p.Facts = [][2]string{{"runs", strconv.Itoa(len(r.Runs))}, {"queries", strconv.Itoa(r.Queries)},
		{"candidates", strconv.Itoa(r.Candidates)}, {"axioms", strconv.Itoa(len(r.Axioms))}}
	return p.HTML(w)
}

// basisText returns what the shares rest on, and what they do not say.
func (r *Result) basisText() string {
	quality := "MAP says how good a ranking is"
	if !slices.ContainsFunc(r.Runs, func(run RunResult) bool { return run.Effectiveness != nil }) {
		quality = "without judgements (--qrels) nothing says how good a ranking is"
	}
	return fmt.Sprintf("%s on %s with %s. Obeying more axioms is not quality: %s.", terminal.Plural(len(r.Runs), "run", "runs"),
		terminal.Plural(r.Queries, "query", "queries"), terminal.Plural(r.Candidates, "candidate", "candidates"), quality)
}

// sections returns the tables of every form, with their figures: the runs, the shares that they fulfil, then the details.
func (r *Result) sections() []page.Section {
	runs, shares, margins := runsTable(r.Runs), sharesTable(r.Runs, r.Axioms), marginsTable(r.Axioms)
	overlap := overlapTable(r.Runs, r.Terciles, r.Uncovered)
	fulfilled := page.Dots{Axis: "share of instances fulfilled", High: 1, Guide: 0.5, Rows: axiomNames(shares),
		Series: page.SeriesOf(shares, 3, len(shares.Columns)),
		Caption: "Each row is an axiom, each mark a run: the share of the axiom's instances among the candidates that the run's scores " +
			"fulfil. Further right obeys more, which is not quality; tossing a coin gives about 0.5 (dashed)." + rareText(r.Axioms)}
	margin := page.Dots{Axis: "mean margin", Low: -0.4, High: 0.4,
		Caption: "Each row is an axiom, each mark a run: by how much the run scores the preferred document above the other one, on average " +
			"over the instances, in standard deviations of its scores for the query's candidates."}
	margin.Rows, margin.Series = page.SeriesBy(margins, 0, 1, 5)
	byOverlap := page.Dots{Axis: "nDCG", High: 1, Rows: axiomNames(overlap), Series: page.SeriesOf(overlap, 2, len(overlap.Columns)),
		Caption: "The queries in three equal parts by the share of their terms that their relevant documents hold: from little overlap to much."}
	return []page.Section{{Title: "Effectiveness and fulfilment", Figure: effectivenessFigure(r.Runs), Table: runs},
		{Title: "Axioms fulfilled", Figure: figureOf(fulfilled), Table: shares},
		{Title: "Fulfilment by length bound", Table: boundsTable(r.Axioms), Folded: true},
		{Title: "Margins and importance", Figure: figureOf(margin), Table: margins, Folded: true},
		{Title: "Tests between runs", Table: testsTable(r.Tests)},
		{Title: "Differences by length bound", Table: testsByBoundTable(r.Tests), Folded: true},
		{Title: "Perturbed copies", Table: perturbedTable(r.Runs, r.Perturbed)},
		{Title: "Agreement with the judgements", Table: agreementTable(r.Axioms)},
		{Title: "Agreement by length bound", Figure: agreementFigure(r.Axioms), Table: agreementByBoundTable(r.Axioms), Folded: true},
		{Title: "Correlations", Table: correlationsTable(r.Correlations), Folded: true},
		{Title: "nDCG by overlap of query and relevant documents", Figure: figureOf(byOverlap), Table: overlap, Folded: true},
		{Title: "Published beside ours", Table: publishedTable(r.Published)}}
}

// axiomNames returns the first cells of a table.
func axiomNames(t *table.Table) (names []string) {
	for _, row := range t.Rows {
		names = append(names, row[0])
	}
	return names
}

// figureOf draws a chart; nil for one without a row.
func figureOf(d page.Dots) *page.Figure {
	if len(d.Rows) == 0 {
		return nil
	}
	return d.Figure()
}

// effectivenessFigure draws MAP against the share of all instances, with a mark for each run.
func effectivenessFigure(runs []RunResult) *page.Figure {
	l := page.Lines{X: "share of all instances", Y: "MAP",
		Caption: "Each mark is a run: its MAP against the share that it fulfils of the instances of all axioms."}
	for i, run := range runs {
		if run.Effectiveness == nil {
			return nil
		}
		s := page.Series{Name: run.Run, Values: slices.Repeat([]float64{math.NaN()}, len(runs))}
		s.Values[i] = run.MAP
		l.Xs, l.Series = append(l.Xs, run.MeanFulfilment), append(l.Series, s)
	}
	return l.Figure()
}

// shareOrNaN returns the share, or NaN without an instance.
func shareOrNaN(c Count) float64 {
	if c.Instances == 0 {
		return math.NaN()
	}
	return c.Share()
}

// rareText returns a sentence about the axioms without an instance, and those with so few that their shares say nothing.
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

// boundSection shows how an axiom's fulfilment changes with the relative length bound.
func boundSection(runs []RunResult, a *AxiomResult) page.Section {
	l := page.Lines{X: "delta*", Y: "share fulfilled", Caption: "The share of instances that each run fulfils among those whose " +
		"lengths differ by at most delta* of the longer one. At 1 every instance counts."}
	for i, run := range runs {
		s := page.Series{Name: run.Run}
		l.Xs = nil
		for _, step := range a.Fulfilment[i].ByDeltaStar {
			l.Xs, s.Values = append(l.Xs, step.DeltaStar), append(s.Values, shareOrNaN(step.Count))
		}
		l.Series = append(l.Series, s)
	}
	return page.Section{Title: a.Axiom + " by length bound", Figure: l.Figure(), Folded: true}
}

// agreementFigure draws how the agreement changes with the relative length bound, with a line for each axiom.
func agreementFigure(results []AxiomResult) *page.Figure {
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
			share := math.NaN()
			if step.Share != nil {
				share = *step.Share
			}
			l.Xs, s.Values = append(l.Xs, step.DeltaStar), append(s.Values, share)
		}
		l.Series = append(l.Series, s)
	}
	return l.Figure()
}
