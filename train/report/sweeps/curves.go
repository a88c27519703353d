package sweeps

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/train/report"
)

// curveGroups returns a drawing of the main measure for each outer key whose values have places, and
// for each combination of the other outer keys; then those of the inner keys: test's and dev's.
func (s *Sweep) curveGroups() []*curveGroup {
	return slices.Concat(testCurves(s.Chosen, s.PerAxes, s.Measure), shownCurves(s.Chosen, s.OverAxes, s.Measure),
		devCurves(s.Cells, s.OverAxes, s.Measure))
}

// drawable returns the drawings with several places.
func drawable(groups []*curveGroup) []*curveGroup {
	return slices.DeleteFunc(groups, func(g *curveGroup) bool { return len(g.places) < 2 })
}

// newCurveGroup begins a drawing over a key, for a name of the other keys.
func newCurveGroup(axis, measure, name string) *curveGroup {
	g := &curveGroup{axis: axis, measure: measure, title: page.Capital(measure) + " over " + configs.KeyNoun(axis)}
	if axis == "gen.judged_queries" {
		g.title = "Learning curve"
	}
	if name != "" {
		g.title += ": " + name
	}
	return g
}

// spot returns the place of a setting, or notes that its value has none.
func (g *curveGroup) spot(s configs.Setting) (place, bool) {
	spot, ok := placeOf(s)
	if text := s.ValueText(); !ok && !slices.Contains(g.left, text) {
		g.left = append(g.left, text)
	}
	return spot, ok
}

// spotOf returns an experiment's place on the drawing's axis. With all judged queries that is their number.
func (g *curveGroup) spotOf(c *BestExperiment) (place, bool) {
	if g.axis == "gen.judged_queries" {
		n := c.result.Protocol.JudgedQueries
		return place{float64(n), fmt.Sprint(n)}, true
	}
	_, setting := withoutKey(c.PerValues, g.axis)
	return g.spot(setting)
}

// overText returns what the last of the bands is over; "" without any.
func (g *curveGroup) overText() string {
	switch {
	case g.last == nil:
		return ""
	case len(g.last.Seeds) > 1:
		return "seeds (Student's t)"
	}
	return "test queries (Student's t), of one seed"
}

// testCurves returns the drawings of the main measure on test: one for all experiments that differ in one outer key only.
func testCurves(experiments []BestExperiment, axes []configs.Axis, measure string) (groups []*curveGroup) {
	for _, axis := range DrawnAxes(axes) {
		byName := map[string]*curveGroup{}
		for i := range experiments {
			c := &experiments[i]
			name := nameWithout(axis, c.Elsewhere, c.PerValues)
			if byName[name] == nil {
				byName[name] = newCurveGroup(axis, measure, name)
				groups = append(groups, byName[name])
			}
			byName[name].addExperiment(c)
		}
	}
	for _, g := range groups {
		g.caption = fmt.Sprintf("%s of the test queries over %s.", measure, configs.KeyNoun(g.axis))
		if over := g.overText(); over != "" {
			g.caption += " Bands are 95 % intervals of the mean over " + over + "; what is tested are paired differences per query."
		} else {
			g.caption += " One seed each, so there are no bands."
		}
	}
	return drawable(groups)
}

// addExperiment adds the systems of an experiment at its place.
func (g *curveGroup) addExperiment(c *BestExperiment) {
	spot, ok := g.spotOf(c)
	if !ok {
		return
	}
	systems := c.result.Systems()
	for _, name := range systems.Names() {
		mean, ok := systems.Scores(name)[g.measure]
		if !ok {
			continue
		}
		x := report.Spread{Mean: mean, Seeds: []float64{mean}}
		if a := systems.Arms.Find(name); a != nil {
			x = a.Spread(g.measure)
		}
		g.add(spot, name, systems.Series(name), x)
	}
}

// shownCurves returns the drawings of the main measure on test over each inner key whose values have places, for each experiment here.
func shownCurves(experiments []BestExperiment, axes []configs.Axis, measure string) (groups []*curveGroup) {
	for _, axis := range DrawnAxes(axes) {
		for i := range experiments {
			if c := &experiments[i]; c.Elsewhere == "" {
				groups = append(groups, c.shownMeasure(axis, measure))
			}
		}
	}
	return drawable(groups)
}

