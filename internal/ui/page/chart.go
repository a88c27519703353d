package page

import (
	"fmt"
	"html/template"
	"math"
	"slices"

	"github.com/axiomine/axiomine/internal/lists"
)

// Figure is a drawing with its caption.
type Figure struct {
	Caption string
	Drawing template.HTML
}

// drawingWidth is the width of a drawing in CSS pixels; a narrower screen scrolls it.
const drawingWidth = 880.0

// Dots is a chart with a row for each name, and in each row a mark and an interval for each series.
type Dots struct {
	Caption, Axis string
	Low, High     float64 // the ends of the axis; they follow from the values unless High is above Low
	Guide         float64 // the value of a dashed line, if it is on the axis
	Rows          []string
	Series        []Series
}

// Figure draws the chart. It returns nil for a chart without rows.
func (d Dots) Figure() *Figure {
	if len(d.Rows) == 0 {
		return nil
	}
	list := assignShapes(d.Series)
	values := allValues(list)
	if d.High > d.Low || len(values) == 0 {
		values = append(values, d.Low, d.High)
	}
	c := &canvas{width: drawingWidth}
	const pitch = 46.0 // a row has its name above its marks
	top := c.legend(list) + 4
	bottom := top + float64(pitch*float64(len(d.Rows)))
	c.height = bottom + 42
	s := niceScale(values, 16, c.width-16, 6)
	c.gridLabels(s, s.ticks(), lists.Map(s.ticks(), s.label), top, bottom, d.Axis)
	if d.Guide > s.lo && d.Guide < s.hi {
		c.line(s.position(d.Guide), top, s.position(d.Guide), bottom, "guide")
	}
	for i, row := range d.Rows {
		y := top + float64(pitch*(float64(i)+0.5)) + 9
		c.text(4, y-14, "start", "label halo", row)
		var rowValues []float64
		for _, series := range list {
			if v := series.Values[i]; !math.IsNaN(v) {
				rowValues = append(rowValues, v)
			}
		}
		if len(rowValues) > 0 {
			c.line(s.position(slices.Min(rowValues)), y, s.position(slices.Max(rowValues)), y, "link")
		}
		for j, series := range list {
			v := series.Values[i]
			if math.IsNaN(v) {
				continue
			}
			y := y + float64((float64(j)-float64(float64(len(list)-1)/2))*min(4, 12/float64(len(list))))
			if series.hasInterval(i) {
				c.line(s.position(series.Low[i]), y, s.position(series.High[i]), y, fmt.Sprintf("range s%d", series.shape))
			}
			c.mark(s.position(v), y, 5.5, series.shape, series.note(row, i))
		}
	}
	return &Figure{d.Caption, c.finish("Marks per row: " + d.Axis + "; the table has the numbers")}
}

// Lines is a chart with a line for each series, through its values at Xs, and a band for its intervals.
type Lines struct {
	Caption, X, Y string
	Xs            []float64
	Labels        []string // the labels of Xs
	IsLog         bool     // whether the axis of Xs is logarithmic
	Series        []Series
}

// leastHeight is the minimum span of an axis of shares, so that a small difference looks small.
const leastHeight = .02

// Figure draws the chart. It returns nil for a chart without values.
func (l Lines) Figure() *Figure {
	list := assignShapes(l.Series)
	values := allValues(list)
	if len(values) == 0 || len(l.Xs) == 0 {
		return nil
	}
	if lo, hi := slices.Min(values), slices.Max(values); lo >= 0 && hi <= 1 && hi-lo < leastHeight {
		half := float64(float64(lo+hi) / 2)
		values = append(values, max(half-float64(leastHeight/2), 0), min(half+float64(leastHeight/2), 1))
	}
	places := slices.Clone(l.Xs)
	for i := range places {
		if l.IsLog {
			places[i] = math.Log10(places[i])
		}
	}
	c := &canvas{width: drawingWidth}
	top := c.legend(list) + 24
	bottom := top + 240
	c.height = bottom + 42
	ys := niceScale(values, bottom, top, 5)
	gutter := ys.gutter(48)
	xs := niceScale(places, gutter+16, c.width-24, 5)
	if lo, hi := slices.Min(places), slices.Max(places); hi > lo {
		xs.lo, xs.hi = lo, hi
	}
	c.text(6, top-12, "start", "value", l.Y)
	c.gridY(ys, gutter, c.width-8)
	c.gridLabels(xs, places, l.Labels, top, bottom, l.X)
	point := func(i int, v float64) string { return px(xs.position(places[i])) + " " + px(ys.position(v)) }
	for _, s := range list {
		upper, lower, line, pen := "", "", "", "M"
		for i, v := range s.Values {
			if math.IsNaN(v) {
				pen = "M"
				continue
			}
			line += pen + point(i, v)
			pen = "L"
			if s.hasInterval(i) {
				upper += map[bool]string{true: "M", false: "L"}[upper == ""] + point(i, s.High[i])
				lower = "L" + point(i, s.Low[i]) + lower
			}
		}
		if upper != "" {
			c.path(upper+lower+"z", fmt.Sprintf("band s%d", s.shape))
		}
		c.path(line, fmt.Sprintf("curve s%d", s.shape))
	}
	for _, s := range list {
		for i, v := range s.Values {
			if math.IsNaN(v) {
				continue
			}
			c.mark(xs.position(places[i]), ys.position(v), 3.5, s.shape, s.note(l.Labels[i], i))
		}
	}
	return &Figure{l.Caption, c.finish(l.Y + " over " + l.X)}
}
