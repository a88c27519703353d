package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/report/sweeps"
	"github.com/axiomine/axiomine/train/settings"
)

// Run goes over the outer keys: for each of their combinations every arm explores the grid on dev and takes its own best setting, and
// only that is tested. A finished experiment is kept under the hash of its configuration and of what its input files hold, and not
// done again on resume; more seeds train only what is new. command is the sweep's own; alone makes the command of an experiment of
// it: a configuration, and the preset that it differs from ("": the sweep's own file). merged are folders in which rankings of parts are
// looked for.
func Run(ctx context.Context, l *configs.Loaded, out *outdir.Dir, p *progress.Printer, command string,
	alone func(c *configs.Config, preset string) (string, error), merged ...string) (*sweeps.Sweep, error) {
	s := &sweep{base: l.Config, origins: l.Origins, grid: l.Sweep, published: l.Published, original: l.Original, out: out, printer: p,
		inputs: map[string]string{}, alone: alone, merged: merged}
	list, err := s.plan()
	if err != nil {
		return nil, err
	}
	r := &sweeps.Sweep{SchemaVersion: report.SchemaVersion, Command: command, Versions: configs.Versions(), Measure: s.measure,
		Per: axes(l.Sweep.Per), Over: axes(l.Sweep.Over)}
	s.total = len(list) * (1 + len(s.grid.On))
	for _, x := range list {
		home, err := s.run(ctx, x)
		if err != nil {
			return nil, err
		}
		r.AddCells(home, x.dir)
		r.Chosen = append(r.Chosen, *home)
		for i := range s.grid.On {
			away, err := s.carried(x, &s.grid.On[i], frozen(home.Record()))
			if err != nil {
				return nil, err
			}
			chosen, err := s.run(ctx, away)
			if err != nil {
				return nil, err
			}
			r.Chosen = append(r.Chosen, *chosen)
		}
	}
	nameEqual(r)
	r.Adjust()
	return r, s.write(r)
}

// RunPart makes the calls of train.ranker that belong to a part of every experiment, and leaves their rankings for Run. It gives their
// number, and that of all parts. What is carried to other collections, and what the best setting decides, is trained by Run.
func RunPart(ctx context.Context, l *configs.Loaded, out *outdir.Dir, p *progress.Printer, part mine.Part) (done, all int, err error) {
	s := &sweep{base: l.Config, origins: l.Origins, grid: l.Sweep, out: out, printer: p, inputs: map[string]string{}}
	list, err := s.plan()
	if err != nil {
		return 0, 0, err
	}
	s.total = len(list)
	for _, x := range list {
		n, of, err := s.runPart(ctx, x, part)
		if err != nil {
			return done, all, err
		}
		done, all = done+n, all+of
	}
	return done, all, nil
}

// Plan says what Run would do, after the checks that Run begins with: a line each.
func Plan(_ context.Context, l *configs.Loaded) ([]string, error) {
	s := &sweep{base: l.Config, origins: l.Origins, grid: l.Sweep, inputs: map[string]string{}}
	list, err := s.plan()
	if err != nil {
		return nil, err
	}
	cells, err := settings.Cells(list[0].config, list[0].given)
	if err != nil {
		return nil, err
	}
	planned, err := plannedText(list)
	if err != nil {
		return nil, err
	}
	experiments := len(list) * (1 + len(l.Sweep.On))
	return []string{fmt.Sprintf("%d experiments on test; each arm chooses among %d settings on dev, %d trainings each",
		experiments, cells, l.Train.Seeds), planned}, nil
}

type sweep struct {
	base      configs.Config
	origins   map[string]configs.Origin
	grid      configs.Sweep
	published []configs.Published
	original  configs.Original
	out       *outdir.Dir
	printer   *progress.Printer
	inputs    map[string]string // keys of what input files hold, by the configuration that names them
	measure   string
	alone     func(c *configs.Config, preset string) (string, error)
	merged    []string
	folders   []string // of the experiments so far
	total     int      // experiments
	begun     int      // of them
	steps     int      // of each
}

// tell says where a beginning experiment is among all.
func (s *sweep) tell(own []progress.Step) {
	if s.begun == 0 {
		s.steps = len(own)
		var all []progress.Step
		for i := range s.total {
			for _, step := range own {
				all = append(all, progress.Step{Name: step.Name, Title: fmt.Sprintf("%s, experiment %d", step.Title, i+1)})
			}
		}
		s.printer.Steps(all...)
	}
	s.printer.Reach(s.begun * s.steps)
	s.begun++
}

