package traincmd

import (
	"context"
	"io"
	"io/fs"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/cli/effect"
	"github.com/axiomine/axiomine/internal/cli/gencmd"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/spf13/cobra"
)

const (
	demoDir        = "demo-out"
	demoPreset     = "demo"
	demoCollection = "collection"
)

// Demo returns the command demo: the whole chain on the embedded collection, with and without
// augmentation.
func Demo() *cobra.Command {
	return cli.WithOutput(cli.New(&cli.Filling{Nouns: demoKeys(), Job: demonstration,
		Check: effect.In(stage.Sample, stage.Shards, effect.Training)}, &cobra.Command{
		Use:         "demo",
		Annotations: cli.Matter("axioms ratio judged-queries seeds epochs output resume overwrite quiet dry-run"),
		Short:       "run all steps on a small collection that is built in, with and without axiomatic pairs",
		Args:        cli.NoArgs(),
		Example:     "  axiomine demo\n  axiomine demo -o OUT --seeds 5",
	}), demoDir)
}

func demonstration(cmd *cobra.Command, common *cli.Common) cli.Job {
	return cli.Job{Preset: demoPreset, Plan: planDemo,
		Fill: func(l *configs.LoadedConfig, out *result.Dir, printer *progress.Printer) (*cli.Outcome, error) {
			return demo(&experiment{cmd: cmd, common: common, loaded: l, out: out, printer: printer})
		}}
}

// demo unpacks the collection, then does the work of gen and train.
func demo(e *experiment) (*cli.Outcome, error) {
	c := &e.loaded.Config
	if err := gen.Check(c); err != nil { // before anything is written
		return nil, err
	}
	if err := arms.Check(c, e.loaded.Origins); err != nil {
		return nil, err
	}
	files, err := unpack(e.out)
	if err != nil {
		return nil, err
	}
	if err := e.out.Finish(demoCollection, configs.Version, files); err != nil {
		return nil, err
	}
	c.Gen.Data = e.out.Path(demoCollection)
	chain, err := gen.Start(c, e.out, e.printer, e.cmd.CommandPath())
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	chain.Run.Line = cli.Line(e.cmd)
	e.firstSteps = prepare.Steps(&chain.Run.Config.Gen, stage.Shards)
	e.setSteps(train.Steps(chain))
	e.printer.Reach(0)
	all := *c
	all.Train.DevQueries = 0 // the data have every query; training keeps some of those of dev
	whole, err := chain.WithConfig(&all)
	if err != nil {
		return nil, err
	}
	data, err := gencmd.Whole(e.cmd.Context(), whole)
	if err != nil {
		return nil, err
	}
	e.unmet = data.Report.Unmet()
	outcome, err := e.do("train", runTrain)
	if err != nil {
		return nil, err
	}
	findings, err := e.showcase(data)
	if err != nil {
		return nil, err
	}
	outcome.Found = findings.And(outcome.Found)
	return outcome, nil
}

// planDemo returns the plan of demo. It unpacks the collection in a temporary folder.
func planDemo(ctx context.Context, l *configs.LoadedConfig, printer *progress.Printer) (text string, err error) {
	err = result.Scratch(func(out *result.Dir) error {
		if _, err := unpack(out); err != nil {
			return err
		}
		l.Gen.Data = out.Path(demoCollection)
		text, err = gen.Plan(ctx, l, printer)
		return err
	})
	return text, err
}

// unpack writes the embedded collection, in MS MARCO layout.
func unpack(out *result.Dir) ([]result.File, error) {
	var files []result.File
	err := fs.WalkDir(configs.Demo, ".", func(path string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() {
			return err
		}
		raw, err := configs.Demo.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := out.WriteFile(demoCollection+"/"+item.Name(), func(w io.Writer) error { _, err := w.Write(raw); return err })
		files = append(files, f)
		return err
	})
	return files, err
}
