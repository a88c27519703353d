package page

import (
	"fmt"
	"math"
	"slices"
)

// Chart is a figure of a Page.
type Chart interface{ Figure() *Figure }

// Series are the values of one system in a chart, in the chart's order; NaN where it has none. Notes, if given, say more of
// each value to those who point at it.
type Series struct {
	Name   string
	Values []float64
	Notes  []string
	Fixed  bool // shape is the system's throughout the page; else by place
	Shape  int  // colour and shape
}

// assignShapes assigns every series a colour and shape of its own, as far as there are.
func assignShapes(list []Series) []Series {
	list = slices.Clone(list)
	for i := range list {
		if !list[i].Fixed {
			list[i].Shape = 1 + i%7
		}
	}
	return list
}

func legendOf(list []Series) []LegendItem {
	var items []LegendItem
	for _, s := range list {
		items = append(items, LegendItem{s.Shape, s.Name})
	}
	return items
}

func (s *Series) note(row string, i int) string {
	text := fmt.Sprintf("%.4f", s.Values[i])
	if s.Notes != nil {
		text = s.Notes[i]
	}
	return s.Name + ", " + row + ": " + text
}

// Dots draws a row for each name and a mark for each series in it.
type Dots struct {
	Caption, Axis string
	Low, High     float64 // the axis, at least this far
	Guide         float64 // a dashed line, where it lies within the axis
	Rows          []string
	Series        []Series
}

// Figure draws the chart.
func (d Dots) Figure() *Figure {
	list := assignShapes(d.Series)
	return Draw(d.Caption, "Marks per row: "+d.Axis+"; the table has the numbers", func(c *Canvas, narrow bool) {
		gutter, namesAbove := RowLabels(d.Rows, narrow)
		pitch := 30.0
		if namesAbove {
			pitch = 46
		}
		top := c.Legend(legendOf(list), 6, 20, c.Width) + 4
		bottom := top + float64(pitch*float64(len(d.Rows)))
		c.Height = bottom + 42
		low, high := d.reach()
		s := Scale{Lo: low, Hi: high, Start: gutter + 16, End: c.Width - 16, Step: 0.1}
		switch reach := s.Hi - s.Lo; {
		case reach > 2:
			s.Step = 0.5
		case reach > 0.6, reach > 0.3 && narrow:
			s.Step = 0.2
		case reach < 0.15:
			s.Step = 0.02
		}
		c.GridX(s, top, bottom, d.Axis)
		if d.Guide > low && d.Guide < high {
			c.Line(s.Map(d.Guide), top, s.Map(d.Guide), bottom, "guide")
		}
		for i, row := range d.Rows {
			y := top + float64(pitch*(float64(i)+0.5))
			if namesAbove {
				y += 9
				c.Text(gutter+4, y-14, "start", "label halo", row)
			} else {
				c.Text(gutter-4, y+4, "end", "label", row)
			}
			var values []float64
			for _, series := range list {
				if v := series.Values[i]; !math.IsNaN(v) {
					values = append(values, v)
				}
			}
			if len(values) == 0 {
				continue
			}
			c.Line(s.Map(slices.Min(values)), y, s.Map(slices.Max(values)), y, "link")
			for j, series := range list {
				if v := series.Values[i]; !math.IsNaN(v) {
					dodge := float64((float64(j) - float64(float64(len(list)-1)/2)) * min(4, 12/float64(len(list))))
					c.Mark(s.Map(v), y+dodge, 5.5, series.Shape, "dot", series.note(row, i))
				}
			}
		}
	})
}

// reach returns the axis, longer by fifths where a value lies outside of what it has at least.
func (d Dots) reach() (low, high float64) {
	low, high = d.Low, d.High
	for _, s := range d.Series {
		for _, v := range s.Values {
			if v < d.Low {
				low = min(low, math.Floor(5*v)/5)
			}
			if v > d.High {
				high = max(high, math.Ceil(5*v)/5)
			}
		}
	}
	return low, high
}

// Lines draws each series as a line through its values at the places Xs.
type Lines struct {
	Caption, X, Y string
	Xs            []float64
	Series        []Series
}

// Figure draws the chart; nil where it has no value.
func (l Lines) Figure() *Figure {
	list := assignShapes(l.Series)
	var all []float64
	for _, s := range list {
		for _, v := range s.Values {
			if !math.IsNaN(v) {
				all = append(all, v)
			}
		}
	}
	if len(all) == 0 || len(l.Xs) == 0 {
		return nil
	}
	return Draw(l.Caption, l.Y+" over "+l.X, func(c *Canvas, narrow bool) {
		top := c.Legend(legendOf(list), 6, 20, c.Width) + 24
		bottom := top + 220
		c.Height = bottom + 42
		lo, hi := Span(all)
		low, high := Span(l.Xs)
		y := NiceScale(lo, hi, bottom, top, 5)
		gutter := y.Gutter(48)
		x := NiceScale(low, high, gutter+6, c.Width-12, 5)
		if x.Step < 1 && !slices.ContainsFunc(l.Xs, func(v float64) bool { return v != math.Trunc(v) }) {
			x.Lo, x.Hi, x.Step = low, max(high, low+1), 1 // there is no epoch 1.2
		}
		c.Text(6, top-12, "start", "value", l.Y)
		c.GridY(y, gutter, c.Width-8)
		c.GridX(x, top, bottom, l.X)
		for _, s := range list {
			d, pen := "", "M"
			for i, v := range s.Values {
				if math.IsNaN(v) {
					pen = "M"
					continue
				}
				d += pen + Px(x.Map(l.Xs[i])) + " " + Px(y.Map(v))
				pen = "L"
			}
			c.Path(d, fmt.Sprintf("curve s%d", s.Shape))
			for i, v := range s.Values {
				if !math.IsNaN(v) {
					c.Mark(x.Map(l.Xs[i]), y.Map(v), 3.5, s.Shape, "dot", s.note(x.Label(l.Xs[i]), i))
				}
			}
		}
	})
}

// Points draws a mark for each series at its two values: across, then up.
type Points struct {
	Caption, X, Y string
	Series        []Series
}

// Figure draws the chart; nil without series.
func (p Points) Figure() *Figure {
	list := assignShapes(p.Series)
	if len(list) == 0 {
		return nil
	}
	return Draw(p.Caption, p.Y+" against "+p.X+" for each of the series", func(c *Canvas, narrow bool) {
		top := c.Legend(legendOf(list), 6, 20, c.Width) + 24
		bottom := top + 240
		c.Height = bottom + 42
		var xs, ys []float64
		for _, s := range list {
			xs, ys = append(xs, s.Values[0]), append(ys, s.Values[1])
		}
		lo, hi := Span(xs)
		count := 6
		if narrow {
			count = 3
		}
		low, high := Span(ys)
		y := NiceScale(low, high, bottom, top, 5)
		gutter := y.Gutter(58)
		x := NiceScale(lo, hi, gutter+6, c.Width-24, count)
		c.Text(6, top-12, "start", "value", p.Y)
		c.GridY(y, gutter, c.Width-8)
		c.GridX(x, top, bottom, p.X)
		for i, s := range list {
			c.Mark(x.Map(xs[i]), y.Map(ys[i]), 6, s.Shape, "dot", fmt.Sprintf("%s: %.4f, %.4f", s.Name, xs[i], ys[i]))
		}
	})
}
