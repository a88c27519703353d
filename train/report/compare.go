package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
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
	for _, reason := range rep.Reasons {
		j.Warn(reason.Line())
	}
	if len(r.Queries()) == 0 {
		return nil, errs.BadInput(path, 0, "are they of one collection?", "no query of the run is judged in %s", j.Qrels)
	}
	return r, nil
}

// CompareRuns measures every run on the queries that are judged and in at least one run. It makes no tests.
// command is the command line that makes the record again.
func CompareRuns(j *Judge, measures []eval.Measure, paths []string, command string) (*Comparison, error) {
	clean := make([]string, len(paths))
	for i, path := range paths {
		clean[i] = filepath.ToSlash(path)
	}
	names, ok := shortNames(clean)
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
	c := &Comparison{SchemaVersion: SchemaVersion, Command: command, Versions: configs.Versions(),
		Judgements: filepath.Base(j.Qrels), Queries: len(queries)}
	for _, m := range measures {
		if slices.Contains(c.Measures, m.String()) {
			return nil, errs.BadUsage("name it once", "the measure %s is asked for twice", m)
		}
		c.Measures = append(c.Measures, m.String())
	}
	for i, r := range results {
		run := Control{Name: names[i], Test: Scores{}, PerQuery: QueryValues{},
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

// Write writes the record, its values per query, its page and its tables to a folder.
func (c *Comparison) Write(out *result.Dir) error {
	files, err := WriteFiles(out, "comparison.json", "comparison.html", c)
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
