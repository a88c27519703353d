package sweeps

import (
	"cmp"
	"fmt"
	"github.com/axiomine/axiomine/configs"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/train/report"
)

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
