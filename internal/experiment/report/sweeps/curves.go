package sweeps

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/ui/page"
)

// curveGroups returns a drawing of the main measure for each outer key whose values have places, and
// for each combination of the other outer keys; then one of each axiom's fulfilment over it; then those
// of the inner keys: test's, dev's, and fulfilment.
func (s *Sweep) curveGroups() []*curveGroup {
	var fulfilled []*curveGroup
	for _, axis := range curveAxes(s.PerAxes) {
		for _, experiments := range apartFrom(s.Chosen, axis) {
			fulfilled = append(fulfilled, fulfilmentCurves(axis, experiments)...)
		}
	}
	return slices.Concat(testCurves(s.Chosen, s.PerAxes, s.Measure), drawable(fulfilled), shownCurves(s.Chosen, s.OverAxes, s.Measure),
		drawable(devCurves(s.Cells, s.OverAxes, s.Measure)), shownFulfilment(s.Chosen, s.OverAxes))
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
func newCurveGroup(axis, measure, subject string) *curveGroup {
	g := &curveGroup{axis: axis, measure: measure, title: page.Capital(measure) + " over " + report.Noun(axis)}
	if axis == "gen.judged_queries" && subject == "" {
		g.title = "Learning curve"
	}
	if subject != "" {
		g.title += ": " + subject
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
	g := newCurveGroup(axis, measure, "").curve(experiments[0].nameWithout(axis))
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

// fulfilmentCurves returns a drawing for each axiom: the share of its instances on the test queries that
// each model fulfils.
func fulfilmentCurves(axis string, experiments []*BestExperiment) []*curveGroup {
	drawings := axiomDrawings{axis: axis, name: experiments[0].nameWithout(axis)}
	for _, c := range experiments {
		spot, ok := c.place(axis)
		for _, f := range c.result.Fulfilment {
			for _, a := range f.Axioms {
				if a.Instances == 0 {
					continue
				}
				if !ok {
					drawings.group(a.Axiom).leaveOut(c, axis)
					continue
				}
				drawings.add(spot, f.Model, c.result.Systems().Series(f.Model), a)
			}
		}
	}
	return drawings.captionGroups()
}

// axiomDrawings holds a drawing of the share fulfilled for each axiom, over one key.
type axiomDrawings struct {
	axis, name, note string
	axioms           []string
	groups           []*curveGroup
	overSeeds        []bool // some band of the drawing is over seeds
	overQueries      []bool // some band is over queries
}

// group returns an axiom's drawing, and begins it.
func (d *axiomDrawings) group(axiom string) *curveGroup { return d.groups[d.number(axiom)] }

func (d *axiomDrawings) number(axiom string) int {
	i := slices.Index(d.axioms, axiom)
	if i < 0 {
		i = len(d.axioms)
		g := newCurveGroup(d.axis, "share fulfilled", axiom).curve(d.name)
		g.note = d.note
		d.axioms, d.groups = append(d.axioms, axiom), append(d.groups, g)
		d.overSeeds, d.overQueries = append(d.overSeeds, false), append(d.overQueries, false)
	}
	return i
}

// add adds a model's share to its axiom's drawing: its mean over seeds, or the share under its one seed.
func (d *axiomDrawings) add(spot place, model string, series int, a report.AxiomFulfilment) {
	i := d.number(a.Axiom)
	if len(a.Seeds) > 0 {
		d.overSeeds[i] = d.groups[i].add(spot, model, series, a.Seeds).banded || d.overSeeds[i]
		return
	}
	share := report.Spread{Mean: a.Share(), CI95: a.CI95}
	d.overQueries[i] = d.groups[i].addSpread(spot, model, series, share).banded || d.overQueries[i]
}

// captionGroups returns the drawings with their captions.
func (d *axiomDrawings) captionGroups() []*curveGroup {
	for i, g := range d.groups {
		g.caption = fmt.Sprintf("The share of the instances of %s on the test queries that each model's scores fulfil, over %s. More is "+
			"not better ranking.", d.axioms[i], report.Noun(d.axis))
		const seeds, queries = "of the mean over seeds (Student's t)", "over test queries drawn with replacement"
		switch {
		case d.overSeeds[i] && d.overQueries[i]:
			g.caption += " Bands are 95 % intervals " + seeds + ", and " + queries + " for a model without several seeds."
		case d.overSeeds[i]:
			g.caption += " Bands are 95 % intervals " + seeds + "."
		case d.overQueries[i]:
			g.caption += " Bands are 95 % intervals " + queries + ", of one seed."
		default:
			g.caption += " One value each, so there are no bands."
		}
	}
	return d.groups
}

// leaveOut notes the value of an experiment without a place.
func (g *curveGroup) leaveOut(c *BestExperiment, axis string) {
	_, setting := withoutKey(c.PerValues, axis)
	g.leaveOutValue(setting)
}

// devCurves returns a drawing for each inner key whose values have places, and for each combination of
// the outer keys: dev's main measure, the mean over the other inner keys.
func devCurves(cells []Cell, axes []Axis, measure string) (groups []*curveGroup) {
	for _, axis := range curveAxes(axes) {
		type point struct {
			cell, arm, value string
		}
		type sum struct {
			seeds []float64
			cells float64
		}
		sums := map[point]*sum{}
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
				g.caption = fmt.Sprintf("%s of the dev queries over %s, for each arm the mean over its other settings; bands are 95 %% intervals of "+
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
			if sums[key] == nil {
				sums[key] = &sum{seeds: make([]float64, len(c.Seeds))}
				order = append(order, key)
			}
			sums[key].cells++
			for i, v := range c.Seeds[:min(len(c.Seeds), len(sums[key].seeds))] {
				sums[key].seeds[i] += v
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
			for i := range sums[key].seeds {
				sums[key].seeds[i] /= sums[key].cells
			}
			g.add(spot, key.arm, 1+slices.Index(arms, key.arm)%7, sums[key].seeds)
		}
	}
	return groups
}
