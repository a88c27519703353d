package traincmd

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/spf13/cobra"
)

// compare tests whether a second run beats a first.
func compare() *cobra.Command {
	var f evalFlags
	var asJSON bool
	cmd := &cobra.Command{Use: "compare QRELS RUN-A RUN-B", Short: "test run B against run A: paired t, Wilcoxon, Holm over the measures", Args: command.Args(3, 3, "a file of judgements and two runs"),
		Example: "  axiomine train compare qrels.txt bm25.txt drmm.txt\n  axiomine train compare -m MAP -m nDCG@10 --json qrels.txt bm25.txt drmm.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			fallback, err := eval.ParseArg("map")
			if err != nil {
				return err
			}
			for _, name := range []string{"nDCG@10", "P@5", "RR"} {
				m, err := eval.Parse(name)
				if err != nil {
					return err
				}
				fallback = append(fallback, m)
			}
			measures, err := f.parse(fallback)
			if err != nil {
				return err
			}
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
		}}
	f.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON array instead of a table")
	return cmd
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
