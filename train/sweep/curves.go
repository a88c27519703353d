package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
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

// curvePoint is a system's value at one place of a curve.
type curvePoint struct {
	x, mean, low, high float64
	banded             bool // low and high are set
}

type curve struct {
	name   string
	series int
	points []curvePoint
}

// curveGroup holds the curves of one drawing.
type curveGroup struct {
	title, caption string
	note           string // of the table too
	axis, measure  string
	places         []place
	left           []string // values of the key that have no place
	curves         []curve
	isCut          bool           // a band would be wider: it ends at 0 or 1
	last           *report.Spread // the last one with a band
}

// add adds a system's point with its interval.
func (g *curveGroup) add(spot place, name string, series int, x report.Spread) *curvePoint {
	p := curvePoint{x: spot.x, mean: x.Mean, low: x.Mean, high: x.Mean}
	if x.CI95 != nil {
		p.low, p.high, p.banded = max(x.CI95[0], min(x.Mean, 0)), min(x.CI95[1], max(x.Mean, 1)), true // measures and shares end there
		g.last, g.isCut = &x, g.isCut || p.low != x.CI95[0] || p.high != x.CI95[1]
	}
	if !slices.ContainsFunc(g.places, func(old place) bool { return old.x == spot.x }) {
		g.places = append(g.places, spot)
		slices.SortFunc(g.places, func(a, b place) int { return cmp.Compare(a.x, b.x) })
	}
	i := slices.IndexFunc(g.curves, func(existing curve) bool { return existing.name == name })
	if i < 0 {
		i = len(g.curves)
		g.curves = append(g.curves, curve{name: name, series: series})
	}
	c := &g.curves[i]
	k, exists := slices.BinarySearchFunc(c.points, spot.x, func(p curvePoint, x float64) int { return cmp.Compare(p.x, x) })
	if !exists { // two values of one place have the same pairs
		c.points = slices.Insert(c.points, k, p)
	}
	return &c.points[k]
}

// isLog reports whether the axis is logarithmic: a ratio always where it can be, other keys if the
// values span a decade or more.
func (g *curveGroup) isLog() bool {
	lo, hi := g.places[0].x, g.places[len(g.places)-1].x
	return lo > 0 && (g.axis == "gen.ratio" || hi/lo >= 10)
}

// leastHeight is the least span of the axis of values: a smaller difference should look like one.
const leastHeight = .02

// figure draws the curves with bands.
func (g *curveGroup) figure() *page.Figure {
	var values []float64
	var items []page.LegendItem
	for _, c := range g.curves {
		items = append(items, page.LegendItem{Series: c.series, Name: c.name})
		for _, p := range c.points {
			values = append(values, p.low, p.high)
		}
	}
	position := func(v float64) float64 { return v }
	caption := g.text(g.caption)
	if g.isCut {
		caption += " They are cut at 0 and 1: no measure is beyond."
	}
	if g.isLog() {
		position = math.Log10
		caption += " The axis is logarithmic."
	}
	if len(g.left) > 0 {
		caption += " Without a place on the axis: the value " + strings.Join(g.left, ", the value ") + "."
	}
	lo, hi := g.places[0].x, g.places[len(g.places)-1].x
	return page.Draw(caption, g.measure+" over "+configs.KeyNoun(g.axis)+"; the table has the numbers", func(c *page.Canvas, narrow bool) {
		top := c.Legend(items, 6, 20, c.Width) + 24
		bottom := top + 260
		c.Height = bottom + 42
		low, high := page.Span(values)
		if spare := leastHeight - (high - low); spare > 0 {
			half := float64(spare / 2)
			low, high = low-half, high+half
		}
		ys := page.NiceScale(low, high, bottom, top, 5)
		gutter := ys.Gutter(48)
		xs := page.Scale{Lo: position(lo), Hi: position(hi), Start: gutter + 16, End: c.Width - 24}
		c.Text(6, top-12, "start", "value", g.measure)
		c.GridY(ys, gutter, c.Width-8)
		labelEnd := math.Inf(-1)
		for _, spot := range g.places {
			x := xs.Map(position(spot.x))
			c.Line(x, top, x, bottom, "grid")
			if x-float64(page.TextWidth(spot.label)/2) > labelEnd {
				c.Text(x, bottom+16, "middle", "tick", spot.label)
				labelEnd = x + float64(page.TextWidth(spot.label)/2)
			}
		}
		c.Text((xs.Start+xs.End)/2, bottom+35, "middle", "axis", configs.KeyNoun(g.axis))
		for _, system := range g.curves {
			up, down, line := "", "", ""
			for i, p := range system.points {
				x := page.Px(xs.Map(position(p.x)))
				line += page.PathStep(i) + x + " " + page.Px(ys.Map(p.mean))
				up += page.PathStep(i) + x + " " + page.Px(ys.Map(p.high))
				down = "L" + x + " " + page.Px(ys.Map(p.low)) + down
			}
			if slices.ContainsFunc(system.points, func(p curvePoint) bool { return p.banded }) && len(system.points) > 1 {
				c.Path(up+down+"z", fmt.Sprintf("band s%d", system.series))
			}
			if len(system.points) > 1 {
				c.Path(line, fmt.Sprintf("curve s%d", system.series))
			}
		}
		for _, system := range g.curves {
			for _, p := range system.points {
				note := fmt.Sprintf("%s, %s %s: %s", system.name, configs.KeyNoun(g.axis), g.labelAt(p.x), page.Score(p.mean))
				if p.banded {
					note += fmt.Sprintf(" [%s, %s]", page.Score(p.low), page.Score(p.high))
				}
				c.Mark(xs.Map(position(p.x)), ys.Map(p.mean), 4, system.series, "dot", note)
			}
		}
	})
}

