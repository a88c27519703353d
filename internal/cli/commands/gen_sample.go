package commands

import (
	"fmt"

	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/partition"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
)

// sampling holds the options of the verb sample.
type sampling struct{ merge []string }

func newSample() *cobra.Command {
	var o sampling
	cmd := cli.Filling(&cobra.Command{
		Use:         "sample",
		Annotations: cli.MainFlags("data config axioms ratio pairs set judged-queries merge output resume"),
		Short:       "draw the pairs of a data set: pairs/SPLIT.parquet and account.json",
		Args:        cli.NoArgs(),
		Example: `  axiomine gen sample -c wikiqa --data DIR -o OUT
  axiomine gen sample --data DIR --axioms tfc1 --ratio 1:4 --set sample=length-balanced -o OUT`,
	}, stageJob(pairKeys(), stage.Sample, gen.PlanRows, o.run))
	cmd.Flags().StringSliceVar(&o.merge, "merge", nil, "draw from what axiomine gen mine --part left instead of mining: its folders, "+
		"or a pattern")
	return cmd
}

func (o *sampling) run(r *cli.Run, p *prepare.Preparation) (*cli.Outcome, error) {
	if err := partition.CheckShares(o.merge); err != nil {
		return nil, err
	}
	p, err := p.AllForTraining(r.Cmd.Context(), dataset.CheckDrawing)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	var shares []*dataset.Share
	partCounts := new(table.Results)
	if len(o.merge) > 0 {
		all, counts, err := partition.Merge(p, o.merge)
		if err != nil {
			return nil, err
		}
		partCounts.Table(account.CountTable(p.Axioms.All, counts))
		shares = all
	}
	data, err := dataset.Sample(r.Cmd.Context(), p, shares)
	if err != nil {
		return nil, err
	}
	return &cli.Outcome{Results: summary(data.Report, data.Drawn, p).And(partCounts), Next: again(r.Cmd, p, ""),
		Short:   account.CheckReached(r.Loaded, data.Report.Unmet(), dataWritten),
		Written: fmt.Sprintf("%s in %s", terminal.Plural(rowsOf(data), "pair", "pairs"), p.Run.Out.FinalPath(dataset.PairsDir))}, nil
}

// rowsOf returns the number of pairs in all splits.
func rowsOf(data *dataset.Data) (n int) {
	for _, s := range data.Sets {
		n += s.Pairs.Len()
	}
	return n
}
