package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
	"golang.org/x/sync/errgroup"
)

// Cell is one combination of settings and what dev says of it.
type Cell struct {
	Per  []Setting `json:"per"`
	Over []Setting `json:"over"`
	Dir  string    `json:"dir"` // below the sweep's directory; named by the hash of the cell's configuration
	train.Exploration
}

// Chosen is the setting that was best on dev for one value of the outer keys, with what the test queries say of it.
type Chosen struct {
	Per     []Setting     `json:"per"`
	Over    []Setting     `json:"over"`
	Dev     float64       `json:"dev"`
	Settled int           `json:"settings"` // how many it was chosen from
	Result  string        `json:"result"`   // the experiment's record
	Tests   []report.Test `json:"tests"`    // HolmP covers all tests of the sweep
}

// Record is a finished sweep: sweep.json.
type Record struct {
	SchemaVersion int      `json:"schema_version"`
	Command       string   `json:"command"`
	Measure       string   `json:"measure"`
	Cells         []Cell   `json:"cells"`
	Chosen        []Chosen `json:"chosen"`
	Tests         int      `json:"tests"` // made on test, over which Holm's adjustment runs
}

// Run explores the grid, chooses, and tests what it chose. Cells run side by side, each on one thread; a finished cell is
// kept under the hash of its configuration and not done again on resume.
func Run(ctx context.Context, l *configs.Loaded, out *outdir.Dir, p *progress.Printer, command string) (*Record, error) {
	if len(l.Sweep.Over) == 0 && len(l.Sweep.Per) == 0 {
		return nil, fault.BadUsage("list values under sweep: over: KEY: [..]", "the configuration has no sweep")
	}
	s := &sweep{base: l.Config, out: out, printer: p}
	if err := s.plan(l.Sweep); err != nil {
		return nil, err
	}
	if err := s.explore(ctx); err != nil {
		return nil, err
	}
	r := &Record{SchemaVersion: 1, Command: command, Measure: fields0(l.Train.Measures), Cells: s.cells}
	for _, per := range combinations(l.Sweep.Per) {
		chosen, err := s.choose(ctx, per, command)
		if err != nil {
			return nil, err
		}
		r.Chosen = append(r.Chosen, chosen)
	}
	r.adjust()
	return r, s.write(r)
}

type sweep struct {
	base    configs.Config
	out     *outdir.Dir
	printer *progress.Printer
	cells   []Cell
	configs []*configs.Config
}

// plan lists the cells and checks all their configurations before the first is run.
func (s *sweep) plan(grid configs.Sweep) error {
	for _, per := range combinations(grid.Per) {
		for _, over := range combinations(grid.Over) {
			c, err := with(s.base, per, over)
			if err != nil {
				return err
			}
			if _, err := gen.ParseAxioms(&c.Gen); err != nil {
				return err
			}
			raw, err := json.Marshal(c.Portable())
			if err != nil {
				return err
			}
			sum := sha256.Sum256(raw)
			s.cells = append(s.cells, Cell{Per: per, Over: over, Dir: "cells/" + hex.EncodeToString(sum[:8])})
			s.configs = append(s.configs, c)
		}
	}
	return nil
}

// explore fills in what dev says of every cell.
func (s *sweep) explore(ctx context.Context) error {
	st := s.printer.Stage("sweep", "cells", len(s.cells))
	defer st.Done()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(mine.Threads(s.base.Gen.Threads))
	for i := range s.cells {
		group.Go(func() error {
			if err := s.exploreCell(ctx, &s.cells[i], s.configs[i]); err != nil {
				return fmt.Errorf("cell %s: %w", text(s.cells[i].Per, s.cells[i].Over), err)
			}
			st.Add(1)
			return nil
		})
	}
	return group.Wait()
}

func (s *sweep) exploreCell(ctx context.Context, cell *Cell, c *configs.Config) error {
	const name = "explored.json"
	if _, ok := s.out.Finished(cell.Dir, cell.Dir); ok {
		raw, err := os.ReadFile(s.out.Path(cell.Dir + "/" + name))
		if err != nil {
			return err
		}
		return json.Unmarshal(raw, &cell.Exploration)
	}
	single := *c
	single.Gen.Threads = 1
	chain, err := s.chain(cell, &single)
	if err != nil {
		return err
	}
	defer chain.Close()
	found, err := train.Explore(ctx, chain)
	if err != nil {
		return err
	}
	cell.Exploration = *found
	f, err := s.out.WriteJSON(cell.Dir+"/"+name, found)
	if err != nil {
		return err
	}
	if err := chain.Out.Settle(); err != nil {
		return err
	}
	return s.out.Finish(cell.Dir, cell.Dir, []outdir.File{f})
}

// chain opens a cell's own directory; its progress is silent, the sweep speaks for it.
func (s *sweep) chain(cell *Cell, c *configs.Config) (*gen.Chain, error) {
	out, err := outdir.Claim(s.out.Path(cell.Dir), outdir.Resume)
	if err != nil {
		return nil, err
	}
	return gen.Start(c, out, nil, "axiomine train sweep")
}

// choose takes the cell that is best on dev among those of one outer value, the first of equals, and tests it.
func (s *sweep) choose(ctx context.Context, per []Setting, command string) (Chosen, error) {
	best, n := -1, 0
	for i := range s.cells {
		if slices.Equal(s.cells[i].Per, per) {
			n++
			if best < 0 || s.cells[i].Dev > s.cells[best].Dev {
				best = i
			}
		}
	}
	cell := &s.cells[best]
	s.printer.Say("chosen on dev: %s (%.4f, of %d settings)", text(per, cell.Over), cell.Dev, n)
	chain, err := s.chain(cell, s.configs[best])
	if err != nil {
		return Chosen{}, err
	}
	defer chain.Close()
	result, err := train.Run(ctx, chain, command)
	if err != nil {
		return Chosen{}, err
	}
	if err := chain.Out.Settle(); err != nil {
		return Chosen{}, err
	}
	return Chosen{Per: per, Over: cell.Over, Dev: cell.Dev, Settled: n, Result: cell.Dir + "/result.json", Tests: result.Tests}, nil
}

// adjust runs Holm's adjustment over every test of the sweep: the larger p of paired t and Wilcoxon counts.
func (r *Record) adjust() {
	var raw []float64
	for _, c := range r.Chosen {
		for _, t := range c.Tests {
			raw = append(raw, max(t.TP, t.WilcoxonP))
		}
	}
	r.Tests = len(raw)
	adjusted := eval.Holm(raw)
	for i := range r.Chosen {
		for j := range r.Chosen[i].Tests {
			r.Chosen[i].Tests[j].HolmP, adjusted = adjusted[0], adjusted[1:]
		}
	}
}
