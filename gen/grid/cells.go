package grid

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
)

// cellStages are the stages whose keys decide nothing before mining. Cells that differ only in such keys share index and candidates.
var cellStages = []configs.Stage{configs.Mining, configs.Pairs, configs.Shards}

// cell is a cell of the grid: the settings of one data set.
type cell struct {
	number   int // number of the cell in the grid, from 1
	settings configs.Settings
	config   *configs.Config
	dir      string // the cell's folder below the sweep's folder
}

// cellGroup is a group of cells that share index, candidates, vectors and vocabulary.
type cellGroup struct {
	config configs.Config // result of commonConfig for the first cell
	cells  []*cell
	dir    string // folder of the shared stages, below the sweep's folder
}

// checkGrid checks every cell of a grid. It returns the cells in groups of equal inputs, and a hash of all cells.
func checkGrid(l *configs.LoadedConfig) (groups []*cellGroup, grid string, err error) {
	if len(l.Sweep.Elsewhere) > 0 {
		return nil, "", errs.BadUsage("take it out; train sweep carries what it chose over",
			"sweep: on: has no meaning here, where nothing is chosen")
	}
	for _, axis := range slices.Concat(l.Sweep.PerAxes, l.Sweep.OverAxes) {
		if strings.HasPrefix(axis.Key, "train.") {
			return nil, "", errs.BadUsage("take it out, or use axiomine train sweep", "sweep: %s decides nothing of a data set", axis.Key)
		}
	}
	byKey := map[string]*cellGroup{}
	numberByName := map[string]int{}
	var all []string
	for i, settings := range l.Sweep.Settings() {
		c := &cell{number: i + 1, settings: settings}
		if c.config, err = l.Sweep.Lay(l.Config, settings); err == nil {
			err = gen.Check(c.config)
		}
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", c.settings, err)
		}
		inputs, err := gen.InputsKey(c.config)
		if err != nil {
			return nil, "", err
		}
		name := stage.ShortHash(c.config.Deciding(slices.Concat(dataset.SharedStages, cellStages)...), inputs)
		if first := numberByName[name]; first > 0 {
			return nil, "", errs.BadUsage("name it once", "cell %d of the grid, %s, is cell %d", c.number, c.settings, first)
		}
		numberByName[name], c.dir = c.number, "sets/"+name
		all = append(all, name)
		common, err := commonConfig(c, &l.Config)
		if err != nil {
			return nil, "", err
		}
		key := stage.ShortHash(common)
		if byKey[key] == nil {
			byKey[key] = &cellGroup{config: *common, dir: "shared/" + stage.ShortHash(common.Portable())}
			groups = append(groups, byKey[key])
		}
		byKey[key].cells = append(byKey[key].cells, c)
	}
	return groups, stage.ShortHash(all), nil
}

// commonConfig returns a cell's configuration with the values of base for the keys of cellStages, and for the seed if it decides only the
// draws.
func commonConfig(c *cell, base *configs.Config) (*configs.Config, error) {
	common := *c.config
	g := &common.Gen
	seedOnlyDraws := g.Splits == "given" && g.QuerySample == "" && g.Limit == 0 && g.Vectors == ""
	for _, k := range configs.Keys() {
		if slices.Contains(cellStages, k.DecidesUnder(c.config)) || k.Name == "gen.seed" && seedOnlyDraws {
			if err := common.Set(k.Name, fmt.Sprint(k.Get(base))); err != nil {
				return nil, err
			}
		}
	}
	return &common, nil
}

// sharedConfig returns the configuration of the stages that the cells share. With it, no pairs are drawn.
func (g *cellGroup) sharedConfig() configs.Config {
	config, first := g.config, g.cells[0].config
	config.Gen.Axioms, config.Gen.DeltaStar = first.Gen.Axioms, first.Gen.DeltaStar
	config.Gen.Ratio, config.Gen.Pairs, config.Gen.Weights, config.Gen.Mixture = "none", "", "none", ""
	config.Train.AxiomWeight, config.Train.AxiomMargin, config.Train.Choose = "1", "1", configs.ChooseNone
	return config
}
