package sweep

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
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

// unboundedPlace is the place of gen.delta_star: none. It is beyond all bounds on the relative difference of lengths.
const unboundedPlace = 1.1

// placeOf returns the place of a value on the axis of the key: a number itself, A/B for a ratio A:B, unboundedPlace for no bound. ok is
// false for other values.
func placeOf(s configs.Setting) (p place, ok bool) {
	label := s.ValueText()
	if s.Key == "gen.delta_star" && s.Value == "none" {
		return place{unboundedPlace, label}, true
	}
	if s.Key == "gen.ratio" {
		if first, second, isRatio := strings.Cut(s.Value, ":"); isRatio {
			a, err := numeral.Parse(first)
			b, err2 := numeral.Parse(second)
			return place{a / b, label}, err == nil && err2 == nil && b > 0
		}
	}
	x, err := numeral.Parse(s.Value)
	return place{x, label}, err == nil
}

// numericAxes returns the keys that become x axes of figures: keys with at least two places. The number of judged queries is first.
func numericAxes(axes []configs.Axis) (keys []string) {
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

// splitKey returns the settings of all other keys, and the setting of key.
func splitKey(list configs.Settings, key string) (rest configs.Settings, setting configs.Setting) {
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
	spread map[float64]report.Spread // the means, by place.x
}

// curveGroup holds the curves of one figure.
type curveGroup struct {
	title, caption string
	axis, measure  string
	places         []place
	unplaced       []string // the values of the key that have no place
	shortLabels    []string // the labels of places with fewer pairs than requested
	curves         []*curve
	lastSpread     *report.Spread // the last spread with an interval; nil if no mean has an interval
}

// newCurveGroup returns a figure of a measure over a key. name holds the values of the other keys.
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

// add adds a system's mean at a place. A second mean at a place is ignored, because it has the same pairs.
func (g *curveGroup) add(p place, name string, mean report.Spread) {
	if mean.CI95 != nil {
		g.lastSpread = &mean
	}
	if !slices.ContainsFunc(g.places, func(old place) bool { return old.x == p.x }) {
		g.places = append(g.places, p)
		sort.Slice(g.places, func(i, j int) bool { return g.places[i].x < g.places[j].x })
	}
	i := slices.IndexFunc(g.curves, func(c *curve) bool { return c.name == name })
	if i < 0 {
		i = len(g.curves)
		g.curves = append(g.curves, &curve{name, map[float64]report.Spread{}})
	}
	if _, exists := g.curves[i].spread[p.x]; !exists {
		g.curves[i].spread[p.x] = mean
	}
}

// placeSetting returns the place of a setting. It adds a value without a place to unplaced.
func (g *curveGroup) placeSetting(s configs.Setting) (place, bool) {
	p, ok := placeOf(s)
	if text := s.ValueText(); !ok && !slices.Contains(g.unplaced, text) {
		g.unplaced = append(g.unplaced, text)
	}
	return p, ok
}

// isLog reports whether the axis is logarithmic: all places are above 0, and the key is the ratio or the values span a decade or more.
func (g *curveGroup) isLog() bool {
	lo, hi := g.places[0].x, g.places[len(g.places)-1].x
	return lo > 0 && (g.axis == "gen.ratio" || hi/lo >= 10)
}

// intervalText returns a sentence that explains the intervals, or "" without intervals. It appends more to the sentence.
func (g *curveGroup) intervalText(more string) string {
	if g.lastSpread == nil {
		return ""
	}
	return " Bands are 95 % intervals of the mean over " + g.sample() + more + "."
}

// sample returns the name of the sample of the intervals: seeds or queries. lastSpread is not nil.
func (g *curveGroup) sample() string {
	if len(g.lastSpread.Seeds) > 1 {
		return "seeds (Student's t)"
	}
	return "queries (Student's t), of one seed"
}

// highestText returns a sentence for each curve that is not flat: the place of the curve's highest value, and the curves above it there.
func (g *curveGroup) highestText() (text string) {
	for _, c := range g.curves {
		places := slices.DeleteFunc(slices.Clone(g.places), func(p place) bool { _, hasValue := c.spread[p.x]; return !hasValue })
		compare := func(a, b place) int { return cmp.Compare(c.spread[a.x].Mean, c.spread[b.x].Mean) }
		if best := slices.MaxFunc(places, compare); compare(best, slices.MinFunc(places, compare)) > 0 {
			text += fmt.Sprintf(" The highest value of %s is at %s", c.name, best.label)
			var above []string
			for _, other := range g.curves {
				if mean, ok := other.spread[best.x]; ok && mean.Mean > c.spread[best.x].Mean {
					above = append(above, other.name)
				}
			}
			if len(above) > 0 {
				text += ", below " + strings.Join(above, " and ")
			}
			text += "."
		}
	}
	return text
}

// section returns the figure and a table of its means.
func (g *curveGroup) section() page.Section {
	noun := configs.KeyNoun(g.axis)
	t := &table.Table{Title: g.title, Caption: "Means of the systems.", Columns: table.Left(noun)}
	if g.lastSpread != nil {
		t.Remark = "In brackets the 95 % interval of the mean, within 0 and 1, over " + g.sample() + "."
	}
	if len(g.shortLabels) > 0 {
		t.Remark = strings.TrimSpace(t.Remark + " Some axioms have fewer pairs than is asked for at " + strings.Join(g.shortLabels, ", ") + ".")
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
	if len(g.unplaced) > 0 {
		l.Caption += " Without a place on the axis: the value " + strings.Join(g.unplaced, ", the value ") + "."
	}
	for _, c := range g.curves {
		t.Columns = append(t.Columns, table.Column{Name: c.name})
	}
	for _, p := range g.places {
		row := []string{p.label}
		for _, c := range g.curves {
			text := table.None
			if mean, ok := c.spread[p.x]; ok {
				if text = page.Score(mean.Mean); mean.CI95 != nil {
					text += fmt.Sprintf(" [%s, %s]", page.Short(mean.CI95[0]), page.Short(mean.CI95[1]))
				}
			}
			row = append(row, text)
		}
		t.Add(row...)
		l.Xs, l.Labels = append(l.Xs, p.x), append(l.Labels, p.label)
	}
	l.Series = page.SeriesOf(t, 1, len(t.Columns))
	return page.Section{Figure: l.Figure(), Table: t}
}

// curveGroups returns the figures of the outer keys, of the main measure on test, then those of the inner
// keys, on dev. It leaves out figures with fewer than two places.
func (s *Sweep) curveGroups() []*curveGroup {
	groups := append(testCurves(s.Chosen, s.PerAxes, s.Measure), devCurves(s.Chosen, s.OverAxes, s.Measure)...)
	return slices.DeleteFunc(groups, func(g *curveGroup) bool { return len(g.places) < 2 })
}

// leadingCurves returns the figures over the ratio, which are first in all forms of a sweep.
func (s *Sweep) leadingCurves() []*curveGroup {
	return slices.DeleteFunc(s.curveGroups(), func(g *curveGroup) bool { return g.axis != configs.RatioKey })
}

// testCurves returns the figures of a measure on test: for each axis, one figure for all experiments that differ in this key only.
func testCurves(experiments []BestExperiment, axes []configs.Axis, measure string) (groups []*curveGroup) {
	for _, axis := range numericAxes(axes) {
		byName := map[string]*curveGroup{}
		for i := range experiments {
			c := &experiments[i]
			name := experimentName(axis, c.Elsewhere, c.PerValues)
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

// addExperiment adds the systems of an experiment at its place. On the axis of judged queries, the place is the number of queries used.
func (g *curveGroup) addExperiment(c *BestExperiment) {
	n := c.result.Protocol.JudgedQueries
	p, ok := place{float64(n), fmt.Sprint(n)}, true
	if g.axis != "gen.judged_queries" {
		_, setting := splitKey(c.PerValues, g.axis)
		p, ok = g.placeSetting(setting)
	}
	systems := c.result.Systems()
	for _, name := range systems.Names() {
		mean, isMeasured := systems.Scores(name)[g.measure]
		if !isMeasured || !ok {
			continue
		}
		spread := report.Spread{Mean: mean, Seeds: []float64{mean}}
		if a := systems.Arms.Find(name); a != nil {
			spread = a.Spread(g.measure)
		}
		g.add(p, name, spread)
	}
}

// devCurves returns the figures of a measure on dev: one for each inner key and each experiment on the sweep's own collection. An arm with
// the key has, at each value, the mean of its best setting with that value. The other systems are constant.
func devCurves(experiments []BestExperiment, axes []configs.Axis, measure string) (groups []*curveGroup) {
	for _, axis := range numericAxes(axes) {
		for _, c := range experiments {
			if c.Elsewhere == "" {
				groups = append(groups, c.devCurve(axis, measure))
			}
		}
	}
	return groups
}

// devCurve returns the figure of a measure on dev over an inner key.
func (c *BestExperiment) devCurve(axis, measure string) *curveGroup {
	systems, noun := c.result.Systems(), configs.KeyNoun(axis)
	g := newCurveGroup(axis, "dev "+measure, experimentName("", "", c.PerValues))
	var places []place
	cells := map[string]map[float64][]report.Cell{} // by arm, then place
	for _, a := range systems.Arms {
		for _, cell := range a.Grid {
			value, hasKey := cell.Setting[axis]
			if !hasKey || report.HasNoAxioms(cell.Setting) {
				continue
			}
			p, ok := g.placeSetting(configs.Setting{Key: axis, Value: value})
			if !ok {
				continue
			}
			if places = append(places, p); cells[a.Name] == nil {
				cells[a.Name] = map[float64][]report.Cell{}
			}
			cells[a.Name][p.x] = append(cells[a.Name][p.x], cell)
			if cell.Short && !slices.Contains(g.shortLabels, p.label) {
				g.shortLabels = append(g.shortLabels, p.label)
			}
		}
	}
	add := func(name string, dev report.Scores, grid []report.Cell) {
		for _, p := range places {
			list := cells[name][p.x]
			if cells[name] == nil {
				list = grid // the system does not have the key
			}
			if len(list) > 0 {
				g.add(p, name, bestOf(measure, list))
			} else if mean, isMeasured := dev[measure]; isMeasured && cells[name] == nil {
				g.add(p, name, report.Spread{Mean: mean})
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

// bestOf returns, for each seed, the highest dev value of some cells, and the mean of these values.
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
