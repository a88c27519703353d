package report

import (
	"io"
	"strings"

	"github.com/axiomine/axiomine/internal/catalogue"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// HTML writes the whole report as one page of well-formed XML: figures inline, no script, no network,
// light or dark as the reader's system.
func (r *Result) HTML(w io.Writer) error {
	var findings []page.Finding
	for _, sentence := range r.Findings {
		findings = append(findings, page.FindingOf(sentence))
	}
	return page.Write(w, page.Content{Kind: "axiomine experiment report", Title: r.Title, Found: r.answerText(), Sure: r.confidenceText(),
		Glossary: catalogue.Meanings(r.Axioms()), Findings: findings, Facts: r.Facts(),
		Warnings: r.Warnings, Sections: r.sections(), Command: r.Command, Seeds: page.Capital(r.SeedsText()),
		Versions: page.VersionsText(r.Versions),
		Runs:     true})
}

// openGains is the number of tests of the main measure whose figure per query is open at first; the others are folded.
const openGains = 2

// sections returns the answer and then the evidence: scores, tests, single queries, training, axioms,
// pools, runs, settings.
func (r *Result) sections() []page.Section {
	var list []page.Section
	add := func(title string, f *page.Figure, t *page.Table) {
		s := page.Section{Title: title, Figure: f}
		if t != nil && len(t.Rows) > 0 {
			s.Table = t.ForPage()
			s.Table.Folded = f != nil || len(t.Rows) > page.LongTable
		}
		if s.Figure != nil || s.Table != nil {
			list = append(list, s)
		}
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
func (r *Result) Facts() []page.Fact {
	p := r.Protocol
	var splits []string
	for _, s := range p.Splits {
		splits = append(splits, terminal.Grouped(s.Queries)+" "+s.Name)
	}
	list := []page.Fact{{Name: "collection", Value: p.Collection}, {Name: "documents", Value: terminal.Grouped(p.Documents)}}
	if len(splits) > 0 {
		list = append(list, page.Fact{Name: "queries", Value: strings.Join(splits, ", ")})
	}
	return append(list, page.Fact{Name: "judged training queries", Value: terminal.Grouped(p.JudgedQueries)},
		page.Fact{Name: "seeds", Value: strings.TrimPrefix(r.SeedsText(), "seed ")}, page.Fact{Name: "candidates", Value: p.Candidates})
}
