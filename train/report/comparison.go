package report

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/axiomine/axiomine/train/eval"
)

// Comparison is the record of runs over the same judgements, kept as comparison.json. Two runs are compared on the judged queries that both
// have. With --complete they are compared on all judged queries, and a query that a run lacks scores 0. The record has no time or host.
type Comparison struct {
	SchemaVersion int               `json:"schema_version"`
	Command       string            `json:"command"`
	Versions      map[string]string `json:"versions"`
	Judgements    string            `json:"judgements"` // the name of the file of judgements
	Queries       int               `json:"queries"`
	Measures      []string          `json:"measures"` // the measures; figures and findings are about the first
	Runs          Controls          `json:"runs"`     // the runs; the first is the baseline
	Tests         []Test            `json:"tests"`    // the tests; Holm's adjustment is over all of them
}

// Compare tests every later run against the first on each measure, or with allPairs every run against every earlier one.
// Runs must have the values of all queries.
func (c *Comparison) Compare(allPairs bool) error {
	c.Tests = nil
	systems := c.systems()
	for i, b := range c.Runs {
		for j, a := range c.Runs[:i] {
			if j > 0 && !allPairs {
				continue
			}
			for _, measure := range c.Measures {
				t, err := systems.test(a.Name, b.Name, measure)
				if err != nil {
					return errs.BadInput(c.Judgements, 0, "add --complete: a query that a run lacks is then 0",
						"no judged query has results in %s and in %s", a.Name, b.Name)
				}
				c.Tests = append(c.Tests, t)
			}
		}
	}
	AdjustTests(c.Tests)
	return nil
}

func (c *Comparison) systems() Systems { return Systems{Controls: c.Runs} }

func (c *Comparison) title() string {
	return fmt.Sprintf("%s compared on %s", terminal.Plural(len(c.Runs), "run", "runs"), terminal.Plural(c.Queries, "query", "queries"))
}

// findings returns the findings of the tests on the first measure, and a caution about few queries.
func (c *Comparison) findings() (list []page.Finding) {
	list = findingsOf(slices.DeleteFunc(slices.Clone(c.Tests), func(t Test) bool { return t.Measure != c.Measures[0] }))
	if top := c.topTest(); top != nil && top.N < fewQueries {
		list = append(list, page.Finding{Claim: "Few queries", Evidence: detectableText(*top)})
	}
	return list
}

func (c *Comparison) scoresTable() *table.Table {
	t := summaryTable(c.systems(), c.Measures, nil, nil)
	t.Name = "runs"
	t.Caption = "Means over the judged queries of each run, or with --complete over all. The best of each column is bold."
	return t
}

func (c *Comparison) testsTable() *table.Table {
	t := TestsTable(c.Tests)
	t.Name, t.Title = "tests", ""
	t.Caption = fmt.Sprintf("Paired over queries. Holm p adjusts the larger of the two p values over %s; below 0.05 it is bold.",
		terminal.Plural(len(c.Tests), "test", "tests"))
	return t
}

// HTML writes the comparison as one page with inline figures; it needs no script and no network.
func (c *Comparison) HTML(w io.Writer) error {
	facts := [][2]string{{"judgements", c.Judgements}, {"queries", terminal.Group(c.Queries)},
		{"runs", terminal.Group(len(c.Runs))},
		{"tests under Holm's adjustment", terminal.Group(len(c.Tests))}}
	sections := []page.Section{{Title: "Scores", Table: c.scoresTable()},
		{Title: c.Measures[0] + " of each run", Figure: effectFigure(c.systems(), c.Measures[0])},
		{Title: "Tests", Table: c.testsTable()}}
	return page.Page{Kind: "axiomine comparison of runs", Title: c.title(), Found: c.answerText(), Sure: c.confidenceText(),
		Next:     page.Onward(c.Command, 3, "whether a mix of two runs is better than both", "axiomine train mix -o mixed.txt --qrels"),
		Findings: c.findings(), Facts: facts, Command: c.Command, Versions: c.Versions, Sections: sections}.HTML(w)
}

// Results returns the comparison for a terminal.
func (c *Comparison) Results() *table.Results {
	out := new(table.Results).Say("%s", c.answerText()).Say("%s", c.title()).Table(c.scoresTable()).Table(c.testsTable())
	for _, f := range c.findings() {
		out.Say("%s", f)
	}
	out.Object = c.Tests
	return out
}

