package sweeps

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/ui/page"
)

// curveGroups returns a drawing of the main measure for each outer key whose values have places, and
// for each combination of the other outer keys; then those of the inner keys: test's and dev's.
func (s *Sweep) curveGroups() []*curveGroup {
	return slices.Concat(testCurves(s.Chosen, s.PerAxes, s.Measure), shownCurves(s.Chosen, s.OverAxes, s.Measure),
		drawable(devCurves(s.Cells, s.OverAxes, s.Measure)))
}

// testCurves returns the drawings of the main measure on test.
func testCurves(experiments []BestExperiment, axes []Axis, measure string) (groups []*curveGroup) {
	for _, axis := range curveAxes(axes) {
		for _, group := range apartFrom(experiments, axis) {
			groups = append(groups, measureCurves(measure, axis, group))
		}
	}
	return drawable(groups)
}

// drawable returns the drawings with several places.
func drawable(groups []*curveGroup) []*curveGroup {
	return slices.DeleteFunc(groups, func(g *curveGroup) bool { return len(g.places) < 2 })
}

// apartFrom groups the experiments that differ in one outer key only.
func apartFrom(experiments []BestExperiment, axis string) (groups [][]*BestExperiment) {
	var names []string
	for i := range experiments {
		c := &experiments[i]
		name := c.nameWithout(axis)
		k := slices.Index(names, name)
		if k < 0 {
			k = len(names)
			names, groups = append(names, name), append(groups, nil)
		}
		groups[k] = append(groups[k], c)
	}
	return groups
}

// nameWithout returns the experiment's name by its other keys, or "" without any.
func (c *BestExperiment) nameWithout(axis string) string {
	rest, _ := withoutKey(c.PerValues, axis)
	if other := (&BestExperiment{Elsewhere: c.Elsewhere, PerValues: rest}); other.Elsewhere != "" || len(rest) > 0 {
		return other.label()
	}
	return ""
}

// place returns an experiment's place on the axis. With all judged queries that is their number.
func (c *BestExperiment) place(axis string) (place, bool) {
	if axis == "gen.judged_queries" {
		n := c.result.Protocol.JudgedQueries
		return place{float64(n), fmt.Sprint(n)}, true
	}
	_, setting := withoutKey(c.PerValues, axis)
	return placeOf(setting)
}

// newCurveGroup begins a drawing over a key.
func newCurveGroup(axis, measure string) *curveGroup {
	g := &curveGroup{axis: axis, measure: measure, title: page.Capital(measure) + " over " + report.Noun(axis)}
	if axis == "gen.judged_queries" {
		g.title = "Learning curve"
	}
	return g
}

// curve adds a name of the other keys to a title.
func (g *curveGroup) curve(name string) *curveGroup {
	if name != "" {
		g.title += ": " + name
	}
	return g
}

func measureCurves(measure, axis string, experiments []*BestExperiment) *curveGroup {
	g := newCurveGroup(axis, measure).curve(experiments[0].nameWithout(axis))
	bandsOver := ""
	for _, c := range experiments {
		spot, ok := c.place(axis)
		if !ok {
			g.leaveOut(c, axis)
			continue
		}
		systems := c.result.Systems()
		for _, name := range systems.Names() {
			mean, ok := systems.Scores(name)[measure]
			if !ok {
				continue
			}
			x := report.Spread{Mean: mean, Seeds: []float64{mean}}
			if a := systems.Arms.Find(name); a != nil {
				x = a.Spread(measure)
			}
			if g.addSpread(spot, name, systems.Series(name), x).banded {
				bandsOver = overText(x)
			}
		}
	}
	g.caption = fmt.Sprintf("%s of the test queries over %s.", measure, report.Noun(axis))
	if bandsOver != "" {
		g.caption += " Bands are 95 % intervals of the mean over " + bandsOver + "; what is tested are paired differences per query."
	} else {
		g.caption += " One seed each, so there are no bands."
	}
	return g
}

// overText returns what an interval is over.
func overText(x report.Spread) string {
	if len(x.Seeds) > 1 {
		return "seeds (Student's t)"
	}
	return "test queries (Student's t), of one seed"
}

// leaveOut notes the value of an experiment without a place.
func (g *curveGroup) leaveOut(c *BestExperiment, axis string) {
	_, setting := withoutKey(c.PerValues, axis)
	g.leaveOutValue(setting)
}

// devCurves returns a drawing for each inner key whose values have places, and for each combination of
// the outer keys: dev's main measure, the best of the other inner keys, seed by seed and fold by fold, as dev chooses.
func devCurves(cells []Cell, axes []Axis, measure string) (groups []*curveGroup) {
	for _, axis := range curveAxes(axes) {
		type point struct {
			cell, arm, value string
		}
		best := map[point][]float64{} // by seed and fold
		byPer := map[string]*curveGroup{}
		var order []point
		var arms []string
		for _, c := range cells {
			name := ""
			if len(c.PerValues) > 0 {
				name = report.SettingsText(c.PerValues)
			}
			if byPer[name] == nil {
				g := (&curveGroup{axis: axis, measure: "dev " + measure, title: "Dev " + measure + " over " + report.Noun(axis)}).curve(name)
				g.caption = fmt.Sprintf("%s of the dev queries over %s, for each arm the best of its other settings, seed by seed; bands are 95 %% intervals of "+
					"the mean over seeds and folds. An arm without the key is not drawn.", measure, report.Noun(axis))
				byPer[name] = g
				groups = append(groups, g)
			}
			if !slices.Contains(arms, c.Arm) {
				arms = append(arms, c.Arm)
			}
			_, setting := withoutKey(c.OverValues, axis)
			if setting.Key == "" { // without axiomatic pairs, a key of theirs
				continue
			}
			key := point{name, c.Arm, setting.Value}
			if best[key] == nil {
				best[key] = slices.Clone(c.Seeds)
				order = append(order, key)
			}
			for i, v := range c.Seeds[:min(len(c.Seeds), len(best[key]))] {
				best[key][i] = max(best[key][i], v)
			}
		}
		for _, key := range order {
			setting := configs.Setting{Key: axis, Value: key.value}
			spot, ok := placeOf(setting)
			g := byPer[key.cell]
			if !ok {
				g.leaveOutValue(setting)
				continue
			}
			g.add(spot, key.arm, 1+slices.Index(arms, key.arm)%7, best[key])
		}
	}
	return groups
}
