package gencmd

import (
	"context"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/export"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/parts"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// mining says what the verb mine does besides counting.
type mining struct {
	diagnostic bool
	part       string
}

func newMine() *cobra.Command {
	var o mining
	return command.New(&stageVerb{nouns: Drawing(), plan: gen.Plan, run: o.run, more: o.flags}, &cobra.Command{
		Use:         "mine",
		Annotations: command.Matter("diagnostic part data config axioms delta-star hits output resume overwrite"),
		Short:       "count what each axiom finds: counts.json and profile.json",
		Args:        command.NoArgs(),
		Example: `  axiomine gen mine -c wikiqa-counts --data DIR -o OUT
  axiomine gen mine --data DIR --axioms "tfc1, lnc2" --diagnostic -o OUT`,
	})
}

func (o *mining) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.diagnostic, "diagnostic", false, "leave diagnostic/ too: the texts and runs that a model outside has to "+
		"score for axioms diagnose, with the documents that lnc2 and gen.perturb make")
	f.StringVar(&o.part, "part", "", "mine and draw only part i of n of the queries, as 2/7, and leave a share for axiomine "+
		"gen sample --merge")
}

func (o *mining) run(ctx context.Context, p *prepare.Prepared) error {
	if o.part != "" {
		return o.runPart(ctx, p)
	}
	return prepared(ctx, p, func(p *prepare.Prepared) error {
		by := dataset.Of(p)
		counts, profiles, err := by.Mine(ctx)
		if err != nil {
			return err
		}
		say(p, dataset.CountLines(p.Axioms, counts, profiles), by.BesideCounts(counts))
		if o.diagnostic {
			return export.Diagnostic(ctx, p)
		}
		return nil
	})
}

func (o *mining) runPart(ctx context.Context, p *prepare.Prepared) error {
	if o.diagnostic {
		return fault.BadUsage("write it without --part", "--diagnostic is not divided into parts")
	}
	part, err := mine.ParsePart(o.part)
	if err != nil {
		return err
	}
	return prepared(ctx, p, func(p *prepare.Prepared) error { return parts.Mine(ctx, p, part) })
}

// say writes tables line by line.
func say(p *prepare.Prepared, tables ...[]string) {
	for _, lines := range tables {
		for _, line := range lines {
			p.Progress.Say("%s", line)
		}
	}
}
