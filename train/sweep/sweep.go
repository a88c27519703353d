package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/report"
)

// Run explores the grid, chooses, and tests what it chose. Cells run side by side, each on one thread; a finished cell is
// kept under the hash of its configuration and of what its input files hold, and not done again on resume. More seeds go to
// the same cells and train only what is new. command is the
// sweep's own; alone makes the command of an experiment of it: a configuration, and the preset that it differs from ("": the sweep's
// own file).
func Run(ctx context.Context, l *configs.Loaded, out *outdir.Dir, p *progress.Printer, command string, alone func(c *configs.Config, preset string) (string, error)) (*report.Sweep, error) {
	s := &sweep{base: l.Config, grid: l.Sweep, published: l.Published, out: out, printer: p, inputs: map[string]string{}, alone: alone, held: map[string]*sync.Mutex{}}
	if err := s.plan(); err != nil {
		return nil, err
	}
	if err := s.explore(ctx); err != nil {
		return nil, err
	}
	r := &report.Sweep{SchemaVersion: report.SchemaVersion, Command: command, Versions: configs.Versions(), Measure: s.measure,
		Per: axes(l.Sweep.Per), Over: axes(l.Sweep.Over)}
	for _, c := range s.cells {
		r.Cells = append(r.Cells, c.Cell)
	}
	var err error
	if r.Chosen, err = s.test(ctx, s.choose()); err != nil {
		return nil, err
	}
	r.Adjust()
	return r, s.write(r)
}

// Plan says what Run would do, after the checks that Run begins with.
func Plan(l *configs.Loaded) (string, error) {
	s := &sweep{base: l.Config, grid: l.Sweep, inputs: map[string]string{}}
	if err := s.plan(); err != nil {
		return "", err
	}
	experiments := len(combinations(l.Sweep.Per)) * (1 + len(l.Sweep.On))
	return fmt.Sprintf("sweep  %d settings on dev, %d trainings each; %d experiments on test\n", len(s.cells), l.Train.Seeds, experiments), nil
}

type sweep struct {
	base      configs.Config
	grid      configs.Sweep
	published []configs.Published
	out       *outdir.Dir
	printer   *progress.Printer
	inputs    map[string]string // keys of what input files hold, by the configuration that names them
	measure   string
	cells     []*cell
	alone     func(c *configs.Config, preset string) (string, error)
	mu        sync.Mutex
	held      map[string]*sync.Mutex // by directory: equal settings share one and wait for each other
}

// cell is a setting with its configuration.
type cell struct {
	report.Cell
	per, over []report.Setting // as written; those of the record are portable
	config    *configs.Config
	key       string // of all that decides what dev says of it
}

// plan lists the cells and checks all their configurations before the first is run.
func (s *sweep) plan() error {
	if len(s.grid.Over) == 0 && len(s.grid.Per) == 0 {
		return fault.BadUsage("list values under sweep: over: KEY: [..]", "the configuration has no sweep")
	}
	measures, err := train.Measures(&s.base)
	if err != nil {
		return err
	}
	s.measure = measures[0].String()
	for _, per := range combinations(s.grid.Per) {
		for _, over := range combinations(s.grid.Over) {
			c, err := with(s.base, s.grid.Arms, per, over)
			if err != nil {
				return err
			}
			if err := check(c); err != nil {
				return fmt.Errorf("cell %s: %w", text(per, over), err)
			}
			key, home, err := s.keys(c)
			if err != nil {
				return err
			}
			s.cells = append(s.cells, &cell{Cell: report.Cell{Per: portable(per), Over: portable(over), Dir: "cells/" + home}, per: per, over: over, config: c, key: key})
		}
		for _, on := range s.grid.On {
			c, err := elsewhere(&s.base, on, s.grid.Arms, per, s.cells[len(s.cells)-1].over)
			if err == nil {
				err = check(c)
			}
			if err == nil {
				_, _, err = s.keys(c) // its files are there
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// check refuses what a cell would refuse.
func check(c *configs.Config) error {
	if err := gen.Check(c); err != nil {
		return err
	}
	return train.Check(c)
}

// keys are the hash of everything that decides a cell, its settings and what its input files hold, and the name of its
// directory: the same hash without the number of seeds, so that more of them find those that are trained.
func (s *sweep) keys(c *configs.Config) (key, home string, err error) {
	named := gen.FilesNamed(c)
	if _, ok := s.inputs[named]; !ok {
		if s.inputs[named], err = gen.InputsKey(c); err != nil {
			return "", "", err
		}
	}
	settings := c.Portable()
	if key, err = hash(settings, s.inputs[named]); err != nil || s.seedsVary() {
		return key, key, err
	}
	delete(settings["train"], "seeds")
	home, err = hash(settings, s.inputs[named])
	return key, home, err
}

func hash(of ...any) (string, error) {
	raw, err := json.Marshal(of)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8]), nil
}

// seedsVary says whether cells of the grid differ in their number of seeds.
func (s *sweep) seedsVary() bool {
	const key = "train.seeds"
	ofKey := func(a configs.Axis) bool { return a.Key == key }
	if slices.ContainsFunc(s.grid.Per, ofKey) || slices.ContainsFunc(s.grid.Over, ofKey) {
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
func (s *sweep) write(r *report.Sweep) error {
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
