package train

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// experiment is an experiment after its trainings. Its methods make the record.
type experiment struct {
	*Explorer
	units unitList
	judge judge
}

// measure measures every chosen model on its fold's test queries and returns the record. command is the command line that the record names.
func measure(ctx context.Context, explorer *Explorer, units []*Unit, command string) (*report.Result, error) {
	e := &experiment{explorer, units, newJudge(explorer)}
	title := "DRMM with and without axiomatic pairs"
	if explorer.Ranker != nil {
		title = "Ranker with and without axiomatic pairs"
	}
	r := &report.Result{SchemaVersion: report.SchemaVersion, Title: title, Command: command,
		Seeds:    Seeds(e.Config),
		Versions: configs.Versions(), Protocol: protocolOf(explorer)}
	for _, name := range []string{Judged, Augmented, AxiomsOnly} {
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
	r.Unmet = explorer.Unmet
	e.addPublished(r)
	r.Conclude(Judged, Augmented, countLabels(e.Division),
		slices.Concat(e.Cautions, unanswerableCautions(e.Division), lists.Map(report.FindUnlearned(r), page.Finding.String)))
	return r, nil
}

// arm returns the record of an arm: its choices under every seed on every fold, its grid, and its results on the test queries.
func (e *experiment) arm(name string) (report.Arm, error) {
	a := report.Arm{Name: name}
	units := e.units.selectArm(name)
	a.Seeds = make([]report.SeedRun, len(units))
	if err := e.eachInParallel(len(units), func(i int) { a.Seeds[i] = e.seedRun(units[i]) }); err != nil {
		return a, err
	}
	for _, u := range units {
		a.Chosen = append(a.Chosen, report.Choice{Seed: u.Draw.Seed, Fold: u.Draw.Fold.Number, Setting: u.Chosen.Map(), Dev: u.Model.Dev})
	}
	a.Grid = units.grid(e.Measures[0].String(), Seeds(e.Config), len(e.Division.Folds))
	a.Average()
	return a, nil
}

// seedRun returns the record of a unit's training, measured on its fold.
func (e *experiment) seedRun(u *Unit) report.SeedRun {
	s := e.judge.measureFold(u.Draw.Fold, e.judge.rankBy(u.Model.Scorer()))
	s.Seed, s.PerQueryFile = u.Draw.Seed, perQueryName(u.Name())
	s.Training, s.BestEpoch, s.Pairs = u.Model.Epochs, u.Model.BestEpoch, u.Model.Pairs
	return s
}

// eachInParallel calls do for 0 to n-1, in parallel on all threads.
func (e *experiment) eachInParallel(n int, do func(i int)) error {
	return parallel.Each(context.Background(), parallel.Threads(e.Config.Gen.Threads), n, func(int) func(int) error {
		return func(i int) error {
			do(i)
			return nil
		}
	})
}

// addPools adds the pools of every set of axioms in the grid, as drawn with the first seed on the first fold.
// Other seeds draw from the same pools.
func (e *experiment) addPools(ctx context.Context, r *report.Result) error {
	if e.Ranker != nil {
		r.Pools = e.Offered
		return nil
	}
	d := trial.NewDrawer(trial.Draw{Seed: Seeds(e.Config)[0], Fold: e.Division.Folds[0]})
	if model := e.units.models(Judged)[d.Current]; model != nil {
		d.Judged = model.Scorer()
	}
	names := map[string]bool{}
	for _, s := range e.Grid.Augmented {
		c, err := ConfigOf(Augmented, s, d.Current.Fold)
		if err != nil {
			return err
		}
		p, err := d.Draw(ctx, c)
		if err != nil {
			return err
		}
		for _, l := range p.Drawn.Ledger {
			if names[l.Name] {
				continue
			}
			names[l.Name] = true
			r.Pools = append(r.Pools, report.Pool{Axiom: l.Name, Split: "train", Size: l.Size, Wanted: l.Wanted, Taken: l.Taken,
				Shortfall:   l.Shortfall,
				NotViolated: l.Dropped.NotViolated, NotScored: l.Dropped.NotScored, LengthSkew: l.LengthSkew(), Leans: l.Direction().Leans(),
				Agreement: l.Agreement()})
		}
		r.Warnings = lists.AddNew(r.Warnings, p.Drawn.Warnings(quota.DrawOrder(&c.Gen))...)
	}
	return nil
}

// unitList lists trained units, in the order in which they were trained.
type unitList []*Unit

// selectArm returns an arm's units, in the order of seeds and folds.
func (l unitList) selectArm(name string) unitList {
	return lists.Filter(l, func(u *Unit) bool { return u.Arm == name })
}

// models returns an arm's chosen model for each draw.
func (l unitList) models(arm string) map[trial.Draw]*trial.TrainedModel {
	models := map[trial.Draw]*trial.TrainedModel{}
	for _, u := range l.selectArm(arm) {
		models[u.Draw] = u.Model
	}
	return models
}

// grid returns the cells of an arm's grid, in the order of exploration. The values on dev are by seed, averaged over the folds. Two cells
// are equal if they are equal under every seed on every fold. With a single seed, cells have an interval over the dev queries of all folds.
func (l unitList) grid(measure string, seeds []uint64, folds int) []report.Cell {
	var list []report.Cell
	var cellDigests [][]stage.Cell // the digests of each cell, in the order of seeds and folds
	var samples []eval.Sample      // the sums over the dev queries of each cell
	cellIndex := map[string]int{}
	for _, u := range l {
		for _, x := range u.Cells {
			i, ok := cellIndex[x.Setting.ID()]
			if !ok {
				i = len(list)
				cellIndex[x.Setting.ID()] = i
				list, cellDigests = append(list, report.Cell{Setting: x.Setting.Map(), Dev: make([]float64, len(seeds))}), append(cellDigests, nil)
				samples = append(samples, eval.Sample{})
			}
			list[i].Dev[slices.Index(seeds, u.Draw.Seed)] += x.Dev / float64(folds)
			samples[i] = samples[i].Plus(x.Sample)
			list[i].Short = list[i].Short || len(x.Unmet) > 0
			list[i].Epochs += x.Epochs
			list[i].Pairs += x.Pairs
			cellDigests[i] = append(cellDigests[i], x.Cell)
		}
	}
	cells := make([]*stage.NamedCell, len(list))
	for i := range list {
		if len(seeds) == 1 && samples[i].N > 1 {
			list[i].CI95 = new(samples[i].MeanCI(measure))
		}
		cells[i] = &list[i].NamedCell
		cells[i].Cell = stage.JoinCells(cellDigests[i])
	}
	stage.NameEqual(cells)
	return list
}
