package sweep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/train/report"
)

// place is a position on the axis of a curve, with its label.
type place struct {
	x     float64
	label string
}

// unboundedPlace is the place of no bound, beyond every relative difference of lengths.
const unboundedPlace = 1.1

// placeOf returns the place of a value on the axis of its key: a number itself, A/B for a ratio A:B, and unboundedPlace for no bound. ok
// is false for other values.
func placeOf(s configs.Setting) (place, bool) {
	label := s.ValueText()
	if s.Key == "gen.delta_star" && s.Value == "none" {
		return place{unboundedPlace, label}, true
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

// drawnAxes returns the keys that are x axes of a page: keys with at least two places, the number of judged queries first.
func drawnAxes(axes []configs.Axis) (keys []string) {
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

// withoutKey returns the settings without a key, and the key's setting.
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

// curve holds a system's means, by place on the axis.
type curve struct {
	name   string
	spread map[float64]report.Spread
}

// curveGroup holds the curves of one drawing.
type curveGroup struct {
	title, caption string
	axis, measure  string
	places         []place
	left           []string // values of the key that have no place
	short          []string // labels of places with fewer pairs than asked
	curves         []*curve
	last           *report.Spread // the last one with an interval
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

// add adds a system's mean at a place. A second value at a place is ignored, because it has the same pairs.
func (g *curveGroup) add(spot place, name string, x report.Spread) {
	if x.CI95 != nil {
		g.last = &x
	}
	if !slices.ContainsFunc(g.places, func(old place) bool { return old.x == spot.x }) {
		g.places = append(g.places, spot)
		slices.SortFunc(g.places, func(a, b place) int { return cmp.Compare(a.x, b.x) })
	}
	i := slices.IndexFunc(g.curves, func(c *curve) bool { return c.name == name })
	if i < 0 {
		i = len(g.curves)
		g.curves = append(g.curves, &curve{name, map[float64]report.Spread{}})
	}
	if _, exists := g.curves[i].spread[spot.x]; !exists {
		g.curves[i].spread[spot.x] = x
	}
}

// spot returns the place of a setting, and records a value without a place in left.
func (g *curveGroup) spot(s configs.Setting) (place, bool) {
	spot, ok := placeOf(s)
	if text := s.ValueText(); !ok && !slices.Contains(g.left, text) {
		g.left = append(g.left, text)
	}
	return spot, ok
}

// isLog reports whether the axis is logarithmic. Without places of 0, that is true for a ratio, and for keys whose values span a decade
// or more.
func (g *curveGroup) isLog() bool {
	lo, hi := g.places[0].x, g.places[len(g.places)-1].x
	return lo > 0 && (g.axis == "gen.ratio" || hi/lo >= 10)
}

// intervalText returns a sentence that explains the intervals; "" without intervals.
func (g *curveGroup) intervalText(more string) string {
	if g.last == nil {
		return ""
	}
	return " Bands are 95 % intervals of the mean over " + g.sample() + more + "."
}

// sample names the sample of the intervals: seeds or queries.
func (g *curveGroup) sample() string {
	if len(g.last.Seeds) > 1 {
		return "seeds (Student's t)"
	}
	return "queries (Student's t), of one seed"
}

// highestText returns a sentence for each curve that is not flat: where it is highest.
func (g *curveGroup) highestText() (text string) {
	for _, c := range g.curves {
		places := slices.DeleteFunc(slices.Clone(g.places), func(p place) bool { _, hasValue := c.spread[p.x]; return !hasValue })
		compare := func(a, b place) int { return cmp.Compare(c.spread[a.x].Mean, c.spread[b.x].Mean) }
		if best := slices.MaxFunc(places, compare); compare(best, slices.MinFunc(places, compare)) > 0 {
			text += fmt.Sprintf(" The highest value of %s is at %s.", c.name, best.label)
		}
	}
	return text
}

// section returns the means as a table, with its figure.
func (g *curveGroup) section() page.Section {
	noun := configs.KeyNoun(g.axis)
	t := &table.Table{Title: g.title, Caption: "Means of the systems.", Columns: table.Left(noun)}
	if g.last != nil {
		t.Remark = "In brackets the 95 % interval of the mean, within 0 and 1, over " + g.sample() + "."
	}
	if len(g.short) > 0 {
		t.Remark = strings.TrimSpace(t.Remark + " Some axioms have fewer pairs than is asked for at " + strings.Join(g.short, ", ") + ".")
	}
	t.Remark = strings.TrimSpace(t.Remark + g.highestText())
	t.Caption = strings.TrimSpace(t.Caption + " " + t.Remark)
	if g.axis == configs.RatioKey {
		t.Name = "ratios"
	}
	l := page.Lines{X: noun, Y: g.measure, IsLog: g.isLog(), Caption: g.caption}
	if l.IsLog {
		l.Caption += " The axis is logarithmic."
	}
	if len(g.left) > 0 {
		l.Caption += " Without a place on the axis: the value " + strings.Join(g.left, ", the value ") + "."
	}
	for _, c := range g.curves {
		t.Columns = append(t.Columns, table.Column{Name: c.name})
	}
	for _, spot := range g.places {
		row := []string{spot.label}
		for _, c := range g.curves {
			text := table.None
			if x, ok := c.spread[spot.x]; ok {
				if text = page.Score(x.Mean); x.CI95 != nil {
					text += fmt.Sprintf(" [%s, %s]", page.Short(x.CI95[0]), page.Short(x.CI95[1]))
				}
			}
			row = append(row, text)
		}
		t.Add(row...)
		l.Xs, l.Labels = append(l.Xs, spot.x), append(l.Labels, spot.label)
	}
	l.Series = page.SeriesOf(t, 1, len(t.Columns))
	return page.Section{Figure: l.Figure(), Table: t}
}

// curveGroups returns a drawing of the main measure for each outer key whose values have places, and
// for each combination of the other outer keys; then those of the inner keys. Each has several places.
func (s *Sweep) curveGroups() []*curveGroup {
	groups := append(testCurves(s.Chosen, s.PerAxes, s.Measure), devCurves(s.Chosen, s.OverAxes, s.Measure)...)
	return slices.DeleteFunc(groups, func(g *curveGroup) bool { return len(g.places) < 2 })
}

// leadingCurves returns the drawings over the ratio, which come first in all forms of a sweep.
func (s *Sweep) leadingCurves() []*curveGroup {
	return slices.DeleteFunc(s.curveGroups(), func(g *curveGroup) bool { return g.axis != configs.RatioKey })
}

// testCurves returns the drawings of the main measure on test: one for all experiments that differ in one outer key only.
func testCurves(experiments []BestExperiment, axes []configs.Axis, measure string) (groups []*curveGroup) {
	for _, axis := range drawnAxes(axes) {
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
		g.caption = fmt.Sprintf("%s of the test queries over %s.", measure, configs.KeyNoun(g.axis)) +
			cmp.Or(g.intervalText("; what is tested are paired differences per query"), " One seed each, so there are no bands.")
	}
	return groups
}

// addExperiment adds the systems of an experiment at its place. The place of "all judged queries" is their number.
func (g *curveGroup) addExperiment(c *BestExperiment) {
	n := c.result.Protocol.JudgedQueries
	spot, ok := place{float64(n), fmt.Sprint(n)}, true
	if g.axis != "gen.judged_queries" {
		_, setting := withoutKey(c.PerValues, g.axis)
		spot, ok = g.spot(setting)
	}
	systems := c.result.Systems()
	for _, name := range systems.Names() {
		mean, isMeasured := systems.Scores(name)[g.measure]
		if !isMeasured || !ok {
			continue
		}
		x := report.Spread{Mean: mean, Seeds: []float64{mean}}
		if a := systems.Arms.Find(name); a != nil {
			x = a.Spread(g.measure)
		}
		g.add(spot, name, x)
	}
}

// devCurves returns the drawings of the main measure on dev, one for each experiment that chose and each inner key whose values have
// places. An arm with the key is drawn at each value with its best setting there. The other systems are constant.
func devCurves(experiments []BestExperiment, axes []configs.Axis, measure string) (groups []*curveGroup) {
	for _, axis := range drawnAxes(axes) {
		for i := range experiments {
			if c := &experiments[i]; c.Elsewhere == "" {
				groups = append(groups, c.devCurve(axis, measure))
			}
		}
	}
	return groups
}

// devCurve returns the drawing of a measure on dev over an inner key.
func (c *BestExperiment) devCurve(axis, measure string) *curveGroup {
	systems, noun := c.result.Systems(), configs.KeyNoun(axis)
	g := newCurveGroup(axis, "dev "+measure, nameWithout("", "", c.PerValues))
	var spots []place
	cells := map[string]map[float64][]report.Cell{} // by arm, then place
	for i := range systems.Arms {
		a := &systems.Arms[i]
		for _, cell := range a.Grid {
			value, hasKey := cell.Setting[axis]
			if !hasKey || cell.HasNoAxioms() {
				continue
			}
			spot, ok := g.spot(configs.Setting{Key: axis, Value: value})
			if !ok {
				continue
			}
			if spots = append(spots, spot); cells[a.Name] == nil {
				cells[a.Name] = map[float64][]report.Cell{}
			}
			cells[a.Name][spot.x] = append(cells[a.Name][spot.x], cell)
			if cell.Short && !slices.Contains(g.short, spot.label) {
				g.short = append(g.short, spot.label)
			}
		}
	}
	add := func(name string, dev report.Scores, grid []report.Cell) {
		for _, spot := range spots {
			list := cells[name][spot.x]
			if cells[name] == nil {
				list = grid // without the key
			}
			if len(list) > 0 {
				g.add(spot, name, bestOf(measure, list))
			} else if mean, isMeasured := dev[measure]; isMeasured && cells[name] == nil {
				g.add(spot, name, report.Spread{Mean: mean})
			}
		}
	}
	for _, first := range systems.Controls[:min(1, len(systems.Controls))] { // the ranking that the arms rerank
		add(first.Name, first.Dev, nil)
	}
	for i := range systems.Arms {
		add(systems.Arms[i].Name, systems.Arms[i].Mean.Dev, systems.Arms[i].Grid)
	}
	g.caption = fmt.Sprintf("%s of the dev queries over %s. An arm stands at a value of %s with the setting that is best on dev there, seed by "+
		"seed, one for all folds. A system without the key is the same everywhere. List the key under per: to test each of its values.",
		measure, noun, noun) +
		g.intervalText("")
	return g
}

// bestOf returns the best dev values of some cells, chosen for each seed.
func bestOf(measure string, cells []report.Cell) (best report.Spread) {
	for _, cell := range cells {
		seeds, ci := slices.Clone(cell.Dev), best.CI95
		for i, v := range best.Seeds {
			seeds[i] = max(seeds[i], v)
		}
		if slices.Equal(seeds, cell.Dev) {
			ci = cell.CI95
		}
		best = report.SpreadOf(measure, seeds, seeds)
		best.CI95 = cmp.Or(best.CI95, ci)
	}
	return best
}
