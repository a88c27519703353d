package record

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/chain/digest"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/experiment/arms"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/experiment/report/unlearning"
	"golang.org/x/sync/errgroup"
)

// experiment is a trained experiment, for its record.
type experiment struct {
	Explorer *arms.Explorer
	units    []*arms.Unit // in the order in which they were trained
}

// Measure measures every chosen model on its fold's test queries and returns the record. command is the
// command line that made it.
func Measure(ctx context.Context, explorer *arms.Explorer, units []*arms.Unit, command string) (*report.Result, error) {
	e := &experiment{explorer, units}
	title := "DRMM with and without axiomatic pairs"
	if explorer.Ranker != nil {
		title = "Ranker with and without axiomatic pairs"
	}
	r := &report.Result{SchemaVersion: report.SchemaVersion, Title: title, Command: command,
		Seeds:    arms.Seeds(e.Explorer.Config),
		Versions: configs.Versions(), Protocol: Protocol(explorer)}
	for _, name := range []string{arms.Judged, arms.Augmented, arms.AxiomsOnly, arms.JudgedSame, arms.AugmentedSame, arms.JudgedMore} {
		a, err := e.arm(name)
		if err != nil {
			return nil, err
		}
		if len(a.Seeds) > 0 {
			r.Arms = append(r.Arms, a)
		}
	}
	if err := e.addControls(r); err != nil {
		return nil, err
	}
	if err := e.addTests(r); err != nil {
		return nil, err
	}
	if err := e.addPools(ctx, r); err != nil {
		return nil, err
	}
	if err := e.addFulfilment(ctx, r); err != nil {
		return nil, err
	}
	if err := e.compareFulfilment(ctx, r); err != nil {
		return nil, err
	}
	r.Unmet = Unmet(explorer)
	e.addPublished(r)
	r.Conclude(arms.Judged, arms.Augmented, e.countLabels(), slices.Concat(e.Explorer.Cautions, e.countUnanswerable(), unlearnedText(r)))
	return r, r.Validate()
}

// Unmet returns the record of the requested amounts that the drawn pairs do not reach.
func Unmet(explorer *arms.Explorer) (list []report.Unmet) {
	for _, u := range explorer.Unmet {
		list = append(list, report.Unmet(u))
	}
	return list
}

// arm returns the record of an arm: its choices under every seed on every fold, its grid, and its
// results on the test queries.
func (e *experiment) arm(name string) (report.Arm, error) {
	a := report.Arm{Name: name, Ablation: name == arms.JudgedSame || name == arms.AugmentedSame || name == arms.JudgedMore,
		Settings: map[string]string{}}
	units := e.unitsOf(name)
	a.Seeds = make([]report.SeedRun, len(units))
	if err := e.sideBySide(len(units), func(i int) { a.Seeds[i] = e.seedRun(units[i]) }); err != nil {
		return a, err
	}
	for _, u := range units {
		a.Chosen = append(a.Chosen, report.Choice{Seed: u.Draw.Seed, Fold: u.Draw.Fold.Number, Setting: u.Chosen.Map(), Dev: u.Model.Dev})
	}
	a.Grid = e.gridOf(name)
	a.Average()
	var err error
	a.Shown, err = e.shownValues(name)
	return a, err
}

// unitsOf returns an arm's units, in the order of seeds and folds.
func (e *experiment) unitsOf(arm string) (list []*arms.Unit) {
	for _, u := range e.units {
		if u.Arm == arm {
			list = append(list, u)
		}
	}
	return list
}

// sideBySide calls do for n numbers, on all threads.
func (e *experiment) sideBySide(n int, do func(i int)) error {
	var group errgroup.Group
	group.SetLimit(arms.Threads(e.Explorer.Config))
	for i := range n {
		group.Go(errs.Guard(func() error {
			do(i)
			return nil
		}))
	}
	return group.Wait()
}

// gridOf returns the cells of an arm's grid, in order, with dev by seed. Two cells are equal if they
// are equal under every seed on every fold.
func (e *experiment) gridOf(name string) []report.Cell {
	var list []report.Cell
	var cellDigests [][]digest.Cell // by cell, then seed and fold
	place := map[string]int{}
	seeds := arms.Seeds(e.Explorer.Config)
	for _, u := range e.unitsOf(name) {
		for _, x := range u.Cells {
			i, ok := place[x.Setting.String()]
			if !ok {
				i = len(list)
				place[x.Setting.String()] = i
				list, cellDigests = append(list, report.Cell{Setting: x.Setting.Map(), Dev: make([]float64, len(seeds))}), append(cellDigests, nil)
			}
			list[i].Dev[slices.Index(seeds, u.Draw.Seed)] += x.Dev / float64(len(e.Explorer.Division.Folds))
			list[i].Epochs += x.Epochs
			list[i].Pairs += x.Pairs
			cellDigests[i] = append(cellDigests[i], x.Cell)
		}
	}
	cells := make([]digest.Cell, len(list))
	for i := range list {
		cells[i] = digest.Together(cellDigests[i])
		list[i].Data, list[i].Files = cells[i].Data, cells[i].Files
	}
	for i, first := range digest.Equal(cells) {
		list[i].Equals = first
	}
	return list
}

// unlearnedText returns a sentence for each arm that training made worse.
func unlearnedText(r *report.Result) (list []string) {
	for _, f := range unlearning.Find(r) {
		list = append(list, f.String())
	}
	return list
}
