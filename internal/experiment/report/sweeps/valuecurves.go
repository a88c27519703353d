package sweeps

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/ui/page"
)

// shownCurves returns the drawings of the main measure on test over each inner key whose values have places, for each experiment here.
func shownCurves(experiments []BestExperiment, axes []Axis, measure string) (groups []*curveGroup) {
	for _, axis := range curveAxes(axes) {
		for i := range experiments {
			if c := &experiments[i]; c.Elsewhere == "" {
				groups = append(groups, c.shownMeasure(axis, measure))
			}
		}
	}
	return drawable(groups)
}

// perName returns the experiment's name by the outer keys, or "" without any.
func (c *BestExperiment) perName() string {
	if len(c.PerValues) == 0 {
		return ""
	}
	return report.SettingsText(c.PerValues)
}

// shownMeasure draws the arms with the key by its values, and the others as they are everywhere.
func (c *BestExperiment) shownMeasure(axis, measure string) *curveGroup {
	systems := c.result.Systems()
	g := newCurveGroup(axis, "test "+measure).curve(c.perName())
	g.note = report.ShownNote
	bandsOver := ""
	add := func(spot place, name string, x report.Spread) {
		if g.addSpread(spot, name, systems.Series(name), x).banded {
			bandsOver = overText(x)
		}
	}
	places := c.shownPlaces(g, axis)
	for i := range systems.Controls[:min(1, len(systems.Controls))] { // the ranking that the arms rerank
		first := &systems.Controls[i]
		for _, spot := range places {
			add(spot, first.Name, report.Spread{Mean: first.Test[measure]})
		}
	}
	for i := range systems.Arms {
		a := &systems.Arms[i]
		if a.Ablation {
			continue
		}
		values := a.Shown.Select(axis)
		for _, v := range values {
			if spot, ok := placeOf(v.Setting()); ok {
				add(spot, a.Name, v.Test[measure])
			}
		}
		for _, spot := range places {
			if len(values) == 0 {
				add(spot, a.Name, a.Spread(measure))
			}
		}
	}
	noun := report.Noun(axis)
	g.caption = fmt.Sprintf("%s of the test queries over %s. An arm stands at a value of %s with the setting that is best on dev there, seed "+
		"by seed and fold by fold. A system without the key is the same everywhere.", page.Capital(measure), noun, noun)
	if bandsOver != "" {
		g.caption += " Bands are 95 % intervals of the mean over " + bandsOver + "."
	}
	return g
}

// shownPlaces returns the places of a key's values that some arm shows, and names the values without one in the drawing.
func (c *BestExperiment) shownPlaces(g *curveGroup, axis string) (list []place) {
	for i := range c.result.Arms {
		for _, v := range c.result.Arms[i].Shown.Select(axis) {
			spot, ok := placeOf(v.Setting())
			if !ok {
				g.leaveOutValue(v.Setting())
			} else if !slices.ContainsFunc(list, func(p place) bool { return p.x == spot.x }) {
				list = append(list, spot)
			}
		}
	}
	return list
}

// leaveOutValue notes a value without a place.
func (g *curveGroup) leaveOutValue(s configs.Setting) {
	if text := report.ValueText(s); !slices.Contains(g.left, text) {
		g.left = append(g.left, text)
	}
}
