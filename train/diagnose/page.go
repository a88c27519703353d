package diagnose

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// HTML writes a diagnosis as one page with figures.
func (r *Result) HTML(w io.Writer) error {
	p := page.Page{Kind: "axiomine diagnosis", Title: "How far " + terminal.Plural(len(r.Runs), "run obeys", "runs obey") + " the axioms",
		Found: r.Answer(), Next: r.Next, Sure: r.basisText(), Warnings: r.Notes, Command: r.Command, Sections: r.sections()}
	p.Sections[0], p.Sections[1] = p.Sections[1], p.Sections[0] // the shares first, with their figure
	var names []string
	for i := range r.Axioms {
		names = append(names, r.Axioms[i].Axiom)
	}
	p.Glossary = catalogue.Meanings(names)
	p.Facts = [][2]string{{"runs", strconv.Itoa(len(r.Runs))}, {"queries", strconv.Itoa(r.Queries)},
		{"candidates", strconv.Itoa(r.Candidates)}, {"axioms", strconv.Itoa(len(r.Axioms))}}
	return p.HTML(w)
}

// basisText returns the sizes of the diagnosis, and a caution that shares are not quality.
func (r *Result) basisText() string {
	quality := "MAP says how good a ranking is"
	if !slices.ContainsFunc(r.Runs, func(run RunResult) bool { return run.Effectiveness != nil }) {
		quality = "without judgements (--qrels) nothing says how good a ranking is"
	}
	return fmt.Sprintf("%s on %s with %s. Obeying more axioms is not quality: %s.", terminal.Plural(len(r.Runs), "run", "runs"),
		terminal.Plural(r.Queries, "query", "queries"), terminal.Plural(r.Candidates, "candidate", "candidates"), quality)
}

// sections returns the tables that text and page have: the runs, the shares that they fulfil with a figure, then the details. Only JSON has
// the counts within each step of delta*.
func (r *Result) sections() []page.Section {
	shares := sharesTable(r.Runs, r.Axioms)
	fulfilled := page.Dots{Axis: "share of instances fulfilled", High: 1, Guide: 0.5, Rows: shares.Names(),
		Series: page.SeriesOf(shares, 3, len(shares.Columns)),
		Caption: "Each row is an axiom, each mark a run: the share of the axiom's instances among the candidates that the run's scores " +
			"fulfil. Further right obeys more, which is not quality; tossing a coin gives about 0.5 (dashed)." + rareText(r.Axioms)}
	return []page.Section{{Title: "Effectiveness and fulfilment", Table: runsTable(r.Runs)},
		{Title: "Axioms fulfilled", Figure: fulfilled.Figure(), Table: shares},
		{Title: "Margins and importance", Table: marginsTable(r.Axioms), Folded: true},
		{Title: "Tests between runs", Table: testsTable(r.Tests)},
		{Title: "Agreement with the judgements", Table: agreementTable(r.Axioms)},
		{Title: "nDCG by overlap of query and relevant documents", Table: overlapTable(r.Runs, r.Terciles, r.Uncovered), Folded: true},
		{Title: "Published beside ours", Table: publishedTable(r.Published)}}
}

// rareText returns sentences on the axioms without instances and with fewer than page.Fewest, or "".
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