// Judge measures runs by a file of judgements.
type Judge struct {
	Qrels   string       // the path of the file of judgements
	Read    read.Options // how the files are read
	Options eval.Options
	Warn    func(line string) // receives a line for each kind of skipped row
}

// Evaluate reads a run and looks up its judgements. It returns an error if no query of the run is judged.
func (j *Judge) Evaluate(path string) (*eval.Result, error) {
	var rep read.Report
	qrels, err := read.Qrels(j.Qrels, read.Auto, j.Read, &rep)
	if err != nil {
		return nil, err
	}
	run, err := read.RunQueries(path, "", j.Read, &rep)
	if err != nil {
		return nil, err
	}
	r := eval.EvaluateQueries(qrels, run, j.Options)
	for _, reason := range rep.Reasons {
		j.Warn(reason.Line())
	}
	if len(r.Queries()) == 0 {
		return nil, errs.BadInput(path, 0, "are they of one collection?", "no query of the run is judged in %s", j.Qrels)
	}
	return r, nil
}

// Exclusions returns a line for each kind of query that no mean includes: judged queries without results, and queries without judgements.
func (j *Judge) Exclusions(r *eval.Result, run string) (lines []string) {
	if n := len(r.Missing); n > 0 && !j.Options.Complete {
		lines = append(lines, fmt.Sprintf("%s of %s without a result in %s: left out of the means, as in trec_eval (--complete: each is 0)",
			terminal.Plural(n, "judged query", "judged queries"), j.Qrels, run))
	}
	if n := len(r.Unjudged); n > 0 {
		lines = append(lines, fmt.Sprintf("%s of %s without a judgement in %s: left out", terminal.Plural(n, "query", "queries"), run, j.Qrels))
	}
	return lines
}

// queries returns the judged queries on which a run is measured.
func (j *Judge) queries(r *eval.Result) []string {
	if !j.Options.Complete {
		return r.Queries()
	}
	return slices.Sorted(slices.Values(slices.Concat(r.Queries(), r.Missing)))
}

// MeasureRuns returns the record of some runs, without tests. Every run is measured on its judged queries, or under Options.Complete on
// all judged queries. command is the command line that makes the record again.
func MeasureRuns(j *Judge, measures []eval.Measure, paths []string, command string) (*Comparison, error) {
	var results []*eval.Result
	var queries []string
	for _, path := range paths {
		r, err := j.Evaluate(path)
		if err != nil {
			return nil, err
		}
		results, queries = append(results, r), append(queries, j.queries(r)...)
		for _, line := range j.Exclusions(r, path) {
			j.Warn(line)
		}
	}
	slices.Sort(queries)
	queries = slices.Compact(queries)
	c := &Comparison{SchemaVersion: SchemaVersion, Command: command, Versions: configs.Versions(),
		Judgements: filepath.Base(j.Qrels), Queries: len(queries)}
	for _, m := range measures {
		if slices.Contains(c.Measures, m.String()) {
			return nil, errs.BadUsage("name it once", "the measure %s is asked for twice", m)
		}
		c.Measures = append(c.Measures, m.String())
	}
	for i, r := range results {
		name := filepath.ToSlash(diagnose.RunName(paths[i], paths))
		run := Control{Name: name, Test: Scores{}, PerQuery: QueryValues{},
			PerQueryFile: fmt.Sprintf("per-query/%d-%s.tsv", i+1, strings.ReplaceAll(name, "/", "-"))}
		queries := j.queries(r)
		for _, m := range measures {
			values := m.PerQuery(r, queries)
			run.Test[m.String()], run.PerQuery[m.String()] = eval.Mean(values), map[string]float64{}
			for j, query := range queries {
				run.PerQuery[m.String()][query] = values[j]
			}
		}
		c.Runs = append(c.Runs, run)
	}
	return c, nil
}

// Write writes the record, the values per query, a page and the tables to a folder.
func (c *Comparison) Write(out *result.Dir) error {
	batch := out.Batch()
	WriteFiles(batch, "comparison.json", "comparison.html", c)
	for _, run := range c.Runs {
		batch.Write(run.PerQueryFile, run.PerQuery.Write)
	}
	return batch.Finish("comparison", "")
}