// plan lists the experiments and checks all their configurations before the first is run.
func (s *sweep) plan() ([]*experiment, error) {
	if len(s.grid.Over) == 0 && len(s.grid.Per) == 0 {
		return nil, fault.BadUsage("list values under sweep: over: KEY: [..]", "the configuration has no sweep")
	}
	measures, err := settings.Measures(&s.base)
	if err != nil {
		return nil, err
	}
	s.measure = measures[0].String()
	var list []*experiment
	for _, per := range settings.Combinations(s.grid.Per) {
		c, err := with(s.base, s.grid.Arms, per)
		if err != nil {
			return nil, err
		}
		given := s.given(per)
		if len(s.grid.Over) > 0 {
			choose, err := settings.CrossAxes(c, given, s.grid.Over)
			if err != nil {
				return nil, err
			}
			c.Train.Choose = choose.String()
		}
		x := &experiment{per: per, config: c, given: given}
		if err := s.check(x, "cells/"); err != nil {
			return nil, err
		}
		list = append(list, x)
		for i := range s.grid.On { // its files are there
			if _, err := s.carried(x, &s.grid.On[i], configs.Choose{}); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// given are the origins of the values, those of the outer keys among them: the user's own.
func (s *sweep) given(per []report.Setting) map[string]configs.Origin {
	out := maps.Clone(s.origins)
	if out == nil {
		out = map[string]configs.Origin{}
	}
	for _, p := range per {
		if p.Key != configs.ArmsKey {
			out[p.Key] = "sweep"
		}
		for _, of := range s.grid.Arms[p.Value] {
			if p.Key == configs.ArmsKey {
				out[of.Key] = "sweep"
			}
		}
	}
	return out
}

// check refuses what an experiment would refuse, and finds its directory.
func (s *sweep) check(x *experiment, folder string) error {
	err := gen.Check(x.config)
	if err == nil {
		err = arms.Check(x.config, x.given)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", text(x.per), err)
	}
	home, err := s.home(x.config)
	x.dir = folder + home
	return err
}

// carried is an experiment on another collection, where the arms have the settings that were chosen.
func (s *sweep) carried(x *experiment, on *configs.Elsewhere, chosen configs.Choose) (*experiment, error) {
	c, err := elsewhere(&s.base, *on, s.grid.Arms, x.per)
	if err != nil {
		return nil, err
	}
	for _, arm := range [][]configs.Axis{chosen.Judged, chosen.Axioms} {
		for i, a := range arm {
			if a.Key == "gen.vectors" && a.Values[0] != "" {
				arm[i].Values = []string{c.Gen.Vectors} // those of the other collection
			}
		}
	}
	c.Train.Choose = chosen.String()
	away := &experiment{per: x.per, on: on, config: c, given: x.given}
	return away, s.check(away, "on/")
}

// home is the name of an experiment's directory: the hash of everything that decides it, its settings and what its input files hold,
// without the number of seeds, so that more of them find those that are trained.
func (s *sweep) home(c *configs.Config) (string, error) {
	named := gen.FilesNamed(c)
	if _, ok := s.inputs[named]; !ok {
		var err error
		if s.inputs[named], err = gen.InputsKey(c); err != nil {
			return "", err
		}
	}
	settings := c.Portable()
	if !s.seedsVary() {
		delete(settings["train"], "seeds")
	}
	return hash(settings, s.inputs[named])
}

func hash(of ...any) (string, error) {
	raw, err := json.Marshal(of)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8]), nil
}

// seedsVary says whether experiments differ in their number of seeds.
func (s *sweep) seedsVary() bool {
	const key = "train.seeds"
	ofKey := func(a configs.Axis) bool { return a.Key == key }
	if slices.ContainsFunc(s.grid.Per, ofKey) {
		return true
	}
	for _, settings := range s.grid.Arms {
		if slices.ContainsFunc(settings, func(p configs.Pair) bool { return p.Key == key }) {
			return true
		}
	}
	return false
}

// write leaves the record and its reports.
func (s *sweep) write(r *sweeps.Sweep) error {
	var files []outdir.File
	for _, product := range []struct {
		name  string
		write func(io.Writer) error
	}{{"sweep.json", r.Write}, {"sweep.html", r.HTML}, {"sweep.md", r.Markdown}} {
		f, err := s.out.WriteFile(product.name, product.write)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	return s.out.Finish("sweep", "sweep", files)
}
