package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// page returns the report: the answer, then the evidence. All forms of the report have its tables.
func (r *Result) page() *page.Page {
	main, systems := r.Protocol.Main, r.Systems()
	p := &page.Page{Kind: "axiomine experiment report", Title: r.Title, Next: page.MoreSeeds(r.Command, len(r.Seeds)),
		Found:    "No test compares training with and without axiomatic pairs here.",
		Glossary: catalogue.Meanings(r.Axioms()), Facts: facts(r.Protocol, r.Seeds), Warnings: r.Warnings, Command: r.Command,
		Seeds: SeedsText(r.Seeds), Versions: r.Versions, Runs: true}
	rest := r.Findings
	if i := slices.IndexFunc(r.Tests, r.isHeadline); i >= 0 && len(rest) > 0 {
		first := systems.FirstStage()
		p.Found = fmt.Sprintf("Axiomatic pairs %s; %s alone has %s.", ChangeText(r.Tests[i]), first, page.Short(systems.Scores(first)[main]))
		p.Sure, rest = rest[0], rest[1:]
	}
	p.Findings = page.FindingsOf(rest)
	fulfilled := fulfilmentTable(r.Fulfilment)
	p.Sections = []page.Section{{Title: "Scores", Table: summaryTable(systems, r.Protocol.Measures, r.Seeds, nil)},
		{Table: PublishedTable(r)}, {Title: main + " of each system", Figure: effectFigure(systems, main)}, {Table: TestsTable(r.Tests)},
		{Table: poolsTable(r.Pools)}, {Figure: fulfilmentFigure(fulfilled), Table: fulfilled},
		{Table: mendedTable(r.Mended, r.Arms, main)}, {Table: ChoicesTable(main, Explored{Arms: r.Arms})},
		{Table: runsTable(r.Arms, r.Protocol)}, {Table: settingsTable(r.Protocol, systems)}}
	return p
}

func (r *Result) isHeadline(t Test) bool {
	return r.Headline != nil && t.A == r.Headline.A && t.B == r.Headline.B && t.Measure == r.Headline.Measure && t.Split == "test"
}

// HTML writes the whole report as one page of well-formed XML with inline figures. It needs no script and no network.
func (r *Result) HTML(w io.Writer) error { return r.page().HTML(w) }

// Results returns the whole report for a terminal.
func (r *Result) Results() *table.Results {
	p := r.page()
	return p.Close(new(table.Results).Say("%s", r.Title).And(r.Summary()).Details(p.Tables(2)))
}

// Summary returns what a command prints at its end: the headline, systems by measures, then the other findings. The
// fulfilment of axioms and the findings of other tests are details.
func (r *Result) Summary() *table.Results {
	published := PublishedTable(r)
	published.Name = "published"
	out, rest := new(table.Results), r.Findings
	if r.Headline != nil && len(rest) > 0 {
		out.Say("%s", rest[0])
		rest = rest[1:]
	}
	out.Table(summaryTable(r.Systems(), r.Protocol.Measures, r.Seeds, r.Fulfilment)).Table(published)
	minor := r.findings()
	for _, sentence := range rest {
		if line := new(table.Results).Say("%s", sentence); slices.ContainsFunc(minor, func(f page.Finding) bool { return f.String() == sentence }) {
			out.Details(line)
		} else {
			out.And(line)
		}
	}
	return out
}

// effectFigure returns a figure of a measure of each system with its 95 % interval over the test queries; nil for no system.
func effectFigure(systems Systems, main string) *page.Figure {
	d := page.Dots{Axis: main + " on the test queries", Caption: "Marks are means over the test queries, bars their 95 % intervals over " +
		"queries. Intervals of two systems may overlap although their paired difference is clear: see the tests."}
	s := page.Series{Name: "mean and interval"}
	for _, name := range systems.Names() {
		mean, ok := systems.Scores(name)[main]
		if !ok {
			continue
		}
		low, high, note := math.NaN(), math.NaN(), page.Score(mean)
		if ci := SpreadOf(main, nil, valuesOf(systems.PerQuery(name, main))).CI95; ci != nil {
			low, high = ci[0], ci[1]
			note += fmt.Sprintf(", interval [%s, %s]", page.Short(low), page.Short(high))
		}
		if arm := systems.Arms.Find(name); arm != nil && len(arm.Seeds) > 1 {
			note += ", seeds " + page.SpanText(arm.SeedValues(main))
		}
		d.Rows, s.Values, s.Notes = append(d.Rows, name), append(s.Values, mean), append(s.Notes, note)
		s.Low, s.High = append(s.Low, low), append(s.High, high)
	}
	if len(d.Rows) == 0 {
		return nil
	}
	d.Guide, d.Series = s.Values[0], []page.Series{s}
	d.Caption += " The dashed line continues " + d.Rows[0] + "."
	return d.Figure()
}

// fulfilmentFigure returns a figure of the shares in the table t of fulfilled axioms.
func fulfilmentFigure(t *table.Table) *page.Figure {
	d := page.Dots{Axis: "share of instances fulfilled", Low: 0.4, High: 1, Guide: 0.5, Rows: t.Names(),
		Series: page.SeriesOf(t, 1, len(t.Columns)-1),
		Caption: "Each row is an axiom, each mark a model: the share of the axiom's instances on the test queries that the model's scores " +
			"fulfil. Further right obeys more, which is not quality; tossing a coin gives about 0.5 (dashed)."}
	return d.Figure()
}

// facts returns the names and values that describe the data of the experiment.
func facts(p Protocol, seeds []uint64) [][2]string {
	splits := lists.Map(p.Splits, func(s Split) string { return terminal.Group(s.Queries) + " " + s.Name })
	list := [][2]string{{"collection", p.Collection}, {"documents", terminal.Group(p.Documents)}}
	if len(splits) > 0 {
		list = append(list, [2]string{"queries", strings.Join(splits, ", ")})
	}
	return append(list, [2]string{"judged training queries", terminal.Group(p.JudgedQueries)},
		[2]string{"seeds", strings.TrimPrefix(SeedsText(seeds), "seed ")}, [2]string{"candidates", p.Candidates})
}

// TablesFile is the name of the file with the tables and sentences that a command printed, and all details.
const TablesFile = "tables.json"

// WriteFiles writes a record as JSON to file, as HTML to page, and its tables to TablesFile.
func WriteFiles(batch *result.Batch, file, page string, record interface {
	HTML(io.Writer) error
	Results() *table.Results
}) {
	batch.WriteJSON(file, record)
	batch.Write(page, record.HTML)
	batch.WriteJSON(TablesFile, record.Results())
}