// shownMeasure draws the arms with the key by its values, and the others as they are everywhere.
func (c *BestExperiment) shownMeasure(axis, measure string) *curveGroup {
	systems := c.result.Systems()
	g := newCurveGroup(axis, "test "+measure, nameWithout("", "", c.PerValues))
	g.note = report.ShownNote
	places := c.shownPlaces(g)
	add := func(name string, x report.Spread) {
		for _, spot := range places {
			g.add(spot, name, systems.Series(name), x)
		}
	}
	for i := range systems.Controls[:min(1, len(systems.Controls))] { // the ranking that the arms rerank
		first := &systems.Controls[i]
		add(first.Name, report.Spread{Mean: first.Test[measure]})
	}
	for i := range systems.Arms {
		a := &systems.Arms[i]
		if a.Ablation {
			continue
		}
		values := a.Shown.Select(axis)
		for _, v := range values {
			if spot, ok := placeOf(v.Setting); ok {
				g.add(spot, a.Name, systems.Series(a.Name), v.Test[measure])
			}
		}
		if len(values) == 0 {
			add(a.Name, a.Spread(measure))
		}
	}
	noun := configs.KeyNoun(axis)
	g.caption = fmt.Sprintf("%s of the test queries over %s. An arm stands at a value of %s with the setting that is best on dev there, seed "+
		"by seed and fold by fold. A system without the key is the same everywhere.", page.Capital(measure), noun, noun)
	if over := g.overText(); over != "" {
		g.caption += " Bands are 95 % intervals of the mean over " + over + "."
	}
	return g
}

// shownPlaces returns the places of a key's values that some arm shows.
func (c *BestExperiment) shownPlaces(g *curveGroup) (list []place) {
	for i := range c.result.Arms {
		for _, v := range c.result.Arms[i].Shown.Select(g.axis) {
			if spot, ok := g.spot(v.Setting); ok && !slices.ContainsFunc(list, func(p place) bool { return p.x == spot.x }) {
				list = append(list, spot)
			}
		}
	}
	return list
}

// devCurves returns a drawing for each inner key whose values have places, and for each combination of
// the outer keys: dev's main measure, the best of the other inner keys, seed by seed and fold by fold, as dev chooses.
func devCurves(cells []Cell, axes []configs.Axis, measure string) (groups []*curveGroup) {
	for _, axis := range DrawnAxes(axes) {
		type point struct {
			group   *curveGroup
			arm     string
			setting configs.Setting
		}
		best := map[point][]float64{} // by seed and fold
		byName := map[string]*curveGroup{}
		var order []point
		var arms []string
		for _, c := range cells {
			name := nameWithout("", "", c.PerValues)
			g := byName[name]
			if g == nil {
				g = newCurveGroup(axis, "dev "+measure, name)
				g.caption = fmt.Sprintf("%s of the dev queries over %s, for each arm the best of its other settings, seed by seed; bands are "+
					"95 %% intervals of the mean over seeds and folds. An arm without the key is not drawn.", measure, configs.KeyNoun(axis))
				byName[name], groups = g, append(groups, g)
			}
			if !slices.Contains(arms, c.Arm) {
				arms = append(arms, c.Arm)
			}
			_, setting := withoutKey(c.OverValues, axis)
			if setting.Key == "" { // without axiomatic pairs, a key of theirs
				continue
			}
			key := point{g, c.Arm, setting}
			if best[key] == nil {
				best[key] = slices.Clone(c.Seeds)
				order = append(order, key)
			}
			for i, v := range c.Seeds[:min(len(c.Seeds), len(best[key]))] {
				best[key][i] = max(best[key][i], v)
			}
		}
		for _, key := range order {
			if spot, ok := key.group.spot(key.setting); ok {
				key.group.add(spot, key.arm, 1+slices.Index(arms, key.arm)%7, report.SpreadOf(best[key], best[key]))
			}
		}
	}
	return drawable(groups)
}
