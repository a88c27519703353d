package commands

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/grid"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/spf13/cobra"
)

// newGenSweep returns the verb that makes a grid of data sets for external trainers.
func newGenSweep() *cobra.Command {
	var part string
	var merge []string
	cmd := &cobra.Command{
		Use:         "sweep",
		Annotations: cli.MainFlags("over part merge data config axioms output-format output resume dry-run"),
		Short:       "make the shards of every setting of a grid: sets/ and sweep.json",
		Args:        cli.NoArgs(),
		Long: `--over, or the section sweep: of the configuration, lists keys with their values; there under per: and
over: alike, or as arms:. --over takes the place of over: in that section. Index, candidates and vocabulary are made once for all settings
that share them. Sets of the same rows are one, whatever their order and the names of their axioms: the list and sweep.json name the first
one of them and count the different ones. axiomine train eval tests what trainers make of the sets.`,
		Example: "  axiomine gen sweep --data DIR -o OUT --over '{gen.ratio: [1:4, 1:1, 4:1]}'\n" +
			"  axiomine gen sweep -c sweep.yaml --data DIR --part 2/3 -o parts/2",
	}
	configs.AddOverFlag(cmd.Flags())
	cmd.Flags().StringVar(&part, "part", "", "make only part i of n of the sets, as 2/7")
	cmd.Flags().StringSliceVar(&merge, "merge", nil, "make one record of what --part left instead: its folders, or a pattern")
	return cli.Filling(cmd, cli.Job{Nouns: []string{"gen", "tokenize"}, Check: checkEffect(stage.Sample, stage.Shards, resultSettings),
		Plan: planSweep, Fill: func(r *cli.Run) (*cli.Outcome, error) { return fillSweep(r, part, merge) }})
}

// fillSweep makes the data sets, or merges their parts.
func fillSweep(r *cli.Run, part string, merge []string) (*cli.Outcome, error) {
	commandOf := func(c *configs.Config) (string, error) { // the command that makes one data set
		return cli.LineFor(r.Cmd.Parent().CommandPath(), "", c, cli.BaseNames, "gen", "tokenize")
	}
	var sets *grid.DataSets
	var err error
	if len(merge) > 0 {
		sets, err = grid.Merge(r.Loaded, r.Out, cli.Line(r.Cmd), merge)
	} else {
		sets, err = grid.Sweep(r.Cmd.Context(), r.Loaded, r.Out, r.Printer, cli.Line(r.Cmd), part, commandOf)
	}
	if err != nil {
		return nil, err
	}
	var unmet []account.Unmet
	for _, set := range sets.Sets {
		unmet = append(unmet, set.Unmet...)
	}
	return &cli.Outcome{Results: table.Single(sets.Table()), Short: account.CheckReached(r.Loaded, unmet, dataWritten),
		Written: sets.CountText() + ", listed in " + r.Out.FinalPath("sweep.json"),
		Next:    cli.ShellCommand("tokenize", "inspect", filepath.Join(r.Out.FinalPath(sets.Sets[0].Dir), dataset.ShardsDir))}, nil
}

// planSweep returns a text on the data sets that the verb would make, and the files that it would read.
func planSweep(ctx context.Context, l *configs.LoadedConfig, p *progress.Printer) (string, error) {
	lines, err := grid.Plan(ctx, l)
	if err != nil {
		return "", err
	}
	view := *l
	if gen.Check(&view.Config) != nil { // the configuration itself lacks values that each cell has
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
