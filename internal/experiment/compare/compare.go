// Package compare measures runs by judgements and tests them against each other.
package compare

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/experiment/report/perquery"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// Judge measures runs by a file of judgements.
type Judge struct {
	Qrels   string         // the file
	Read    corpus.Options // how the files are read
	Options eval.Options
	Warn    func(line string) // receives a line for each kind of skipped row
}

// Run reads a run and measures it. A run without a judged query is an error.
func (j *Judge) Run(path string) (*eval.Result, error) {
	var rep corpus.Report
	qrels, err := corpus.Qrels(j.Qrels, corpus.Auto, j.Read, &rep)
	if err != nil {
		return nil, err
	}
	run, err := corpus.Run(path, "", j.Read, &rep)
	if err != nil {
		return nil, err
	}
	r := eval.Evaluate(qrels, run, j.Options)
	if rep.NumSkipped() > 0 {
		for _, line := range rep.Lines() {
			j.Warn(line)
		}
	}
	if len(r.Queries()) == 0 {
		return nil, errs.BadInput(path, 0, "are they of one collection?", "no query of the run is judged in %s", j.Qrels)
	}
	return r, nil
}

// Two compares run b with run a on each measure.
func Two(j *Judge, measures []eval.Measure, pathA, pathB string) ([]AdjustedComparison, error) {
	a, err := j.Run(pathA)
	if err != nil {
		return nil, err
	}
	b, err := j.Run(pathB)
	if err != nil {
		return nil, err
	}
	return holm(eval.CompareRuns(a, b, measures, union(a.Queries(), b.Queries()))), nil
}

// Runs measures every run on the queries that are judged and in at least one run. It makes no tests.
// command is the command line that makes the record again.
func Runs(j *Judge, measures []eval.Measure, paths []string, command string) (*report.Comparison, error) {
	clean := make([]string, len(paths))
	for i, path := range paths {
		clean[i] = filepath.ToSlash(path)
	}
	names, ok := report.Names(clean)
	if !ok {
		return nil, errs.BadUsage("name each once", "a run stands twice among %s", strings.Join(paths, ", "))
	}
	var results []*eval.Result
	var queries []string
	for _, path := range paths {
		r, err := j.Run(path)
		if err != nil {
			return nil, err
		}
		results, queries = append(results, r), union(queries, r.Queries())
	}
	c := &report.Comparison{SchemaVersion: report.SchemaVersion, Command: command, Versions: configs.Versions(),
		Judgements: filepath.Base(j.Qrels), Queries: len(queries)}
	for _, m := range measures {
		if slices.Contains(c.Measures, m.String()) {
			return nil, errs.BadUsage("name it once", "the measure %s is asked for twice", m)
		}
		c.Measures = append(c.Measures, m.String())
	}
	for i, r := range results {
		run := report.Control{Name: names[i], Test: report.Scores{}, PerQuery: perquery.Values{},
			PerQueryFile: fmt.Sprintf("per-query/%d-%s.tsv", i+1, strings.ReplaceAll(names[i], "/", "-"))}
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

// Leave writes the record, its values per query and its reports to a folder.
func Leave(c *report.Comparison, out *result.Dir) error {
	files, err := report.WriteFiles(out, "comparison.json", "comparison", c)
	if err != nil {
		return err
	}
	for _, run := range c.Runs {
		f, err := out.WriteFile(run.PerQueryFile, run.PerQuery.Write)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	return out.Finish("comparison", "", files)
}

// AdjustedComparison is a comparison with Holm's p over all requested measures.
type AdjustedComparison struct {
	eval.Comparison
	HolmP float64 `json:"holm_p"`
}

func holm(list []eval.Comparison) []AdjustedComparison {
	raw := make([]float64, len(list))
	for i := range list {
		raw[i] = list[i].P
	}
	out := make([]AdjustedComparison, len(list))
	for i, p := range eval.Holm(raw) {
		out[i] = AdjustedComparison{list[i], p}
	}
	return out
}

// union returns the queries of either run, sorted. A query that a run lacks scores 0 there.
func union(a, b []string) []string {
	var out []string
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return out
}

// Results returns what the first measure says of the runs a and b, and a table with a row for every measure.
func Results(list []AdjustedComparison, a, b string) *table.Results {
	t := &table.Table{Name: "tests", Columns: append(table.Left("measure"),
		table.Right("A", "B", "B - A", "95 % interval", "t p", "Wilcoxon", "Holm p", "n", "win/tie/loss")...)}
	for _, c := range list {
		t.Add(c.Measure, four(c.MeanA), four(c.MeanB), terminal.Signed(c.Diff, 4), terminal.Interval(c.CI95, 4),
			probability(c.TP), probability(c.WilcoxonP), probability(c.HolmP), strconv.Itoa(c.N), fmt.Sprintf("%d/%d/%d", c.Wins, c.Ties, c.Losses))
	}
	r := new(table.Results)
	if len(list) > 0 {
		r.Say("%s", list[0].answerText(a, b))
	}
	r.Object = list
	return r.Table(t)
}

// answerText returns whether B is significantly better or worse than A by the measure, with the numbers of the test.
func (c *AdjustedComparison) answerText(a, b string) string {
	evidence := fmt.Sprintf("%s %s and %s, Holm p %s, %s", c.Measure, page.Short(c.MeanB), page.Short(c.MeanA), page.PValue(c.HolmP),
		terminal.Plural(c.N, "query", "queries"))
	switch {
	case c.HolmP >= page.Significant:
		return fmt.Sprintf("No difference between %s and %s can be told: %s.", b, a, evidence)
	case c.Diff > 0:
		return fmt.Sprintf("%s is better than %s: %s.", b, a, evidence)
	}
	return fmt.Sprintf("%s is worse than %s: %s.", b, a, evidence)
}

func four(x float64) string { return fmt.Sprintf("%.4f", x) }

func probability(p float64) string { return fmt.Sprintf("%.2g", p) }
