package report

import (
	"io"
	"strings"

	"github.com/axiomine/axiomine/internal/catalogue"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// HTML writes the whole report as one page of well-formed XML: figures inline, no script, no network,
// light or dark as the reader's system.
func (r *Result) HTML(w io.Writer) error {
	var findings []page.Finding
	for _, sentence := range r.Findings {
		findings = append(findings, page.FindingOf(sentence))
	}
	return page.Page{Kind: "axiomine experiment report", Title: r.Title, Found: r.answerText(), Sure: r.confidenceText(),
		Next:     page.Next{Why: "rank with a trained model", Command: "axiomine train rerank --model models/NAME.json --data DIR > run.txt"},
		Glossary: catalogue.Meanings(r.Axioms()), Findings: findings, Facts: r.Facts(),
		Warnings: r.Warnings, Sections: r.sections(), Command: r.Command, Seeds: page.Capital(r.SeedsText()),
		Versions: page.VersionsText(r.Versions),
		Runs:     true}.HTML(w)
}

// openGains is the number of tests of the main measure whose figure per query is open at first; the others are folded.
const openGains = 2

// sections returns the answer and then the evidence: scores, tests, single queries, training, axioms,
// pools, runs, settings.
func (r *Result) sections() []page.Section {
	var list []page.Section
	add := func(title string, f *page.Figure, t *table.Table) {
		list = append(list, page.Section{Title: title, Figure: f, Table: t})
	}
	main := r.Protocol.Main
	add("Scores", nil, r.summaryTable(false))
	add("Published beside ours", nil, r.PublishedTable())
	add(main+" of each system", r.effectFigure(), nil)
	add("Tests", nil, r.TestsTable())
	gains := 0
	for _, t := range r.Tests {
		if t.Measure != main || t.Split != "test" {
			continue
		}
		if f := r.GainFigure(t); f != nil {
			list = append(list, page.Section{Title: "Gain per query: " + t.A + " → " + t.B, Figure: f, Folded: gains >= openGains})
			gains++
		}
	}
	add("Training", r.TrainingFigure(), nil)
	add("Axioms fulfilled", r.FulfilmentFigure(), r.fulfilmentTable())
	add("Axioms before and after", nil, r.mendedTable())
	add("Length skew of the pools", r.SkewFigure(), r.poolsTable())
	add("What the arms chose from", nil, r.choicesTable())
	add("Runs", nil, r.runsTable())
	add("Settings", nil, r.SettingsTable())
	return list
}

// Facts returns the few numbers that describe the experiment.
func (r *Result) Facts() [][2]string {
	p := r.Protocol
	var splits []string
	for _, s := range p.Splits {
		splits = append(splits, terminal.Grouped(s.Queries)+" "+s.Name)
	}
	list := [][2]string{{"collection", p.Collection}, {"documents", terminal.Grouped(p.Documents)}}
	if len(splits) > 0 {
		list = append(list, [2]string{"queries", strings.Join(splits, ", ")})
	}
	return append(list, [2]string{"judged training queries", terminal.Grouped(p.JudgedQueries)},
		[2]string{"seeds", strings.TrimPrefix(r.SeedsText(), "seed ")}, [2]string{"candidates", p.Candidates})
}
