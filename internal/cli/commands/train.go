package commands

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/sweep"
	"github.com/spf13/cobra"
)

// whole are the nouns of an experiment that may train on shards.
var whole = []string{"gen", "tokenize", "train"}

// newTrain returns the noun. Without a verb it runs the experiment of a configuration.
func newTrain() *cobra.Command {
	cmd := newExperiment(&cobra.Command{
		Use:         "train",
		Annotations: cli.Matter("data config axioms ratio judged-queries seeds ranker output resume dry-run"),
		Short:       "train a DRMM, or a command of yours, with and without axiomatic pairs, and test the differences",
		Args:        cli.NoArgs(),
		Example: "  axiomine train -c wikiqa --data DIR -o OUT --judged-queries 10 --seeds 5\n" +
			"  axiomine train -c cranfield --data DIR -o OUT --axioms m-and --ratio 4:1",
	}, trainer{files: trainFiles, made: []stage.Name{stage.Sample, madeRankers}, plan: train.Plan, rows: train.CheckRows, run: runTrain,
		part: func(e *experiment, part mine.Part) (result train.PartDone, err error) {
			chain, err := e.start()
			if err != nil {
				return result, err
			}
			defer chain.Close()
			return train.RunPart(e.Cmd.Context(), chain, part)
		}})
	cmd.AddCommand(newTrainSweep(), newEmbed(), newWords(), newHistogram(), newRerank(), newEval(), newAccuracy(), newMix(), newReport())
	return cmd
}

func newTrainSweep() *cobra.Command {
	return newExperiment(&cobra.Command{
		Use:         "sweep",
		Annotations: cli.Matter("data config axioms seeds choose threads output resume overwrite dry-run"),
		Short:       "explore a grid of settings on dev, choose, and test what was chosen",
		Args:        cli.NoArgs(),
		Example: "  axiomine train sweep -c sweep.yaml --data DIR -o OUT\n" +
			"  axiomine train sweep -c sweep.yaml --data DIR -o OUT --seeds 5 --resume",
	}, trainer{files: [2]string{"sweep.html", "sweep.json"}, made: []stage.Name{stage.Sample, madeRankers, madeSettings},
		plan: sweep.Plan, rows: sweep.CheckRows,
		run: func(e *experiment, folders []string) (record, error) {
			alone := func(c *configs.Config, preset string) (string, error) { // the command of a single experiment
				return cli.LineFor(e.Cmd.Parent().CommandPath(), cmp.Or(preset, cli.ConfigName(e.Cmd)), c, cli.WholePaths, whole...)
			}
			return sweep.Run(e.Cmd.Context(), e.Loaded, e.Out, e.Printer, cli.Line(e.Cmd), alone, folders...)
		},
		part: func(e *experiment, part mine.Part) (train.PartDone, error) {
			return sweep.RunPart(e.Cmd.Context(), e.Loaded, e.Out, e.Printer, part)
		}})
}

// trainFiles are the page and the record of an experiment.
var trainFiles = [2]string{"report.html", "result.json"}

// runTrain runs the experiment of a configuration, over rankings of finished parts.
func runTrain(e *experiment, folders []string) (record, error) {
	chain, err := e.start()
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	return train.Run(e.Cmd.Context(), chain, cli.Line(e.Cmd), folders...)
}

// record is the result of an experiment.
type record interface {
	Summary() *table.Results
	ListUnmet() []account.Unmet
}

// experiment is a run of a verb that trains by a configuration.
type experiment struct {
	*cli.Run
	firstSteps []progress.Step // steps of the command before the experiment
	unmet      []account.Unmet // requested amounts that these steps do not reach
}

// start begins the experiment of the configuration.
func (e *experiment) start() (*prepare.Preparation, error) {
	chain, err := train.Start(e.Loaded, e.Out, e.Printer, e.Cmd.CommandPath())
	if err != nil {
		return nil, err
	}
	e.setSteps(train.Steps(chain))
	return chain, nil
}

// setSteps sets the steps of the experiment.
func (e *experiment) setSteps(steps []progress.Step) {
	e.Printer.Steps(append(e.firstSteps, steps...)...)
	e.Printer.Reach(len(e.firstSteps))
}

