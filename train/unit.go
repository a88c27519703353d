package train

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/train/report"
	"golang.org/x/sync/errgroup"
)

// unit is an arm under a seed on a fold: what it explored on dev, and what it chose.
type unit struct {
	arm    string
	at     draw
	cells  []explored
	best   setting  // of the cells
	chosen setting  // the same, or the judged arm's where no axioms are better
	model  *trained // of the chosen setting
}

// explored is what dev says of a setting.
type explored struct {
	Setting setting `json:"setting"`
	Dev     float64 `json:"dev"`
	Epochs  int     `json:"epochs"` // cost
	Pairs   int     `json:"pairs"`  // cost: training pairs in all epochs
}

func (u *unit) name() string { return fileName(u.arm, u.at) }

// cellNames are the names of n cells in files.
func (u *unit) cellNames(n int) []string {
	names := []string{u.name()}
	for i := 1; n > 1 && i <= n; i++ {
		names = append(names, fmt.Sprintf("%s.cell%d", u.name(), i))
	}
	return names[len(names)-n:]
}

// explore trains the settings side by side, each on one thread, and keeps the model of the one that is best on dev, the first of
// equals. An arm that may do without axioms takes the judged arm's model instead unless its own is better on dev.
func (e *experiment) explore(ctx context.Context, arm string, d *drawer, settings []setting, without *unit) (*unit, error) {
	u := &unit{arm: arm, at: d.at}
	key, err := e.unitKey(u, settings, d, without)
	if err != nil {
		return nil, err
	}
	if kept, err := e.recall(ctx, u, len(settings), key); kept || err != nil {
		e.training.Add(len(settings))
		return u, err
	}
	cells, names := make([]*cell, len(settings)), u.cellNames(len(settings))
	for i, s := range settings {
		c, err := e.configOf(arm, s, d.at.fold)
		if err != nil {
			return nil, err
		}
		if cells[i], err = e.newCell(ctx, names[i], s, c, d); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", arm, s, err)
		}
		cells[i].kept = e.checkpoints(names[i], key)
	}
	models := make([]*trained, len(cells))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(e.threads())
	for i, c := range cells {
		group.Go(func() (err error) {
			defer fault.Rescue(&err)
			m, err := c.run(ctx, func(epoch report.Epoch) { e.tell(c, epoch) })
			if err != nil {
				return fmt.Errorf("%s, seed %d, %s: %w", arm, d.at.seed, c.setting, err)
			}
			models[i] = m
			e.training.Add(1)
			e.training.Note(fmt.Sprintf("%s  dev %s %.4f  %s", u.name(), e.main, m.dev, c.setting))
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	best := 0
	for i, m := range models {
		u.cells = append(u.cells, explored{settings[i], m.dev, len(m.epochs), cells[i].pairsIn(len(m.epochs))})
		if m.dev > models[best].dev {
			best = i
		}
	}
	u.best, u.chosen, u.model = settings[best], settings[best], models[best]
	if without != nil {
		for _, x := range without.cells {
			if x.Setting.value(restartKey, "0") == "0" { // the same trainings as without axioms here
				u.cells = append(u.cells, explored{x.Setting.withNoAxioms(), x.Dev, 0, 0})
			}
		}
		if u.model.dev <= without.model.dev {
			u.chosen, u.model = without.chosen.withNoAxioms(), without.model
		}
	}
	if err := e.keep(u, key); err != nil {
		return nil, err
	}
	for _, c := range cells {
		if err := c.kept.remove(); err != nil {
			return nil, err
		}
	}
	return u, nil
}

// configOf is a fold's configuration for an arm under a setting. Only the arms with axiomatic pairs have what is said of them.
func (e *experiment) configOf(arm string, s setting, f *fold) (*configs.Config, error) {
	c, err := s.over(f.from.chain.Config)
	if err == nil && (c.Gen.Axioms == "" || arm == Judged || arm == JudgedSame || arm == JudgedMore) {
		c = withoutAxioms(c)
	}
	return c, err
}

// withNoAxioms is a setting of the judged arm as the arm with axiomatic pairs writes it.
func (s setting) withNoAxioms() setting {
	return append(slices.Clone(s), report.Setting{Key: axiomsKey, Value: ""})
}
