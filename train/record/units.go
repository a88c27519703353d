package record

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/digest"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trainpairs"
	"github.com/axiomine/axiomine/train/trial"
)

// unitList lists trained units, in the order in which they were trained.
type unitList []*arms.Unit

// ofArm returns an arm's units, in the order of seeds and folds.
func (l unitList) ofArm(name string) (list unitList) {
	for _, u := range l {
		if u.Arm == name {
			list = append(list, u)
		}
	}
	return list
}

// models returns an arm's chosen models.
func (l unitList) models(arm string) map[trainpairs.Draw]*trial.TrainedModel {
	models := map[trainpairs.Draw]*trial.TrainedModel{}
	for _, u := range l.ofArm(arm) {
		models[u.Draw] = u.Model
	}
	return models
}

// grid returns the cells of an arm's grid, in order, with dev by seed, averaged over the folds. Two cells are equal if they
// are equal under every seed on every fold.
func (l unitList) grid(seeds []uint64, folds int) []report.Cell {
	var list []report.Cell
	var cellDigests [][]digest.Cell // by cell, then seed and fold
	place := map[string]int{}
	for _, u := range l {
		for _, x := range u.Cells {
			i, ok := place[x.Setting.ID()]
			if !ok {
				i = len(list)
				place[x.Setting.ID()] = i
				list, cellDigests = append(list, report.Cell{Setting: x.Setting.Map(), Dev: make([]float64, len(seeds))}), append(cellDigests, nil)
			}
			list[i].Dev[slices.Index(seeds, u.Draw.Seed)] += x.Dev / float64(folds)
			list[i].Epochs += x.Epochs
			list[i].Pairs += x.Pairs
			cellDigests[i] = append(cellDigests[i], x.Cell)
		}
	}
	cells := make([]*digest.Named, len(list))
	for i := range list {
		cells[i] = &list[i].Named
		cells[i].Cell = digest.Together(cellDigests[i])
	}
	digest.Name(cells)
	return list
}

// valueModel is a unit's model at one value of a key.
type valueModel struct {
	unit  *arms.Unit
	shown *arms.ValueModel
}

// valueModels returns an arm's models by value, in the order of the grid, each by seed and fold.
func (l unitList) valueModels() (values []configs.Setting, models [][]valueModel) {
	for _, u := range l {
		for i := range u.Shown {
			x := &u.Shown[i]
			value := x.Setting.Portable()
			k := slices.Index(values, value)
			if k < 0 {
				k = len(values)
				values, models = append(values, value), append(models, nil)
			}
			models[k] = append(models[k], valueModel{u, x})
		}
	}
	return values, models
}