// outcome returns what an experiment found. files are its page and its record.
func (e *experiment) outcome(r record, files [2]string) *cli.Outcome {
	unmet := append(e.unmet, r.ListUnmet()...)
	return &cli.Outcome{Found: r.Summary(), Short: account.CheckReached(e.Loaded, unmet, "the experiment is done"),
		Made: "a report, " + e.Out.FinalPath(files[0]) + ", and the record, " + files[1],
		Next: cli.ShellCommand("train", "report", "--all", e.Out.FinalPath("."))}
}

// trainer is what differs between the verbs that train by a configuration.
type trainer struct {
	files [2]string                                                      // the page and the record
	made  []stage.Name                                                   // for what keys have to have an effect
	plan  func(context.Context, *configs.LoadedConfig) ([]string, error) // lines on what run would do
	rows  func(context.Context, *configs.LoadedConfig) error             // an error where run would have no row to train on
	run   func(e *experiment, folders []string) (record, error)
	part  func(*experiment, mine.Part) (train.PartDone, error) // makes the calls of one part
}

// newExperiment makes a command of a verb that trains.
func newExperiment(cmd *cobra.Command, t trainer) *cobra.Command {
	var part string
	var merge []string
	cmd.Flags().StringVar(&part, "part", "", "make only part i of n of the calls of --ranker, as 2/7")
	cmd.Flags().StringSliceVar(&merge, "merge", nil, "take over what --part left: its folders, or a pattern")
	// check refuses parts of an experiment without a command.
	check := func(l *configs.LoadedConfig) error {
		if part+strings.Join(merge, "") != "" && l.Train.Ranker == "" && !l.Sweep.Varies("train.ranker") {
			return errs.BadUsage("name one with --ranker; the trainings of the DRMM run side by side in one process",
				"--part and --merge are of the calls of a command, and none is named")
		}
		return nil
	}
	// plan says what the experiment would read, then what it would do. What is missing is named first, and all of it.
	plan := func(ctx context.Context, l *configs.LoadedConfig, p *progress.Printer) (string, error) {
		if err := check(l); err != nil {
			return "", err
		}
		if _, err := train.FindRankings(merge); err != nil {
			return "", err
		}
		text, err := gen.Plan(ctx, l, p)
		if err != nil {
			return "", err
		}
		lines, err := t.plan(ctx, l)
		if err != nil {
			return "", err
		}
		for _, line := range lines {
			text += cmd.Name() + "  " + line + "\n"
		}
		return text, t.rows(ctx, l)
	}
	return cli.Filling(cmd, cli.Job{Nouns: whole, Check: checkEffect(t.made...), Plan: plan, Fill: func(r *cli.Run) (*cli.Outcome, error) {
		if err := check(r.Loaded); err != nil {
			return nil, err
		}
		e := &experiment{Run: r}
		if part != "" {
			return e.doPart(part, t.part)
		}
		folders, err := train.FindRankings(merge)
		if err != nil {
			return nil, err
		}
		if list := r.Loaded.Deviations(); len(list) > 0 {
			r.Printer.Say("other than the defaults: %s", strings.Join(list, ", "))
		}
		record, err := t.run(e, folders)
		if err != nil {
			return nil, err
		}
		return e.outcome(record, t.files), nil
	}})
}

// doPart makes the calls of a part.
func (e *experiment) doPart(name string, do func(*experiment, mine.Part) (train.PartDone, error)) (*cli.Outcome, error) {
	part, err := mine.ParsePart(name)
	if err != nil {
		return nil, err
	}
	done, err := do(e, part)
	if err != nil {
		return nil, err
	}
	return &cli.Outcome{
		Short: account.CheckReached(e.Loaded, done.Unmet, "the rankings are made"),
		Made:  fmt.Sprintf("%s of %d in %s", terminal.Plural(done.Calls, "ranking", "rankings"), done.All, e.Out.FinalPath(".")),
		Next:  cli.Again(e.Cmd, strings.Fields(e.Cmd.CommandPath())[1:], "--merge="+e.Out.FinalPath("."))}, nil
}
