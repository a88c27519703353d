package sweep

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/report"
)

// experiment is the grid with one combination of the outer keys, or the chosen settings on another collection.
type experiment struct {
	perValues configs.Settings   // the values of the outer keys, as configured: Portable is not applied
	elsewhere *configs.Elsewhere // the other collection; nil for the sweep's own
	config    *configs.Config
	origins   map[string]configs.Origin // the origins of the values of config
	dir       string                    // the experiment's directory, relative to the sweep's folder
}

func (x *experiment) String() string {
	if len(x.perValues) == 0 {
		return "the grid"
	}
	return x.perValues.String()
}

// run runs an experiment: it trains all settings, chooses on dev and tests. Trainings run in parallel, each on one thread.
func (s *sweep) run(ctx context.Context, x *experiment) (*BestExperiment, error) {
	out := &BestExperiment{Result: x.dir + "/result.json"}
	if len(x.perValues) > 0 {
		out.PerValues = x.perValues.Portable()
	}
	if x.elsewhere != nil {
		out.Elsewhere = x.elsewhere.Preset
	}
	var err error
	if out.Command, err = s.experimentCommand(x.config, out.Elsewhere); err != nil {
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

// start begins an experiment in the experiment's directory.
func (s *sweep) start(x *experiment) (*prepare.Preparation, error) {
	dir, err := s.out.Subdir(x.dir)
	if err != nil {
		return nil, err
	}
	s.folders = append(s.folders, s.out.Path(x.dir+"/"+train.RankingsFolder))
	loaded := configs.LoadedConfig{Config: *x.config, Published: s.Published, Original: s.Original, Origins: x.origins}
	chain, err := train.Start(&loaded, dir, s.printer, "axiomine train sweep")
	if err != nil {
		return nil, err
	}
	s.showSteps(train.Steps(chain))
	return chain, nil
}

// chooseSettings returns one setting for each arm: the first setting with the best mean on dev over seeds and folds. Another collection
// gets these settings unchanged.
func chooseSettings(r *report.Result) configs.Choose {
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
			return -1
		})
		*axes = nil
		for _, x := range best.Settings() {
			*axes = append(*axes, configs.Axis{Key: x.Key, Values: []string{x.Value}})
		}
	}
	return c
}
