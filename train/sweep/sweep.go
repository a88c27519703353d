// Package sweep runs an experiment over a grid of settings. It explores every cell on the dev queries and chooses one setting for each
// combination of the outer keys. Only the chosen settings are tested on the test queries and transferred unchanged to other collections.
package sweep

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// Run runs an experiment for each combination of the outer keys. Every arm explores the grid on dev; only
// its best setting is tested. A finished experiment is kept under the hash of its configuration and of the
// content of its input files, and is not repeated on resume. With more seeds, only the new seeds are trained.
//
// command is the sweep's command line. experimentCommand returns the command line of the experiment of c. It has a flag for each key in
// which c differs from the preset, or from the sweep's file if preset is "".
func Run(ctx context.Context, l *configs.LoadedConfig, out *result.Dir, p *progress.Printer, command string,
	experimentCommand func(c *configs.Config, preset string) (string, error)) (*Sweep, error) {
	s := &sweep{LoadedConfig: l, out: out, printer: p, experimentCommand: experimentCommand}
	list, err := s.plan(ctx)
	if err != nil {
		return nil, err
	}
	r := &Sweep{SchemaVersion: report.SchemaVersion, Command: command, Versions: configs.Versions(), Measure: s.measure,
		PerAxes: configs.PortableAxes(l.Sweep.PerAxes), OverAxes: configs.PortableAxes(l.Sweep.OverAxes)}
	s.numExperiments = len(list) * (1 + len(s.Sweep.Elsewhere))
	for _, x := range list {
		best, err := s.run(ctx, x)
		if err != nil {
			return nil, err
		}
		r.AddCells(best, x.dir)
		r.Chosen = append(r.Chosen, *best)
		for i := range s.Sweep.Elsewhere {
			transferred, err := s.transfer(ctx, x, &s.Sweep.Elsewhere[i], chooseSettings(best.Record()))
			if err != nil {
				return nil, err
			}
			other, err := s.run(ctx, transferred)
			if err != nil {
				return nil, err
			}
			r.Chosen = append(r.Chosen, *other)
		}
	}
	if n := s.memory.NumReused(); n > 0 {
		p.Say("trainings that an earlier one equals in rows, order and settings, not run again: %d", n)
	}
	r.Adjust()
	batch := out.Batch()
	report.WriteFiles(batch, "sweep.json", "sweep.html", r)
	return r, batch.Finish("sweep", "sweep")
}

// Plan makes the checks with which Run begins, and returns a sentence on the work of Run.
func Plan(ctx context.Context, l *configs.LoadedConfig) ([]string, error) {
	list, err := (&sweep{LoadedConfig: l}).plan(ctx)
	if err != nil {
		return nil, err
	}
	first, err := trial.NewGrid(list[0].config, list[0].origins)
	if err != nil {
		return nil, err
	}
	experiments := len(list) * (1 + len(l.Sweep.Elsewhere))
	return []string{fmt.Sprintf("%s on test; each arm chooses among %s on dev, %s each",
		terminal.Plural(experiments, "experiment", "experiments"),
		terminal.Plural(max(len(first.Judged), len(first.Augmented)), "setting", "settings"),
		terminal.Plural(l.Train.Seeds, "training", "trainings"))}, nil
}

// sweep is the state of Run.
type sweep struct {
	*configs.LoadedConfig
	out     *result.Dir
	printer *progress.Printer
	inputs  map[string]string // the digests of the content of input files, by the names of the files
	measure string
	folders []string // the RankingsFolder of each experiment started so far
	memory  trial.Memory

	experimentCommand  func(c *configs.Config, preset string) (string, error)
	numExperiments     int
	numStarted         int
	stepsPerExperiment int
}

// showSteps announces the steps of all experiments, and marks the steps of earlier experiments as done.
func (s *sweep) showSteps(steps []progress.Step) {
	if s.numStarted == 0 {
		s.stepsPerExperiment = len(steps)
		var all []progress.Step
		for i := range s.numExperiments {
			for _, step := range steps {
				all = append(all, progress.Step{Name: step.Name, Title: fmt.Sprintf("%s, experiment %d", step.Title, i+1)})
			}
		}
		s.printer.Steps(all...)
	}
	s.printer.Reach(s.numStarted * s.stepsPerExperiment)
	s.numStarted++
}

