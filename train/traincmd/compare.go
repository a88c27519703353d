package traincmd

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
	"github.com/spf13/cobra"
)

// compare tests whether later runs beat a first, or any another.
func compare() *cobra.Command {
	var common command.Common
	var f evalFlags
	var asJSON, every bool
	cmd := &cobra.Command{Use: "compare QRELS RUN-A RUN-B...", Short: "test each later run against run A: paired t, Wilcoxon, Holm over all tests",
		Args: command.Args(3, -1, "a file of judgements and two runs or more"),
		Example: "  axiomine train compare qrels.txt bm25.txt drmm.txt\n" +
			"  axiomine train compare -m MAP -m nDCG@10 -o OUT qrels.txt judged.txt mixed-1to1.txt mixed-4to1.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			measures, err := comparedMeasures(&f)
			if err != nil {
				return err
			}
			if len(args) == 3 && !every && !cmd.Flags().Changed("output") {
				return compareTwo(cmd, &f, measures, args, asJSON)
			}
			c, err := compared(cmd, &f, measures, args)
			if err != nil {
				return err
			}
			if err := c.Compare(every); err != nil {
				return err
			}
			if cmd.Flags().Changed("output") && !common.DryRun() {
				printer, err := common.Printer()
				if err != nil {
					return err
				}
				if err := common.Into(cmd, nil, printer, "", func(out *outdir.Dir) error { return keepComparison(c, out) }); err != nil {
					return err
				}
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(c.Tests)
			}
			return c.Text(cmd.OutOrStdout())
		}}
	f.add(cmd)
	cmd.Flags().BoolVar(&every, "every-pair", false, "test every two runs, not only the later ones against the first")
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON array instead of tables")
	common.AddOutput(cmd)
	common.AddSpeech(cmd)
	return cmd
}

func comparedMeasures(f *evalFlags) ([]eval.Measure, error) {
	fallback, err := eval.ParseArg("map")
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"nDCG@10", "P@5", "RR"} {
		m, err := eval.Parse(name)
		if err != nil {
			return nil, err
		}
		fallback = append(fallback, m)
	}
	return f.parse(fallback)
}

// compareTwo is the comparison of two runs, in one table.
func compareTwo(cmd *cobra.Command, f *evalFlags, measures []eval.Measure, args []string, asJSON bool) error {
	a, err := f.judge(cmd, args[0], args[1])
	if err != nil {
		return err
	}
	b, err := f.judge(cmd, args[0], args[2])
	if err != nil {
		return err
	}
	list := holm(eval.CompareRuns(a, b, measures, union(a.Queries(), b.Queries())))
	if asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(list)
	}
	return table(cmd.OutOrStdout(), list)
}

// compared measures every run on the queries that are judged and in any of them.
func compared(cmd *cobra.Command, f *evalFlags, measures []eval.Measure, args []string) (*report.Comparison, error) {
	paths := args[1:]
	slashed := make([]string, len(paths))
	for i, path := range paths {
		slashed[i] = filepath.ToSlash(path)
	}
	names, ok := report.Names(slashed)
	if !ok {
		return nil, fault.BadUsage("name each once", "a run stands twice among %s", strings.Join(paths, ", "))
	}
	var results []*eval.Result
	var queries []string
	for _, path := range paths {
		r, err := f.judge(cmd, args[0], path)
		if err != nil {
			return nil, err
		}
		results, queries = append(results, r), union(queries, r.Queries())
	}
	c := &report.Comparison{SchemaVersion: report.SchemaVersion, Command: command.Line(cmd), Versions: configs.Versions(),
		Judgements: filepath.Base(args[0]), Queries: len(queries)}
	for _, m := range measures {
		if slices.Contains(c.Measures, m.String()) {
			return nil, fault.BadUsage("name it once", "the measure %s is asked for twice", m)
		}
		c.Measures = append(c.Measures, m.String())
	}
	for i, r := range results {
		run := report.Control{Name: names[i], Test: report.Scores{}, PerQuery: report.QueryScores{},
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

// keepComparison leaves the record, its values per query and its reports.
func keepComparison(c *report.Comparison, out *outdir.Dir) error {
	type product struct {
		name  string
		write func(io.Writer) error
	}
	list := []product{{"comparison.json", c.Write}, {"comparison.html", c.HTML}, {"comparison.md", c.Markdown}}
	for _, run := range c.Runs {
		list = append(list, product{run.PerQueryFile, run.PerQuery.Write})
	}
	var files []outdir.File
	for _, p := range list {
		f, err := out.WriteFile(p.name, p.write)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	return out.Finish("comparison", "", files)
}

// adjusted is a comparison with Holm's p over all measures asked for.
type adjusted struct {
	eval.Comparison
	HolmP float64 `json:"holm_p"`
}

func holm(list []eval.Comparison) []adjusted {
	raw := make([]float64, len(list))
	for i := range list {
		raw[i] = list[i].P
	}
	out := make([]adjusted, len(list))
	for i, p := range eval.Holm(raw) {
		out[i] = adjusted{list[i], p}
	}
	return out
}

// union gives the queries of either run in sorted order; a query that a run lacks scores 0 there.
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

func table(w io.Writer, list []adjusted) error {
	if _, err := fmt.Fprintf(w, "%-10s %7s %7s %8s %19s %9s %9s %9s %5s %15s\n", "measure", "A", "B", "B - A", "95 % interval", "t p", "Wilcoxon", "Holm p", "n", "win/tie/loss"); err != nil {
		return err
	}
	for _, c := range list {
		if _, err := fmt.Fprintf(w, "%-10s %7.4f %7.4f %+8.4f [%+8.4f,%+8.4f] %9.2g %9.2g %9.2g %5d %15s\n", c.Measure, c.MeanA, c.MeanB, c.Diff, c.CI95[0], c.CI95[1],
			c.TP, c.WilcoxonP, c.HolmP, c.N, fmt.Sprintf("%d/%d/%d", c.Wins, c.Ties, c.Losses)); err != nil {
			return err
		}
	}
	return nil
}
