package commands

import (
	"cmp"
	"context"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/sweep"
	"github.com/spf13/cobra"
)

// experimentNouns are the sections whose keys an experiment takes.
var experimentNouns = []string{"gen", "tokenize", "train"}

// newTrain returns the command train with its verbs. Without a verb it runs the experiment of a configuration.
func newTrain() *cobra.Command {
	cmd := newExperiment(&cobra.Command{
		Use:         "train",
		Annotations: cli.MainFlags("data config axioms ratio judged-queries seeds ranker output resume dry-run"),
		Short:       "train a DRMM, or a command of yours, with and without axiomatic pairs, and test the differences",
		Args:        cli.NoArgs(),
		Example: "  axiomine train -c wikiqa --data DIR -o OUT --judged-queries 10 --seeds 5\n" +
			"  axiomine train -c cranfield --data DIR -o OUT --axioms m-and --ratio 4:1",
	}, trainer{files: trainFiles, results: []stage.Name{stage.Sample, resultRankers}, plan: train.Plan, run: runTrain})
	cmd.AddCommand(newTrainSweep(), newRerank(), newEval(), newAccuracy(), newMix(), newReport())
	return cmd
}

func newTrainSweep() *cobra.Command {
	cmd := newExperiment(&cobra.Command{
		Use:         "sweep",
		Annotations: cli.MainFlags("over data config axioms seeds choose output resume overwrite dry-run"),
		Short:       "explore a grid of settings on dev, choose, and test what was chosen",
		Args:        cli.NoArgs(),
		Example: "  axiomine train sweep --data DIR -o OUT --over '{gen.ratio: [1:4, 1:1]}' --on-shortage accept\n" +
			"  axiomine train sweep -c sweep.yaml --data DIR -o OUT --seeds 5 --resume",
	}, trainer{files: [2]string{"sweep.html", "sweep.json"}, results: []stage.Name{stage.Sample, resultRankers, resultSettings},
		plan: sweep.Plan,
		run: func(e *experiment) (record, error) {
			commandOf := func(c *configs.Config, preset string) (string, error) { // the command of a single experiment
				return cli.LineFor(e.Cmd.Parent().CommandPath(), cmp.Or(preset, cli.ConfigName(e.Cmd)), c, cli.WholePaths, experimentNouns...)
			}
			return sweep.Run(e.Cmd.Context(), e.Loaded, e.Out, e.Printer, cli.Line(e.Cmd), commandOf)
		}})
	configs.AddOverFlag(cmd.Flags())
	return cmd
}

// trainFiles has the names of the page and the record of an experiment.
var trainFiles = [2]string{"report.html", "result.json"}

func runTrain(e *experiment) (record, error) {
	chain, err := e.start()
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	return train.Run(e.Cmd.Context(), chain, cli.Line(e.Cmd))
}

// record is the result of an experiment, which its record file holds.
type record interface {
	Summary() *table.Results
	ListUnmet() []account.Unmet
}

// experiment is a run of a verb that trains models.
type experiment struct {
	*cli.Run
	firstSteps []progress.Step // the steps of the command before the experiment; nil except in demo
	unmet      []account.Unmet // the requested amounts that these steps do not reach
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

func (e *experiment) setSteps(steps []progress.Step) {
	e.Printer.Steps(append(e.firstSteps, steps...)...)
	e.Printer.Reach(len(e.firstSteps))
}

// outcome returns the outcome of an experiment. files has the names of its page and its record.
func (e *experiment) outcome(r record, files [2]string) *cli.Outcome {
	unmet := append(e.unmet, r.ListUnmet()...)
	return &cli.Outcome{Results: r.Summary(), Short: account.CheckReached(e.Loaded, unmet, "the experiment is done"),
		Written: "a report, " + e.Out.FinalPath(files[0]) + ", and the record, " + files[1],
		Next:    cli.ShellCommand("train", "report", "--all", e.Out.FinalPath("."))}
}

// trainer holds the differences between the verbs that train models.
type trainer struct {
	files   [2]string                                                      // the names of the page and the record
	results []stage.Name                                                   // the results of the verb, for checkEffect
	plan    func(context.Context, *configs.LoadedConfig) ([]string, error) // returns lines on what run would do
	run     func(*experiment) (record, error)                              // trains and measures
}

// newExperiment completes the command of a verb that trains, and returns it.
func newExperiment(cmd *cobra.Command, t trainer) *cobra.Command {
	// plan returns a text on what the experiment would read and do. It returns one error that names all missing inputs.
	plan := func(ctx context.Context, l *configs.LoadedConfig, p *progress.Printer) (string, error) {
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
		return text, nil
	}
	job := cli.Job{Nouns: experimentNouns, Check: checkEffect(t.results...), Plan: plan}
	job.Fill = func(r *cli.Run) (*cli.Outcome, error) {
		e := &experiment{Run: r}
		if list := r.Loaded.Deviations(); len(list) > 0 {
			r.Printer.Say("other than the defaults: %s", strings.Join(list, ", "))
		}
		record, err := t.run(e)
		if err != nil {
			return nil, err
		}
		return e.outcome(record, t.files), nil
	}
	return cli.Filling(cmd, job)
}
