package commands

import (
	"context"
	"io"
	"io/fs"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train"
	"github.com/spf13/cobra"
)

const (
	demoDir        = "demo-out"
	demoCollection = "collection"
)

// newDemo returns the command demo, which runs gen and train on the embedded collection.
func newDemo() *cobra.Command {
	return cli.WithOutput(cli.Filling(&cobra.Command{
		Use:         "demo",
		Annotations: cli.MainFlags("axioms ratio judged-queries seeds epochs output resume overwrite quiet dry-run"),
		Short:       "run all steps on a small collection that is built in, with and without axiomatic pairs",
		Args:        cli.NoArgs(),
		Example:     "  axiomine demo\n  axiomine demo -o OUT --seeds 5",
	}, cli.Job{Nouns: demoKeys(), Check: checkEffect(stage.Sample, stage.Shards, resultRankers), Preset: "demo", Plan: planDemo,
		Fill: demo}), demoDir)
}

// demo unpacks the collection, then does the work of gen and train.
func demo(r *cli.Run) (*cli.Outcome, error) {
	e := &experiment{Run: r}
	c := &e.Loaded.Config
	if err := gen.Check(c); err != nil { // before anything is written
		return nil, err
	}
	if err := train.Check(c, e.Loaded.Origins); err != nil {
		return nil, err
	}
	if err := unpack(e.Out); err != nil {
		return nil, err
	}
	c.Gen.Data = e.Out.Path(demoCollection)
	chain, err := gen.Start(c, e.Out, e.Printer, e.Cmd.CommandPath())
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	chain.Run.Line = cli.Line(e.Cmd)
	e.firstSteps = prepare.Steps(&chain.Run.Config.Gen, stage.Shards)
	e.setSteps(train.Steps(chain))
	e.Printer.Reach(0)
	all := *c
	all.Train.DevQueries = 0 // the data set has all queries; training uses only some queries of dev
	preparation, err := chain.WithConfig(&all)
	if err != nil {
		return nil, err
	}
	restore := cli.SpareMemory()
	data, err := gen.Fill(e.Cmd.Context(), preparation)
	if restore(); err != nil {
		return nil, err
	}
	e.unmet = data.Report.Unmet()
	record, err := runTrain(e)
	if err != nil {
		return nil, err
	}
	outcome := e.outcome(record, trainFiles)
	outcome.Results = showcase(data).And(outcome.Results)
	return outcome, nil
}

// planDemo returns the plan of demo. It unpacks the collection in a temporary folder.
func planDemo(ctx context.Context, l *configs.LoadedConfig, printer *progress.Printer) (text string, err error) {
	err = result.Scratch(func(out *result.Dir) error {
		if err := unpack(out); err != nil {
			return err
		}
		l.Gen.Data = out.Path(demoCollection)
		text, err = gen.Plan(ctx, l, printer)
		return err
	})
	return text, err
}

// unpack writes the embedded collection, in MS MARCO layout.
func unpack(out *result.Dir) error {
	batch := out.Batch()
	err := fs.WalkDir(configs.Demo, ".", func(path string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() {
			return err
		}
		raw, err := configs.Demo.ReadFile(path)
		if err != nil {
			return err
		}
		batch.Write(demoCollection+"/"+item.Name(), func(w io.Writer) error { _, err := w.Write(raw); return err })
		return nil
	})
	if err != nil {
		return err
	}
	return batch.Finish(demoCollection, configs.Version)
}

// showcase returns the results of the demo except those of training: the numbers of pairs, and the agreement of their axioms with the
// judgements.
func showcase(data *gen.DataSet) *table.Results {
	pools := &table.Table{Name: "pools", Columns: append(table.Left("axiom"), table.Right("found", "drawn", "agreement with judges")...)}
	n, judged := 0, data.Report.Judged(data.Report.Training())
	for _, p := range data.Report.Pools() {
		agreement := table.None
		if p.Agreement != nil {
			agreement = terminal.Percent(*p.Agreement)
		}
		pools.Add(p.Axiom, terminal.Group(p.Found), terminal.Group(p.Drawn), agreement)
		n += p.Drawn
	}
	out := new(table.Results).Say("Pairs: %s drawn, beside %s. Agreement is over pairs with one judged relevant document; 50 %% is guessing.",
		terminal.Plural(n, "axiomatic pair", "axiomatic pairs"), terminal.Plural(judged.Drawn, "judged one", "judged ones"))
	return out.Table(pools)
}
