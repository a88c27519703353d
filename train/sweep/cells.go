package sweep

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/report"
	"golang.org/x/sync/errgroup"
)

// explore fills in what dev says of every cell.
func (s *sweep) explore(ctx context.Context) error {
	st := s.printer.Stage("sweep", "cells", len(s.cells))
	defer st.Done()
	var mu sync.Mutex
	begin, took, fresh := time.Now(), time.Duration(0), 0
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(mine.Threads(s.base.Gen.Threads))
	for _, c := range s.cells {
		group.Go(func() (err error) {
			defer fault.Rescue(&err)
			start := time.Now()
			kept, err := s.exploreCell(ctx, c)
			if err != nil {
				return fmt.Errorf("cell %s: %w", text(c.per, c.over), err)
			}
			st.Add(1)
			st.Note(fmt.Sprintf("dev %.4f  %s", c.Dev, text(c.per, c.over)))
			if !kept {
				mu.Lock()
				took, fresh = took+time.Since(start), fresh+1
				mu.Unlock()
				s.printer.Say("%s: dev %.4f, %d epochs of %d pairs in all, %s", text(c.per, c.over), c.Dev, c.Epochs, c.Pairs, time.Since(start).Round(10*time.Millisecond))
			}
			return nil
		})
	}
	err := group.Wait()
	if fresh > 0 && err == nil {
		s.printer.Say("explored %d cells in %s: %s of work, %s a cell; %d kept from before", fresh, time.Since(begin).Round(10*time.Millisecond),
			took.Round(10*time.Millisecond), (took / time.Duration(fresh)).Round(10*time.Millisecond), len(s.cells)-fresh)
	}
	return err
}

// exploreCell fills in a cell; kept says that an earlier attempt finished it.
func (s *sweep) exploreCell(ctx context.Context, c *cell) (kept bool, err error) {
	const name = "explored.json"
	defer s.hold(c.Dir)()
	if _, ok := s.out.Finished(c.Dir, c.key); ok {
		raw, err := os.ReadFile(s.out.Path(c.Dir + "/" + name))
		if err != nil {
			return false, err
		}
		return true, json.Unmarshal(raw, &c.Exploration)
	}
	chain, err := s.chain(c.Dir, c.config)
	if err != nil {
		return false, err
	}
	defer chain.Close()
	found, err := train.Explore(ctx, chain)
	if err != nil {
		return false, err
	}
	c.Exploration = *found
	f, err := s.out.WriteJSON(c.Dir+"/"+name, found)
	if err != nil {
		return false, err
	}
	if err := chain.Out.Settle(); err != nil {
		return false, err
	}
	return false, s.out.Finish(c.Dir, c.key, []outdir.File{f})
}

// hold keeps a directory for the caller until it calls release.
func (s *sweep) hold(dir string) (release func()) {
	s.mu.Lock()
	lock := s.held[dir]
	if lock == nil {
		lock = &sync.Mutex{}
		s.held[dir] = lock
	}
	s.mu.Unlock()
	lock.Lock()
	return lock.Unlock
}

// chain opens a cell's own directory, on one thread; its progress is silent, the sweep speaks for it.
func (s *sweep) chain(dir string, c *configs.Config) (*gen.Chain, error) {
	out, err := s.out.Below(dir)
	if err != nil {
		return nil, err
	}
	single := *c
	single.Gen.Threads = 1
	return gen.Start(&single, out, nil, "axiomine train sweep")
}

// experiment is a chosen setting, on the sweep's own collection or on another.
type experiment struct {
	cell *cell
	of   int // settings it was chosen from
	on   *configs.Elsewhere
}

// choose takes, for every combination of the outer keys, the cell that is best on dev, the first of equals.
func (s *sweep) choose() []experiment {
	var list []experiment
	n := len(s.cells) / len(combinations(s.grid.Per))
	for cells := range slices.Chunk(s.cells, n) {
		best := slices.MaxFunc(cells, func(a, b *cell) int {
			if a.Dev > b.Dev {
				return 1
			}
			return -1 // MaxFunc keeps the first of equals
		})
		s.printer.Say("chosen on dev: %s (%.4f, of %d settings)", text(best.per, best.over), best.Dev, n)
		list = append(list, experiment{cell: best, of: n})
		for i := range s.grid.On {
			list = append(list, experiment{best, n, &s.grid.On[i]})
		}
	}
	return list
}

// test runs the experiments side by side, each on one thread.
func (s *sweep) test(ctx context.Context, list []experiment) ([]report.Chosen, error) {
	st := s.printer.Stage("test", "experiments", len(list))
	defer st.Done()
	chosen := make([]report.Chosen, len(list))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(mine.Threads(s.base.Gen.Threads))
	for i, x := range list {
		group.Go(func() (err error) {
			defer fault.Rescue(&err)
			start := time.Now()
			c, err := s.testOne(ctx, x)
			if err != nil {
				return fmt.Errorf("experiment %s: %w", text(x.cell.per, x.cell.over), err)
			}
			chosen[i] = *c
			st.Add(1)
			s.printer.Say("tested %s%s in %s", text(x.cell.per, x.cell.over), onText(x.on), time.Since(start).Round(10*time.Millisecond))
			return nil
		})
	}
	return chosen, group.Wait()
}

func onText(on *configs.Elsewhere) string {
	if on == nil {
		return ""
	}
	return " on " + on.Preset
}

func (s *sweep) testOne(ctx context.Context, x experiment) (*report.Chosen, error) {
	c := x.cell
	out := &report.Chosen{Per: c.Per, Over: c.Over, Dev: c.Dev, Settled: x.of}
	dir, config := c.Dir, c.config
	var err error
	if x.on != nil {
		if config, err = elsewhere(&s.base, *x.on, s.grid.Arms, c.per, c.over); err != nil {
			return nil, err
		}
		_, home, err := s.keys(config)
		if err != nil {
			return nil, err
		}
		out.On, dir = x.on.Preset, "on/"+home
	}
	if out.Command, err = s.alone(config, out.On); err != nil {
		return nil, err
	}
	out.Result = dir + "/result.json"
	defer s.hold(dir)()
	chain, err := s.chain(dir, config)
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	chain.Published = s.published
	result, err := train.Run(ctx, chain, out.Command)
	if err != nil {
		return nil, err
	}
	out.Tested(result)
	return out, chain.Out.Settle()
}
