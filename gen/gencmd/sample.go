package gencmd

import (
	"context"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/parts"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// sampling says what the verb sample draws from.
type sampling struct{ merge []string }

func newSample() *cobra.Command {
	var o sampling
	return command.New(&stageVerb{nouns: Drawing(), plan: gen.PlanRows, run: o.run, more: o.flags}, &cobra.Command{
		Use:         "sample",
		Annotations: command.Matter("data config axioms ratio pairs sample judged-queries merge output resume"),
		Short:       "draw the pairs of a data set: pairs/SPLIT.parquet and ledger.json",
		Args:        command.NoArgs(),
		Example: `  axiomine gen sample -c wikiqa --data DIR -o OUT
  axiomine gen sample --data DIR --axioms tfc1 --ratio 1:4 --sample length-balanced -o OUT`,
	})
}

func (o *sampling) flags(f *pflag.FlagSet) {
	f.StringSliceVar(&o.merge, "merge", nil, "draw from what axiomine gen mine --part left instead of mining: its folders, or a pattern")
}

func (o *sampling) run(ctx context.Context, p *prepare.Prepared) error {
	if err := parts.CheckShares(o.merge); err != nil {
		return err
	}
	defer command.SpareMemory()()
	return prepared(ctx, p, func(p *prepare.Prepared) error {
		by := dataset.Of(p)
		if len(o.merge) > 0 {
			merged, counts, profiles, err := parts.Merge(p, o.merge)
			if err != nil {
				return err
			}
			say(p, dataset.CountLines(p.Axioms, counts, profiles))
			by = merged
		}
		_, err := draw(ctx, by)
		return err
	})
}

// draw draws a data set and says what came.
func draw(ctx context.Context, by *dataset.Sampler) (*dataset.Data, error) {
	data, err := by.Sample(ctx)
	if err == nil {
		say(by.Prepared, data.Report.Lines(), data.Report.Beside(by.Published))
	}
	return data, err
}
