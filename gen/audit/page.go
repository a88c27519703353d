package audit

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/shortcut"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// WritePage writes the report as one HTML page; command makes it again, and next is the command to go on with.
func (r *Report) WritePage(w io.Writer, command string, next page.Next) error {
	p := page.Page{Kind: "axiomine audit", Title: "What is wrong with the training set", Found: r.Worst(), Command: command, Next: next}
	if len(r.Findings) > 0 {
		p.Sure = worstOf(r.Findings).Advice
	}
	p.Facts = [][2]string{{"rows", terminal.Group(r.Rows)}, {"queries", terminal.Group(r.Queries)},
		{"effective queries", terminal.Group(int(math.Round(r.EffectiveQueries)))}, {"texts", terminal.Group(r.Texts)},
		{"checks", strconv.Itoa(len(r.Checked))}}
	if r.FalseNegatives != nil {
		p.Facts = append(p.Facts, [2]string{"false negatives, estimated", fmt.Sprintf("%s (%s to %s)", percent(r.FalseNegatives.Share),
			percent(r.FalseNegatives.Low), percent(r.FalseNegatives.High))})
	}
	for _, n := range r.NotRead {
		p.Warnings = append(p.Warnings, fmt.Sprintf("not read, %s: %s (%s)", terminal.Group(n.Count), n.Reason, places(n)))
	}
	for _, n := range r.Remarks {
		p.Warnings = append(p.Warnings, fmt.Sprintf("noted, %s: %s (%s)", terminal.Group(n.Count), n.Reason, places(n)))
	}
	p.Sections = append(p.Sections,
		section("Findings", findingsTable(r.Findings)),
		section("What to do", adviceTable(r.Findings)),
		section("Examples", examplesTable(r.Findings)))
	if r.Shortcuts != nil {
		p.Sections = append(p.Sections, shortcutsSection(r.Shortcuts))
	}
	p.Sections = append(p.Sections,
		section("False negatives in a batch", batchesTable(r.Batches)),
		section("Changes", changesTable(r.Changes)),
		section("Not checked", notCheckedTable(r.NotChecked)))
	return p.HTML(w)
}

func section(title string, t *table.Table) page.Section { return page.Section{Title: title, Table: t} }

func findingsTable(findings []Finding) *table.Table {
	t := &table.Table{Caption: "Findings, worst severity first.", Columns: table.Mixed(2, "code", "severity", "rows", "share")}
	for _, f := range findings {
		t.Add(f.Code, f.Severity, terminal.Group(f.Count), percent(f.Share))
	}
	return t
}

func adviceTable(findings []Finding) *table.Table {
	t := &table.Table{Caption: "What each finding means, and what to do.", Columns: table.Mixed(2, "code", "what to do")}
	for _, f := range findings {
		t.Add(f.Code, f.Title+". "+f.Advice)
	}
	return t
}

func examplesTable(findings []Finding) *table.Table {
	t := &table.Table{Caption: "The first rows of each finding. flags.parquet has all.",
		Columns: table.Mixed(3, "code", "why", "file", "line", "row")}
	for _, f := range findings {
		for _, e := range f.Examples {
			t.Add(f.Code, e.Reason, e.File, strconv.Itoa(e.Line), strconv.Itoa(e.Row))
		}
	}
	return t
}

func shortcutsSection(m *shortcut.Result) page.Section {
	chart := page.Dots{Caption: "Share of the pairs that a scorer orders right that sees one thing only; .5 is chance. Left to learn: " +
		percent(m.Left) + ".", Axis: "share of pairs ordered right", Low: 0.4, High: 1, Guide: 0.5}
	t := &table.Table{Caption: "The same in numbers; the last column is two standard errors below.",
		Columns: table.Mixed(1, "sees only", "ordered right", "at least")}
	values := []float64{}
	for _, reach := range m.Reached {
		chart.Rows = append(chart.Rows, scorerNames[reach.Name])
		values = append(values, reach.Share)
		t.Add(scorerNames[reach.Name], percent(reach.Share), percent(reach.Low))
	}
	chart.Series = []page.Series{{Name: "on queries that it was not fitted on", Values: values}}
	return page.Section{Title: "Shortcuts", Figure: chart.Figure(), Table: t}
}

func batchesTable(shares map[string]float64) *table.Table {
	t := &table.Table{Caption: "Share of rows that meet a false negative in a random batch: a row of the same query, or of the same positive.",
		Columns: table.Mixed(1, "batch size", "rows")}
	for _, size := range check.BatchSizes {
		t.Add(terminal.Group(size), percent(shares[strconv.Itoa(size)]))
	}
	return t
}

func changesTable(changes []Change) *table.Table {
	t := &table.Table{Caption: "Rows of each finding that changed since the baseline.", Columns: table.Mixed(1, "code", "before", "now")}
	for _, c := range changes {
		t.Add(c.Code, strconv.Itoa(c.Earlier), strconv.Itoa(c.Now))
	}
	return t
}

func notCheckedTable(sentences []string) *table.Table {
	t := &table.Table{Caption: "What this audit did not look at.", Columns: table.Mixed(1, "not checked")}
	for _, sentence := range sentences {
		t.Add(sentence)
	}
	return t
}
