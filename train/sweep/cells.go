package sweep

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/grid"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// experiment is the grid at one combination of the outer keys, or its choice on another collection.
type experiment struct {
	perValues configs.Settings // as written; the record's are portable
	elsewhere *configs.Elsewhere
	config    *configs.Config
	given     map[string]configs.Origin // with those of the outer keys
	dir       string
}

func (x *experiment) String() string {
	if len(x.perValues) == 0 {
		return "the grid"
	}
	return x.perValues.String()
}

// run explores, chooses and tests. Its trainings run in parallel, each on one thread.
func (s *sweep) run(ctx context.Context, x *experiment) (*BestExperiment, error) {
	out := &BestExperiment{Result: x.dir + "/result.json"}
	if len(x.perValues) > 0 {
		out.PerValues = x.perValues.Portable()
	}
	if x.elsewhere != nil {
		out.Elsewhere = x.elsewhere.Preset
	}
	var err error
	if out.Command, err = s.alone(x.config, out.Elsewhere); err != nil {
		return nil, err
	}
	start := time.Now()
	chain, err := s.start(x)
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	result, err := train.RunWithin(ctx, chain, out.Command, &s.memory, s.folders...)
	if err != nil {
		return nil, fmt.Errorf("experiment %s: %w", out.Label(), err)
	}
	out.SetTest(result)
	s.printer.Say("%s: explored, chosen and tested in %s", out.Label(), terminal.Duration(time.Since(start)))
	return out, chain.Run.Out.Settle()
}

// start begins an experiment in its own directory.
func (s *sweep) start(x *experiment) (*prepare.Preparation, error) {
	dir, err := s.out.Subdir(x.dir)
	if err != nil {
		return nil, err
	}
	s.folders = append(s.folders, s.out.Path(x.dir+"/"+train.RankingsFolder))
	chain, err := gen.Start(x.config, dir, s.printer, "axiomine train sweep")
	if err != nil {
		return nil, err
	}
	chain.Run.Published, chain.Run.Original, chain.Run.Origins = s.Published, s.Original, x.given
	s.showSteps(train.Steps(chain))
	return chain, nil
}

// chosenSettings returns a choice of one setting for each arm: the one with the best mean over seeds
// and folds, the first of equals. On another collection nothing is chosen again.
func chosenSettings(r *report.Result) configs.Choose {
	var c configs.Choose
	for _, a := range r.Arms {
		axes := &c.Axioms
		if a.Name == train.Judged {
			axes = &c.Judged
		}
		if len(a.Grid) == 0 {
			continue
		}
		best := slices.MaxFunc(a.Grid, func(x, y report.Cell) int {
			if x.Mean() > y.Mean() {
				return 1
			}
			return -1 // MaxFunc keeps the first of equals
		})
		*axes = nil
		for _, x := range best.Settings() {
			*axes = append(*axes, configs.Axis{Key: x.Key, Values: []string{x.Value}})
		}
	}
	return c
}

// plannedText returns the number of cells of experiments, and the number of those that differ in their
// settings.
func plannedText(list []*experiment) (string, error) {
	var cells []stage.Cell
	// reduce removes the keys that the arm of a cell does not have.
	add := func(x *experiment, s configs.Settings, reduce func(*configs.Config) *configs.Config) error {
		c, err := s.Apply(x.config)
		if err == nil {
			var cell stage.Cell
			cell, err = grid.SettingsCell(reduce(c))
			cells = append(cells, cell)
		}
		return err
	}
	for _, x := range list {
		grid, err := trial.NewGrid(x.config, x.given)
		if err != nil {
			return "", err
		}
		for _, s := range grid.Judged {
			if err := add(x, s, trial.WithoutAxioms); err != nil {
				return "", err
			}
			if grid.AllowsNoAxioms && s.Value(trial.RestartKey, "0") == "0" {
				cells = append(cells, cells[len(cells)-1]) // the arm with axiomatic pairs may do without axioms
			}
		}
		for _, s := range grid.Augmented {
			if err := add(x, s, trial.WithPools); err != nil {
				return "", err
			}
		}
	}
	different := stage.CountDifferent(stage.EqualCells(cells))
	return fmt.Sprintf("%s by their settings; cells that train on the same rows are named when they are trained, "+
		"and trainings that are the same to the order of the rows are run once",
		terminal.Different(len(cells), different, "cell", "cells")), nil
}