// text returns a caption after the drawing's note.
func (g *curveGroup) text(caption string) string {
	return strings.TrimSpace(g.note + " " + caption)
}

func (g *curveGroup) labelAt(x float64) string {
	return g.places[slices.IndexFunc(g.places, func(p place) bool { return p.x == x })].label
}

// table returns the numbers of the figure.
func (g *curveGroup) table() *table.Table {
	t := &table.Table{Title: g.title, Caption: g.text("Means; in brackets the 95 % interval of the mean, within 0 and 1."),
		Columns: table.Left(configs.KeyNoun(g.axis))}
	for _, c := range g.curves {
		t.Columns = append(t.Columns, table.Column{Name: c.name})
	}
	for _, spot := range g.places {
		row := []string{spot.label}
		for _, c := range g.curves {
			text := table.None
			for _, p := range c.points {
				if p.x == spot.x {
					if text = page.Score(p.mean); p.banded {
						text += fmt.Sprintf(" [%s, %s]", page.Short(p.low), page.Short(p.high))
					}
				}
			}
			row = append(row, text)
		}
		t.Add(row...)
	}
	return t
}

// place is a position on the axis of a curve, with its label.
type place struct {
	x     float64
	label string
}

// unboundedPlace is the place of no bound, beyond every relative difference of lengths.
const unboundedPlace = 1.1

// placeOf returns the place of a value on the axis of its key, if it has one: a number is its own
// place, a ratio A:B is at A/B, and no bound on the lengths is beyond 1.
func placeOf(s configs.Setting) (place, bool) {
	label := s.ValueText()
	if s.Key == "gen.delta_star" && (s.Value == "" || s.Value == "none") {
		return place{unboundedPlace, "none"}, true
	}
	if s.Key == "gen.ratio" {
		if first, second, ok := strings.Cut(s.Value, ":"); ok {
			a, err := numeral.Parse(first)
			b, err2 := numeral.Parse(second)
			return place{a / b, label}, err == nil && err2 == nil && b > 0
		}
	}
	x, err := numeral.Parse(s.Value)
	return place{x, label}, err == nil
}

// DrawnAxes returns the keys that a page draws over: those with at least two places, the number of judged queries first.
func DrawnAxes(axes []configs.Axis) (keys []string) {
	for _, a := range axes {
		n := 0
		for _, v := range a.Values {
			if _, ok := placeOf(configs.Setting{Key: a.Key, Value: v}); ok {
				n++
			}
		}
		if n > 1 {
			keys = append(keys, a.Key)
		}
	}
	if i := slices.Index(keys, "gen.judged_queries"); i > 0 {
		keys = slices.Insert(slices.Delete(keys, i, i+1), 0, "gen.judged_queries")
	}
	return keys
}

// withoutKey returns the settings of other keys, and the one of the key.
func withoutKey(list configs.Settings, key string) (rest configs.Settings, setting configs.Setting) {
	for _, s := range list {
		if s.Key == key {
			setting = s
		} else {
			rest = append(rest, s)
		}
	}
	return rest, setting
}
