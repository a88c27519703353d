// Package gencmd is the noun gen of the command line: the chain from a collection to pairs and shards, whole or by stage.
package gencmd

import (
	"context"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen"
	"github.com/spf13/cobra"
)

// drawing are the keys of what draws rows: also those of the loss that every row carries.
var drawing = []string{"gen", "tokenize", "train.margin", "train.axiom_margin", "train.axiom_weight"}

// New gives the noun; without a verb it runs the whole chain. evaluate is what retrieval is tuned by.
func New(evaluate gen.Evaluate) *cobra.Command {
	cmd := stage("gen", "from a collection to pairs and shards", `  axiomine gen -c wikiqa --data DIR -o OUT
  axiomine gen --data DIR --axioms "tfc1(delta_star=0.1), m-tdc" --ratio 1:4 --vocab vocab.txt --output-format parquet,triples -o OUT`,
		drawing, gen.PlanRows, Whole)
	cmd.AddCommand(
		stage("index", "build the index", "  axiomine gen index --data DIR -o OUT\n  axiomine gen index --data DIR --stopwords none -o OUT",
			[]string{"gen", "tokenize"}, gen.Plan, func(ctx context.Context, c *gen.Chain) error { return c.BuildIndex(ctx) }),
		retrieval(evaluate),
		mining(),
		sampling(),
		sweeping(),
		synthesis(),
		inspect(),
		stored(),
	)
	return cmd
}

// planner says what a verb would read and do.
type planner func(context.Context, *configs.Loaded, *progress.Printer) (string, error)

// stage is a verb that runs the chain up to some point.
func stage(use, short, example string, nouns []string, plan planner, run func(context.Context, *gen.Chain) error) *cobra.Command {
	var common command.Common
	cmd := &cobra.Command{Use: use, Short: short, Example: example, Args: command.NoArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return common.Do(cmd, withChain(cmd, plan, func(c *gen.Chain) error { return run(cmd.Context(), c) }))
		}}
	common.AddConfig(cmd, nouns...)
	common.AddOutput(cmd)
	common.AddSpeech(cmd)
	return cmd
}

// withChain is the job of a stage: a chain is opened for it.
func withChain(cmd *cobra.Command, plan planner, run func(*gen.Chain) error) command.Job {
	planned := func(ctx context.Context, l *configs.Loaded, p *progress.Printer) (string, error) {
		if err := refuseSweep(l); err != nil {
			return "", err
		}
		return plan(ctx, l, p)
	}
	return command.Job{Plan: planned, Fill: func(l *configs.Loaded, out *outdir.Dir, printer *progress.Printer) error {
		if err := refuseSweep(l); err != nil {
			return err
		}
		chain, err := gen.Start(&l.Config, out, printer, cmd.CommandPath())
		if err != nil {
			return err
		}
		chain.Published = configs.Holding(l.Published, &l.Config)
		defer chain.Close()
		return run(chain)
	}}
}

// refuseSweep refuses a file whose section sweep: would be left aside. That of a preset is no demand of the user's.
func refuseSweep(l *configs.Loaded) error {
	if l.SweepBy.Own() {
		file := strings.TrimPrefix(string(l.SweepBy), "file ")
		return fault.BadUsage("run it with axiomine gen sweep or train sweep, or take sweep: out of the file", "%s: sweep: has no meaning here", file)
	}
	return nil
}

// mining is the verb mine.
func mining() *cobra.Command {
	var diagnostic bool
	var part string
	cmd := stage("mine", "count what each axiom finds: counts.json and profile.json", "  axiomine gen mine -c wikiqa-counts --data DIR -o OUT\n  axiomine gen mine --data DIR --axioms \"tfc1, lnc2\" --diagnostic -o OUT",
		drawing, gen.Plan, func(ctx context.Context, c *gen.Chain) error {
			if part != "" {
				if diagnostic {
					return fault.BadUsage("write it without --part", "--diagnostic is not divided into parts")
				}
				p, err := gen.ParsePart(part)
				if err != nil {
					return err
				}
				if err := c.Prepare(ctx); err != nil {
					return err
				}
				return c.MinePart(ctx, p)
			}
			err := mineCounts(ctx, c)
			if err == nil && diagnostic {
				err = c.Diagnostic(ctx)
			}
			return err
		})
	cmd.Flags().BoolVar(&diagnostic, "diagnostic", false, "leave diagnostic/ too: the texts and runs that a model outside has to score for axioms diagnose, with the documents that lnc2 and gen.perturb make")
	cmd.Flags().StringVar(&part, "part", "", "mine and draw only part i of n of the queries, as 2/7, and leave a share for axiomine gen sample --merge")
	return cmd
}

// sampling is the verb sample.
func sampling() *cobra.Command {
	var merge []string
	cmd := stage("sample", "draw the pairs of a data set: pairs/SPLIT.parquet and ledger.json", "  axiomine gen sample -c wikiqa --data DIR -o OUT\n  axiomine gen sample --data DIR --axioms tfc1 --ratio 1:4 --sample length-balanced -o OUT",
		drawing, gen.PlanRows, func(ctx context.Context, c *gen.Chain) error {
			if err := gen.CheckShares(merge); err != nil {
				return err
			}
			if err := c.Prepare(ctx); err != nil {
				return err
			}
			if len(merge) > 0 {
				if err := mergeParts(c, merge); err != nil {
					return err
				}
			}
			_, report, err := c.Sample(ctx)
			if err != nil {
				return err
			}
			for _, line := range append(report.Lines(), report.Beside(c.Published)...) {
				c.Progress.Say("%s", line)
			}
			return nil
		})
	cmd.Flags().StringSliceVar(&merge, "merge", nil, "draw from what axiomine gen mine --part left instead of mining: its folders, or a pattern")
	return cmd
}

func mergeParts(c *gen.Chain, paths []string) error {
	counts, profiles, err := c.MergeParts(paths)
	if err != nil {
		return err
	}
	for _, line := range gen.CountLines(c.Axioms, counts, profiles) {
		c.Progress.Say("%s", line)
	}
	return nil
}

func mineCounts(ctx context.Context, c *gen.Chain) error {
	if err := c.Prepare(ctx); err != nil {
		return err
	}
	counts, profiles, err := c.Mine(ctx)
	if err != nil {
		return err
	}
	for _, line := range append(gen.CountLines(c.Axioms, counts, profiles), c.BesideCounts(counts)...) {
		c.Progress.Say("%s", line)
	}
	return nil
}

// Whole is bare gen: the chain up to pairs and shards.
func Whole(ctx context.Context, c *gen.Chain) error {
	if err := c.NeedTexts("writing shards (gen sample writes pairs of ids)"); err != nil {
		return err
	}
	if err := c.Prepare(ctx); err != nil {
		return err
	}
	data, report, err := c.Sample(ctx)
	if err != nil {
		return err
	}
	for _, line := range append(report.Lines(), report.Beside(c.Published)...) {
		c.Progress.Say("%s", line)
	}
	return c.Shards(ctx, data, report)
}

func inOrder(ctx context.Context, stages ...func(context.Context) error) error {
	for _, s := range stages {
		if err := s(ctx); err != nil {
			return err
		}
	}
	return nil
}
