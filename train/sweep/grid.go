// Package sweep runs an experiment over a grid of settings: it explores every cell on the dev queries, chooses one setting
// for each value of the outer keys, touches the test queries for the chosen ones only, and carries them over to other
// collections as they are.
package sweep

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/train/report"
)

// combinations lists every choice of one value per axis, the last axis turning fastest; one empty choice for no axis.
func combinations(axes []configs.Axis) [][]report.Setting {
	all := [][]report.Setting{nil}
	for _, axis := range axes {
		var next [][]report.Setting
		for _, before := range all {
			for _, value := range axis.Values {
				next = append(next, append(before[:len(before):len(before)], report.Setting{Key: axis.Key, Value: value}))
			}
		}
		all = next
	}
	return all
}

// with gives the configuration with settings laid over it, named ones by what they stand for.
func with(base configs.Config, arms map[string][]configs.Pair, groups ...[]report.Setting) (*configs.Config, error) {
	for _, settings := range groups {
		for _, s := range settings {
			list := []configs.Pair{{Key: s.Key, Value: s.Value}}
			if s.Key == configs.ArmsKey {
				list = arms[s.Value]
			}
			for _, of := range list {
				if err := base.Set(of.Key, of.Value); err != nil {
					return nil, err
				}
			}
		}
	}
	return &base, base.Validate()
}

// elsewhere gives the configuration of another collection's preset under the sweep's own choices: how to draw, mix and
// train, with the settings chosen. What describes the collection and its candidates is the preset's.
func elsewhere(base *configs.Config, on configs.Elsewhere, arms map[string][]configs.Pair, groups ...[]report.Setting) (*configs.Config, error) {
	loaded, err := configs.Load(on.Preset, nil)
	if err != nil {
		return nil, err
	}
	c := loaded.Config
	c.Train = base.Train
	g, b := &c.Gen, &base.Gen
	g.Data = strings.ReplaceAll(on.Data, "{data}", b.Data)
	g.Seed, g.Threads = b.Seed, b.Threads
	g.Axioms, g.DeltaStar, g.Ratio, g.Pairs, g.Strategy, g.Budget = b.Axioms, b.DeltaStar, b.Ratio, b.Pairs, b.Strategy, b.Budget
	g.Weights = b.Weights
	g.Sample, g.HardRun, g.ViolatedBy, g.ViolatedMargin, g.Conflict = b.Sample, b.HardRun, b.ViolatedBy, b.ViolatedMargin, b.Conflict
	g.PoolTop, g.PoolQueries, g.Regular, g.Positives, g.JudgedQueries = b.PoolTop, b.PoolQueries, b.Regular, b.Positives, b.JudgedQueries
	g.SkipTop, g.MaxScore, g.NearDuplicates, g.AbsoluteMargin, g.RelativeMargin, g.JudgedOnly = b.SkipTop, b.MaxScore, b.NearDuplicates, b.AbsoluteMargin, b.RelativeMargin, b.JudgedOnly
	g.NegativesPerPositive, g.PositivesPerQuery, g.NegativesPerQuery = b.NegativesPerPositive, b.PositivesPerQuery, b.NegativesPerQuery
	return with(c, arms, groups...)
}

// portable are settings without what differs from machine to machine.
func portable(settings []report.Setting) []report.Setting {
	var out []report.Setting
	for _, s := range settings {
		out = append(out, report.Setting{Key: s.Key, Value: configs.Portable(s.Key, s.Value)})
	}
	return out
}

func axes(list []configs.Axis) []report.Axis {
	out := []report.Axis{}
	for _, a := range list {
		of := report.Axis{Key: a.Key}
		for _, v := range a.Values {
			of.Values = append(of.Values, configs.Portable(a.Key, v))
		}
		out = append(out, of)
	}
	return out
}

// text names settings in speech.
func text(groups ...[]report.Setting) string {
	var parts []string
	for _, settings := range groups {
		for _, s := range settings {
			if s.Key == configs.ArmsKey {
				parts = append(parts, s.Value)
			} else {
				parts = append(parts, fmt.Sprintf("%s %s", s.Key[strings.IndexByte(s.Key, '.')+1:], s.Value))
			}
		}
	}
	if len(parts) == 0 {
		return "as configured"
	}
	return strings.Join(parts, ", ")
}
