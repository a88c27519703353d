package commands

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/export"
	"github.com/axiomine/axiomine/gen/grid"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/cli/effect"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/spf13/cobra"
)

// sweeping says which part of a grid of data sets is made for trainers outside.
type sweeping struct {
	common cli.Common
	part   string
	merge  []string
}

func newGenSweep() *cobra.Command {
	return cli.New(&sweeping{}, &cobra.Command{
		Use:         "sweep",
		Annotations: cli.Matter("part merge data config axioms vocab output-format output resume dry-run"),
		Short:       "make the shards of every setting of a grid: sets/ and sweep.json",
		Args:        cli.NoArgs(),
		Long: `The section sweep: of the configuration lists keys with their values, under per: and over: alike, or as arms:. Index, candidates
and vocabulary are made once for all settings that share them. Sets of the same rows are one, whatever their order and the names
of their axioms: the list and sweep.json name the first one of them and count the different ones. axiomine train eval tests what
trainers make of the sets.`,
		Example: "  axiomine gen sweep -c sweep.yaml --data DIR -o OUT\n  axiomine gen sweep -c sweep.yaml --data DIR --part 2/3 -o parts/2",
	})
}

func (o *sweeping) Flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.part, "part", "", "make only part i of n of the sets, as 2/7")
	cmd.Flags().StringSliceVar(&o.merge, "merge", nil, "make one record of what --part left instead: its folders, or a pattern")
	o.common.AddAll(cmd, "gen", "tokenize")
	o.common.Check = effect.In(stage.Sample, stage.Shards, effect.Settings)
}

func (o *sweeping) Run(cmd *cobra.Command, _ []string) error {
	alone := func(c *configs.Config) (string, error) {
		return cli.LineFor(cmd.Parent().CommandPath(), "", c, cli.BaseNames, "gen", "tokenize")
	}
	return o.common.Do(cmd, cli.Job{Plan: planSweep, Fill: func(l *configs.LoadedConfig, out *result.Dir,
		printer *progress.Printer) (*cli.Outcome, error) {
		var r *grid.DataSets
		var err error
		if len(o.merge) > 0 {
			r, err = grid.Merge(l, out, cli.Line(cmd), o.merge)
		} else {
			r, err = grid.Sweep(cmd.Context(), l, out, printer, cli.Line(cmd), o.part, alone)
		}
		if err != nil {
			return nil, err
		}
		var unmet []account.Unmet
		for _, set := range r.Sets {
			unmet = append(unmet, set.Unmet...)
		}
		return &cli.Outcome{Found: table.Single(r.Table()), Short: account.CheckReached(l, unmet, dataWritten),
			Made: r.CountText() + ", listed in " + out.FinalPath("sweep.json"),
			Next: cli.ShellCommand("tokenize", "inspect", filepath.Join(out.FinalPath(r.Sets[0].Dir), export.ShardsDir))}, nil
	}})
}

// planSweep returns which sets there would be, and what is read.
func planSweep(ctx context.Context, l *configs.LoadedConfig, p *progress.Printer) (string, error) {
	lines, err := grid.Plan(ctx, l)
	if err != nil {
		return "", err
	}
	view := *l
	if gen.Check(&view.Config) != nil { // each cell has what the configuration itself lacks
		first, err := l.Sweep.Lay(l.Config, l.Sweep.Settings()[0])
		if err != nil {
			return "", err
		}
		view.Config = *first
	}
	text, err := gen.Plan(ctx, &view, p)
	for _, line := range lines {
		text += fmt.Sprintf("set    %s\n", line)
	}
	return text, err
}