// plan returns the experiments on the sweep's own collection. It checks the configurations of all experiments.
func (s *sweep) plan(ctx context.Context) ([]*experiment, error) {
	measures, err := trial.Measures(&s.Config)
	if err != nil {
		return nil, err
	}
	s.measure = measures[0].String()
	var list []*experiment
	for _, setting := range configs.Combinations(s.Sweep.PerAxes) {
		c, err := s.Sweep.Lay(s.Config, setting)
		if err != nil {
			return nil, err
		}
		origins := s.sweepOrigins(setting)
		if len(s.Sweep.OverAxes) > 0 {
			choose, err := trial.CrossAxes(c, origins, s.Sweep.OverAxes)
			if err != nil {
				return nil, err
			}
			c.Train.Choose = choose.String()
		}
		x := &experiment{perValues: setting, config: c, origins: origins}
		if err := s.check(ctx, x, "cells/"); err != nil {
			return nil, err
		}
		list = append(list, x)
		for i := range s.Sweep.Elsewhere { // checks that the files of the other collection exist
			if _, err := s.transfer(ctx, x, &s.Sweep.Elsewhere[i], configs.Choose{}); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// sweepOrigins returns the origins of the values. Values of the outer keys are from the sweep.
func (s *sweep) sweepOrigins(setting []configs.Setting) map[string]configs.Origin {
	out := maps.Clone(s.Origins)
	if out == nil {
		out = map[string]configs.Origin{}
	}
	for _, p := range s.Sweep.Expand(setting) {
		out[p.Key] = "sweep"
	}
	return out
}

// check returns an error for an experiment that could not run. It sets the experiment's directory, in folder.
func (s *sweep) check(ctx context.Context, x *experiment, folder string) error {
	err := gen.Check(x.config)
	if err == nil {
		err = train.Check(x.config, x.origins)
	}
	if _, isKnown := s.inputs[gen.FilesNamed(x.config)]; err == nil && !isKnown {
		_, _, _, err = trial.Divide(ctx, x.config)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", x, err)
	}
	name, err := s.dirName(x.config)
	x.dir = folder + name
	return err
}

// transfer returns experiment x on another collection, with the chosen settings of the arms.
func (s *sweep) transfer(ctx context.Context, x *experiment, other *configs.Elsewhere, choice configs.Choose) (*experiment, error) {
	c, err := transferConfig(&s.Config, *other, &s.Sweep, x.perValues)
	if err != nil {
		return nil, err
	}
	for _, arm := range [][]configs.Axis{choice.Judged, choice.Axioms} {
		for i, a := range arm {
			if a.Key == "gen.vectors" && a.Values[0] != "" {
				arm[i].Values = []string{c.Gen.Vectors} // those of the other collection
			}
		}
	}
	c.Train.Choose = choice.String()
	transferred := &experiment{perValues: x.perValues, elsewhere: other, config: c, origins: x.origins}
	return transferred, s.check(ctx, transferred, "on/")
}

// dirName returns the name of an experiment's directory: the hash of its settings and of the content of its input files. The number of
// seeds is not part of the hash, so that an experiment with more seeds finds the trainings of the first ones.
func (s *sweep) dirName(c *configs.Config) (string, error) {
	files := gen.FilesNamed(c)
	if s.inputs == nil {
		s.inputs = map[string]string{}
	}
	if _, ok := s.inputs[files]; !ok {
		var err error
		if s.inputs[files], err = gen.InputsKey(c); err != nil {
			return "", err
		}
	}
	settings := c.Portable()
	if outer := (&configs.Sweep{PerAxes: s.Sweep.PerAxes, Arms: s.Sweep.Arms}); !outer.Varies("train.seeds") {
		delete(settings["train"], "seeds")
	}
	return stage.ShortHash(settings, s.inputs[files]), nil
}

// transferConfig returns the sweep's configuration with some settings, on another collection. Keys of the
// collection, of its candidates and of word vectors have the values of the other collection's preset.
func transferConfig(base *configs.Config, other configs.Elsewhere, grid *configs.Sweep, settings configs.Settings) (*configs.Config,
	error) {
	preset, err := configs.Load(other.Preset, nil)
	if err != nil {
		return nil, err
	}
	c, candidates := *base, true
	for _, k := range configs.Keys() {
		candidates = candidates && k.Name != "gen.axioms" // the keys before it are those of the collection
		if k.Noun() == "gen" && candidates || slices.Contains([]string{"gen.vectors", "gen.vectors_mode", "gen.dimension"}, k.Name) {
			if err := c.Set(k.Name, fmt.Sprint(k.Get(&preset.Config))); err != nil {
				return nil, err
			}
		}
	}
	c.Gen.Data = strings.ReplaceAll(other.Data, "{data}", base.Gen.Data)
	return grid.Lay(c, settings)
}
