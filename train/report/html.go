package report

import (
	"io"
	"strings"

	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// HTML writes the whole report as one page of well-formed XML: figures inline, no script, no network,
// light or dark as the reader's system.
func (r *Result) HTML(w io.Writer) error {
	headline, main, systems := findHeadline(r.Tests, r.Headline), r.Protocol.Main, r.Systems()
	return page.Page{Kind: "axiomine experiment report", Title: r.Title, Found: answerText(systems, main, headline),
		Sure:     confidenceText(headline, len(r.Tests), systems.countQueries(main), len(r.Seeds)),
		Next:     page.MoreSeeds(r.Command, len(r.Seeds)),
		Glossary: catalogue.Meanings(r.Axioms()), Findings: page.FindingsOf(r.Findings), Facts: Facts(r.Protocol, r.Seeds),
		Warnings: r.Warnings, Command: r.Command, Seeds: page.Capital(SeedsText(r.Seeds)), Versions: r.Versions, Runs: true,
		Sections: r.sections()}.HTML(w)
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
	main, systems := r.Protocol.Main, r.Systems()
	add("Scores", nil, summaryTable(systems, r.Protocol.Measures, r.Seeds, nil))
	add("Published beside ours", nil, PublishedTable(r))
	add(main+" of each system", effectFigure(systems, main), nil)
	add("Tests", nil, TestsTable(r.Tests))
	list = append(list, gainSections(systems, r.Tests, main)...)
	add("Training", TrainingFigure(r.Arms, main), nil)
	add("Axioms fulfilled", FulfilmentFigure(r.Fulfilment, systems), fulfilmentTable(r.Fulfilment))
	add("Axioms before and after", nil, mendedTable(r.Mended, r.Arms, main))
	add("Pools", nil, poolsTable(r.Pools))
	add("What the arms chose from", nil, choicesTable(r.Arms, main))
	add("Runs", nil, runsTable(r.Arms, r.Protocol))
	add("Settings", nil, SettingsTable(r.Protocol, systems))
	return list
}

// gainSections returns a figure for each test of a measure on the test queries.
func gainSections(systems Systems, tests []Test, measure string) (list []page.Section) {
	for _, t := range tests {
		if t.Measure != measure || t.Split != "test" {
			continue
		}
		if f := GainFigure(systems, t); f != nil {
			list = append(list, page.Section{Title: "Gain per query: " + t.A + " → " + t.B, Figure: f, Folded: len(list) >= openGains})
		}
	}
	return list
}

// Facts returns the few numbers that describe the experiment.
func Facts(p Protocol, seeds []uint64) [][2]string {
	var splits []string
	for _, s := range p.Splits {
		splits = append(splits, terminal.Group(s.Queries)+" "+s.Name)
	}
	list := [][2]string{{"collection", p.Collection}, {"documents", terminal.Group(p.Documents)}}
	if len(splits) > 0 {
		list = append(list, [2]string{"queries", strings.Join(splits, ", ")})
	}
	return append(list, [2]string{"judged training queries", terminal.Group(p.JudgedQueries)},
		[2]string{"seeds", strings.TrimPrefix(SeedsText(seeds), "seed ")}, [2]string{"candidates", p.Candidates})
}

// TablesFile is the file of a finished folder with the tables and sentences that its command printed, and all details.
const TablesFile = "tables.json"

// WriteFiles writes a record, which a file of JSON keeps, its page, and its tables.
func WriteFiles(out *result.Dir, file, page string, record interface {
	HTML(io.Writer) error
	Results() *table.Results
}) ([]result.File, error) {
	numbers, err := out.WriteJSON(file, record)
	if err != nil {
		return nil, err
	}
	html, err := out.WriteFile(page, record.HTML)
	if err != nil {
		return nil, err
	}
	tables, err := out.WriteJSON(TablesFile, record.Results())
	return []result.File{numbers, html, tables}, err
}
