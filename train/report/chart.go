package report

import (
	"fmt"
	"math"
	"slices"
)

// Chart is a figure of a Page.
type Chart interface{ figure() *figure }

// Series are the values of one system in a chart, in the chart's order; NaN where it has none. Notes, if given, say more of
// each value to those who point at it.
type Series struct {
	Name   string
	Values []float64
	Notes  []string
	fixed  bool // shape is the system's throughout the page; else by place
	shape  int  // colour and shape
}

// shaped gives every series a colour and shape of its own, as far as there are.
func shaped(list []Series) []Series {
	list = slices.Clone(list)
	for i := range list {
		if !list[i].fixed {
			list[i].shape = 1 + i%7
		}
	}
	return list
}

func legendOf(list []Series) []legendItem {
	var items []legendItem
	for _, s := range list {
		items = append(items, legendItem{s.shape, s.Name})
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
	From, To      float64 // the axis, at least this far
	Guide         float64 // a dashed line, where it lies within the axis
	Rows          []string
	Series        []Series
}

func (d Dots) figure() *figure {
	list := shaped(d.Series)
	return draw(d.Caption, "Marks per row: "+d.Axis+"; the table has the numbers", func(c *canvas, narrow bool) {
		gutter, above := rowLabels(d.Rows, narrow)
		pitch := 30.0
		if above {
			pitch = 46
		}
		top := c.legend(legendOf(list), 6, 20, c.width) + 4
		bottom := top + pitch*float64(len(d.Rows))
		c.height = bottom + 42
		s := scale{lo: d.From, hi: d.To, from: gutter + 16, to: c.width - 16, step: 0.1}
		if s.hi-s.lo > 0.6 || narrow {
			s.step = 0.2
		}
		if s.hi-s.lo > 2 {
			s.step = 0.5
		}
		c.gridX(s, top, bottom, d.Axis)
		if d.Guide > d.From && d.Guide < d.To {
			c.line(s.at(d.Guide), top, s.at(d.Guide), bottom, "guide")
		}
		for i, row := range d.Rows {
			y := top + pitch*(float64(i)+0.5)
			if above {
				y += 9
				c.text(gutter+4, y-14, "start", "label halo", row)
			} else {
				c.text(gutter-4, y+4, "end", "label", row)
			}
			var values []float64
			for _, of := range list {
				if v := of.Values[i]; !math.IsNaN(v) {
					values = append(values, v)
				}
			}
			if len(values) == 0 {
				continue
			}
			c.line(s.at(slices.Min(values)), y, s.at(slices.Max(values)), y, "link")
			for j, of := range list {
				if v := of.Values[i]; !math.IsNaN(v) {
					dodge := (float64(j) - float64(len(list)-1)/2) * min(4, 12/float64(len(list)))
					c.mark(s.at(v), y+dodge, 5.5, of.shape, "dot", of.note(row, i))
				}
			}
		}
	})
}

// Lines draws each series as a line through its values at the places At.
type Lines struct {
	Caption, X, Y string
	At            []float64
	Series        []Series
}

func (l Lines) figure() *figure {
	list := shaped(l.Series)
	var all []float64
	for _, s := range list {
		for _, v := range s.Values {
			if !math.IsNaN(v) {
				all = append(all, v)
			}
		}
	}
	if len(all) == 0 || len(l.At) == 0 {
		return nil
	}
	return draw(l.Caption, l.Y+" over "+l.X, func(c *canvas, narrow bool) {
		const gutter = 48
		top := c.legend(legendOf(list), 6, 20, c.width) + 24
		bottom := top + 220
		c.height = bottom + 42
		lo, hi := span(all)
		from, to := span(l.At)
		y := niceScale(lo, hi, bottom, top, 5)
		x := niceScale(from, to, gutter+6, c.width-12, 5)
		c.text(6, top-12, "start", "value", l.Y)
		c.gridY(y, gutter, c.width-8)
		c.gridX(x, top, bottom, l.X)
		for _, s := range list {
			d, pen := "", "M"
			for i, v := range s.Values {
				if math.IsNaN(v) {
					pen = "M"
					continue
				}
				d += pen + px(x.at(l.At[i])) + " " + px(y.at(v))
				pen = "L"
			}
			c.path(d, fmt.Sprintf("curve s%d", s.shape))
			for i, v := range s.Values {
				if !math.IsNaN(v) {
					c.mark(x.at(l.At[i]), y.at(v), 3.5, s.shape, "dot", s.note(x.label(l.At[i]), i))
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

func (p Points) figure() *figure {
	list := shaped(p.Series)
	if len(list) == 0 {
		return nil
	}
	return draw(p.Caption, p.Y+" against "+p.X+" for each of the series", func(c *canvas, narrow bool) {
		const gutter = 58
		top := c.legend(legendOf(list), 6, 20, c.width) + 24
		bottom := top + 240
		c.height = bottom + 42
		var across, up []float64
		for _, s := range list {
			across, up = append(across, s.Values[0]), append(up, s.Values[1])
		}
		lo, hi := span(across)
		count := 6
		if narrow {
			count = 3
		}
		x := niceScale(lo, hi, gutter+6, c.width-24, count)
		lo, hi = span(up)
		y := niceScale(lo, hi, bottom, top, 5)
		c.text(6, top-12, "start", "value", p.Y)
		c.gridY(y, gutter, c.width-8)
		c.gridX(x, top, bottom, p.X)
		for i, s := range list {
			c.mark(x.at(across[i]), y.at(up[i]), 6, s.shape, "dot", fmt.Sprintf("%s: %.4f, %.4f", s.Name, across[i], up[i]))
		}
	})
}
