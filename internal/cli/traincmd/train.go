// Package traincmd is the noun train of the command line: experiments, runs, measures, tests and reports.
package traincmd

import (
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/ranker"
	"github.com/axiomine/axiomine/train/sweep"
	"github.com/spf13/cobra"
)

// whole are the nouns of an experiment that may train on shards.
var whole = []string{"gen", "tokenize", "train"}

// New returns the noun. Without a verb it runs the experiment of a configuration.
func New() *cobra.Command {
	verb := &experiments{name: "train", nouns: whole, plan: train.Plan, rows: arms.CheckRows, run: runTrain, part: trainPart}
	cmd := cli.New(verb, &cobra.Command{
		Use:         "train",
		Annotations: cli.Matter("data config axioms ratio judged-queries seeds ranker output resume dry-run"),
		Short:       "train a DRMM, or a command of yours, with and without axiomatic pairs, and test the differences",
		Args:        cli.NoArgs(),
		Example: "  axiomine train -c wikiqa --data DIR -o OUT --judged-queries 10 --seeds 5\n" +
			"  axiomine train -c cranfield --data DIR -o OUT --axioms \"rs-bm25(margin=1.25)\" --ratio 4:1",
	})
	cmd.AddCommand(newSweep(), newEmbed(), newWords(), newHistogram(), newRerank(), newEval(), newAccuracy(), newMix(), newReport())
	return cmd
}

func newSweep() *cobra.Command {
	verb := &experiments{name: "sweep", nouns: whole, plan: sweep.Plan, rows: sweep.CheckRows, run: runSweep, part: sweepPart}
	return cli.New(verb, &cobra.Command{
		Use:         "sweep",
		Annotations: cli.Matter("data config axioms seeds choose threads output resume overwrite dry-run"),
		Short:       "explore a grid of settings on dev, choose, and test what was chosen",
		Args:        cli.NoArgs(),
		Example: "  axiomine train sweep -c sweep.yaml --data DIR -o OUT\n" +
			"  axiomine train sweep -c sweep.yaml --data DIR -o OUT --seeds 5 --resume",
	})
}

func runTrain(e *experiment) (record, error) {
	folders, err := ranker.FindRankings(e.parts.merge)
	if err != nil {
		return nil, err
	}
	chain, err := e.start()
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	return train.Run(e.cmd.Context(), chain, cli.Line(e.cmd), folders...)
}

func trainPart(e *experiment) (result arms.PartDone, err error) {
	part, err := mine.ParsePart(e.parts.part)
	if err != nil {
		return result, err
	}
	chain, err := e.start()
	if err != nil {
		return result, err
	}
	defer chain.Close()
	return train.RunPart(e.cmd.Context(), chain, part)
}

// start begins the experiment of the configuration.
func (e *experiment) start() (*prepare.Preparation, error) {
	chain, err := train.Start(e.loaded, e.out, e.printer, e.cmd.CommandPath())
	if err != nil {
		return nil, err
	}
	e.setSteps(train.Steps(chain))
	return chain, nil
}

func runSweep(e *experiment) (record, error) {
	folders, err := ranker.FindRankings(e.parts.merge)
	if err != nil {
		return nil, err
	}
	return sweep.Run(e.cmd.Context(), e.loaded, e.out, e.printer, cli.Line(e.cmd), e.alone, folders...)
}

func sweepPart(e *experiment) (result arms.PartDone, err error) {
	part, err := mine.ParsePart(e.parts.part)
	if err != nil {
		return result, err
	}
	return sweep.RunPart(e.cmd.Context(), e.loaded, e.out, e.printer, part)
}
