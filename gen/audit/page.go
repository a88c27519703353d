package audit

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/axiomine/axiomine/gen/audit/check"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// WritePage writes the report as one HTML page; command makes it again.
func (r *Report) WritePage(w io.Writer, command string) error {
	p := page.Page{Kind: "axiomine audit", Title: "What is wrong with the training set", Found: r.Worst(), Command: command}
	if len(r.Findings) > 0 {
		p.Sure = r.worst().Advice
	}
	p.Facts = [][2]string{{"rows", terminal.Grouped(r.Rows)}, {"queries", terminal.Grouped(r.Queries)},
		{"effective queries", terminal.Grouped(int(math.Round(r.EffectiveQueries)))}, {"texts", terminal.Grouped(r.Texts)},
		{"checks", strconv.Itoa(len(r.Checked))}}
	if r.FalseNegatives != nil {
		p.Facts = append(p.Facts, [2]string{"false negatives, estimated", fmt.Sprintf("%s (%s to %s)", percent(r.FalseNegatives.Share),
			percent(r.FalseNegatives.Low), percent(r.FalseNegatives.High))})
	}
	for _, n := range r.NotRead {
		p.Warnings = append(p.Warnings, fmt.Sprintf("not read, %d: %s (%s)", n.Count, n.Reason, places(n)))
	}
	for _, n := range r.Remarks {
		p.Warnings = append(p.Warnings, fmt.Sprintf("noted, %d: %s (%s)", n.Count, n.Reason, places(n)))
	}
	p.Chapters = append(p.Chapters, r.findingsChapter(), r.adviceChapter(), r.examplesChapter())
	if r.Shortcuts != nil {
		p.Chapters = append(p.Chapters, r.shortcutsChapter())
	}
	p.Chapters = append(p.Chapters, r.batchesChapter(), r.changesChapter(), r.notCheckedChapter())
	return p.HTML(w)
}

func (r *Report) findingsChapter() page.Chapter {
	t := &page.Texts{Caption: "Findings, worst severity first.", Left: 2, Heads: []string{"code", "severity", "rows", "share"}}
	for _, f := range r.Findings {
		t.Rows = append(t.Rows, []string{f.Code, f.Severity, terminal.Grouped(f.Count), percent(f.Share)})
	}
	return page.Chapter{Title: "Findings", Table: t}
}

func (r *Report) adviceChapter() page.Chapter {
	t := &page.Texts{Caption: "What each finding means, and what to do.", Left: 2, Heads: []string{"code", "what to do"}}
	for _, f := range r.Findings {
		t.Rows = append(t.Rows, []string{f.Code, f.Title + ". " + f.Advice})
	}
	return page.Chapter{Title: "What to do", Table: t}
}

func (r *Report) notCheckedChapter() page.Chapter {
	t := &page.Texts{Caption: "What this audit did not look at.", Left: 1, Heads: []string{"not checked"}}
	for _, sentence := range r.NotChecked {
		t.Rows = append(t.Rows, []string{sentence})
	}
	return page.Chapter{Title: "Not checked", Table: t}
}

func (r *Report) examplesChapter() page.Chapter {
	t := &page.Texts{Caption: "The first rows of each finding. flags.parquet has all.", Left: 3, Heads: []string{"code", "why", "file",
		"line", "row"}}
	for _, f := range r.Findings {
		for _, e := range f.Examples {
			t.Rows = append(t.Rows, []string{f.Code, e.Reason, e.File, strconv.Itoa(e.Line), strconv.Itoa(e.Row)})
		}
	}
	return page.Chapter{Title: "Examples", Table: t}
}

func (r *Report) shortcutsChapter() page.Chapter {
	chart := page.Dots{Caption: fmt.Sprintf("Share of the pairs that a scorer orders right that sees one thing only; .5 is chance. Left to "+
		"learn: %s.",
		percent(r.Shortcuts.Left)), Axis: "share of pairs ordered right", From: 0.4, To: 1, Guide: 0.5}
	t := &page.Texts{Caption: "The same in numbers; the last column is two standard errors below.", Left: 1,
		Heads: []string{"sees only", "ordered right", "at least"}}
	values := []float64{}
	for _, reach := range r.Shortcuts.Reached {
		chart.Rows = append(chart.Rows, scorerNames[reach.Name])
		values = append(values, reach.Share)
		t.Rows = append(t.Rows, []string{scorerNames[reach.Name], percent(reach.Share), percent(reach.Low)})
	}
	chart.Series = []page.Series{{Name: "on queries that it was not fitted on", Values: values}}
	return page.Chapter{Title: "Shortcuts", Chart: chart, Table: t}
}

func (r *Report) batchesChapter() page.Chapter {
	t := &page.Texts{Caption: "Share of rows that meet a false negative in a random batch: a row of the same query, or of the same positive.",
		Left: 1, Heads: []string{"batch size", "rows"}}
	for _, size := range check.BatchSizes {
		t.Rows = append(t.Rows, []string{strconv.Itoa(size), percent(r.Batches[strconv.Itoa(size)])})
	}
	return page.Chapter{Title: "False negatives in a batch", Table: t}
}

func (r *Report) changesChapter() page.Chapter {
	t := &page.Texts{Caption: "Rows of each finding that changed since the baseline.", Left: 1, Heads: []string{"code", "before", "now"}}
	for _, c := range r.Changes {
		t.Rows = append(t.Rows, []string{c.Code, strconv.Itoa(c.Before), strconv.Itoa(c.Now)})
	}
	return page.Chapter{Title: "Changes", Table: t}
}
