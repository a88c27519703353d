package record

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/digest"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/report"
	"golang.org/x/sync/errgroup"
)

// experiment is what was trained, to be put on record.
type experiment struct {
	*arms.Explorer
	units []*arms.Unit // in the order in which they were trained
}

// Of measures every chosen model on its fold's test queries and puts the record together. command made it.
func Of(ctx context.Context, by *arms.Explorer, units []*arms.Unit, command string) (*report.Result, error) {
	e := &experiment{by, units}
	title := "DRMM with and without axiomatic pairs"
	if by.Ranker() != nil {
		title = "Ranker with and without axiomatic pairs"
	}
	r := &report.Result{SchemaVersion: report.SchemaVersion, Title: title, Command: command,
		Seeds:    e.Seeds(),
		Versions: configs.Versions(), Protocol: Protocol(by)}
	for _, name := range []string{arms.Judged, arms.Augmented, arms.AxiomsOnly, arms.JudgedSame, arms.AugmentedSame, arms.JudgedMore} {
		a, err := e.arm(name)
		if err != nil {
			return nil, err
		}
		if len(a.Seeds) > 0 {
			r.Arms = append(r.Arms, a)
		}
	}
	if err := e.controls(r); err != nil {
		return nil, err
	}
	if err := e.tests(r); err != nil {
		return nil, err
	}
	if err := e.pools(ctx, r); err != nil {
		return nil, err
	}
	if err := e.fulfilment(ctx, r); err != nil {
		return nil, err
	}
	if err := e.mended(ctx, r); err != nil {
		return nil, err
	}
	r.Unmet = Unmet(by)
	e.published(r)
	r.Conclude(arms.Judged, arms.Augmented, e.labels(), slices.Concat(e.Cautions, e.outside()))
	return r, r.Validate()
}

// Unmet returns for the record the amounts that what was drawn does not reach.
func Unmet(by *arms.Explorer) (list []report.Unmet) {
	for _, u := range by.Unmet {
		list = append(list, report.Unmet(u))
	}
	return list
}

// arm is the record of an arm: what it chose under every seed on every fold, from what, and what the test queries say.
func (e *experiment) arm(name string) (report.Arm, error) {
	a := report.Arm{Name: name, Ablation: name == arms.JudgedSame || name == arms.AugmentedSame || name == arms.JudgedMore,
		Settings: map[string]string{}}
	of := e.unitsOf(name)
	a.Seeds = make([]report.SeedRun, len(of))
	if err := e.sideBySide(len(of), func(i int) { a.Seeds[i] = e.seedRun(of[i]) }); err != nil {
		return a, err
	}
	for _, u := range of {
		a.Chosen = append(a.Chosen, report.Choice{Seed: u.At.Seed, Fold: u.At.Fold.Number, Setting: u.Chosen.Map(), Dev: u.Model.Dev})
	}
	a.Grid = e.triedBy(name)
	a.Average()
	return a, nil
}

// unitsOf are an arm's units, in the order of seeds and folds.
func (e *experiment) unitsOf(arm string) (list []*arms.Unit) {
	for _, u := range e.units {
		if u.Arm == arm {
			list = append(list, u)
		}
	}
	return list
}

// sideBySide does n things on all threads.
func (e *experiment) sideBySide(n int, do func(i int)) error {
	var group errgroup.Group
	group.SetLimit(e.Threads())
	for i := range n {
		group.Go(func() (err error) {
			defer fault.Rescue(&err)
			do(i)
			return nil
		})
	}
	return group.Wait()
}

// triedBy lists the cells of an arm's grid, in order, with dev by seed. Cells are equal if they are under every seed on every fold.
func (e *experiment) triedBy(name string) []report.Tried {
	var list []report.Tried
	var made [][]digest.Cell // by cell, then seed and fold
	place := map[string]int{}
	seeds := e.Seeds()
	for _, u := range e.unitsOf(name) {
		for _, x := range u.Cells {
			at, met := place[x.Setting.String()]
			if !met {
				at = len(list)
				place[x.Setting.String()] = at
				list, made = append(list, report.Tried{Setting: x.Setting.Map(), Dev: make([]float64, len(seeds))}), append(made, nil)
			}
			list[at].Dev[slices.Index(seeds, u.At.Seed)] += x.Dev / float64(len(e.Division.Folds))
			list[at].Epochs += x.Epochs
			list[at].Pairs += x.Pairs
			made[at] = append(made[at], x.Cell)
		}
	}
	cells := make([]digest.Cell, len(list))
	for i := range list {
		cells[i] = digest.Together(made[i])
		list[i].Data, list[i].Files = cells[i].Data, cells[i].Files
	}
	for i, first := range digest.Equal(cells) {
		list[i].Equals = first
	}
	return list
}
