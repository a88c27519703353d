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
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/export"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/tune"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Drawing are the keys of what draws rows: also those of the loss that every row carries.
func Drawing() []string {
	keys := []string{"gen", "tokenize"}
	for _, k := range configs.Keys() {
		if k.Noun() == "train" && k.Decides == configs.Pairs {
			keys = append(keys, k.Name)
		}
	}
	return keys
}

// New gives the noun; without a verb it runs the whole chain. evaluate is what retrieval is tuned by.
func New(evaluate tune.Evaluate) *cobra.Command {
	cmd := command.New(&stageVerb{nouns: Drawing(), plan: gen.PlanRows, run: Whole}, &cobra.Command{
		Use:         "gen",
		Annotations: command.Matter("data config axioms ratio pairs vocab output-format output resume dry-run"),
		Short:       "from a collection to pairs and shards",
		Args:        command.NoArgs(),
		Example: `  axiomine gen -c wikiqa --data DIR -o OUT
  axiomine gen --data DIR --axioms "tfc1(delta_star=0.1), m-tdc" --ratio 1:4 --vocab vocab.txt --output-format parquet,triples -o OUT`,
	})
	cmd.AddCommand(newIndex(), newRetrieve(evaluate), newMine(), newSample(), newSweep(), newSynth(), newInspect(), newStored())
	return cmd
}

func newIndex() *cobra.Command {
	return command.New(&stageVerb{nouns: []string{"gen", "tokenize"}, plan: gen.Plan, run: indexing}, &cobra.Command{
		Use:         "index",
		Annotations: command.Matter("data config format language doc-fields on-duplicate threads output resume overwrite"),
		Short:       "build the index",
		Args:        command.NoArgs(),
		Example:     "  axiomine gen index --data DIR -o OUT\n  axiomine gen index --data DIR --stopwords none -o OUT",
	})
}

// planner says what a verb would read and do.
type planner func(context.Context, *configs.Loaded, *progress.Printer) (string, error)

// stageVerb is a verb that runs the chain up to some point.
type stageVerb struct {
	nouns  []string
	plan   planner
	run    func(context.Context, *prepare.Prepared) error
	more   func(*pflag.FlagSet) // flags of its own; may be nil
	common command.Common
}

// Flags declares the keys of the nouns and what every stage takes.
func (v *stageVerb) Flags(cmd *cobra.Command) {
	v.common.AddAll(cmd, v.nouns...)
	if v.more != nil {
		v.more(cmd.Flags())
	}
}

// Run starts a run and brings it to the verb's point.
func (v *stageVerb) Run(cmd *cobra.Command, _ []string) error {
	plan := func(ctx context.Context, l *configs.Loaded, p *progress.Printer) (string, error) {
		if err := refuseSweep(l); err != nil {
			return "", err
		}
		return v.plan(ctx, l, p)
	}
	return v.common.Do(cmd, command.Job{Plan: plan, Fill: func(l *configs.Loaded, out *outdir.Dir, printer *progress.Printer) error {
		if err := refuseSweep(l); err != nil {
			return err
		}
		p, err := gen.Start(&l.Config, out, printer, cmd.CommandPath())
		if err != nil {
			return err
		}
		p.Published = configs.Holding(l.Published, &l.Config)
		return v.run(cmd.Context(), p)
	}})
}

// indexing is what the verb index does.
func indexing(ctx context.Context, p *prepare.Prepared) error {
	p, err := p.Indexed(ctx)
	if err != nil {
		return err
	}
	return p.Close()
}

// prepared does something with a run that has its candidates, and closes the index after it.
func prepared(ctx context.Context, p *prepare.Prepared, do func(*prepare.Prepared) error) error {
	p, err := p.All(ctx)
	if err != nil {
		return err
	}
	defer p.Close()
	return do(p)
}

// Whole is bare gen: the chain up to pairs and shards.
func Whole(ctx context.Context, p *prepare.Prepared) error {
	if err := p.NeedTexts("writing shards (gen sample writes pairs of ids)"); err != nil {
		return err
	}
	defer command.SpareMemory()()
	return prepared(ctx, p, func(p *prepare.Prepared) error {
		data, err := draw(ctx, dataset.Of(p))
		if err != nil {
			return err
		}
		return export.Shards(ctx, p, data)
	})
}

// refuseSweep refuses a file whose section sweep: would be left aside. That of a preset is no demand of the user's.
func refuseSweep(l *configs.Loaded) error {
	if l.SweepBy.Own() {
		file := strings.TrimPrefix(string(l.SweepBy), "file ")
		return fault.BadUsage("run it with axiomine gen sweep or train sweep, or take sweep: out of the file",
			"%s: sweep: has no meaning here", file)
	}
	return nil
}
