package report

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// canvas collects the marks of one drawing. Lengths are CSS pixels; colours and fonts are classes of the page's style
// sheet, so that one drawing serves light and dark.
type canvas struct {
	b             strings.Builder
	width, height float64
}

// textSize is the font size of all labels, and glyph an upper estimate of a glyph's mean width at that size.
const (
	textSize = 13.0
	glyph    = 7.6
)

func textWidth(s string) float64 { return float64(utf8.RuneCountInString(s)) * glyph }

// px prints a coordinate with at most one decimal.
func px(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10+0, 'f', -1, 64)
}

func (c *canvas) line(x1, y1, x2, y2 float64, class string) {
	fmt.Fprintf(&c.b, `<line x1="%s" y1="%s" x2="%s" y2="%s" class="%s"/>`, px(x1), px(y1), px(x2), px(y2), class)
}

func (c *canvas) rect(x, y, w, h float64, class, title string) {
	fmt.Fprintf(&c.b, `<rect x="%s" y="%s" width="%s" height="%s" class="%s"`, px(x), px(y), px(max(w, 0.5)), px(max(h, 0.5)), class)
	c.closeWith("rect", title)
}

// shade fills a field of a map; opacity says how much there is, against that it is below zero.
func (c *canvas) shade(x, y, w, h, opacity float64, against bool, title string) {
	class := "shade"
	if against {
		class = "shade against"
	}
	fmt.Fprintf(&c.b, `<rect x="%s" y="%s" width="%s" height="%s" fill-opacity="%.2f" class="%s"`, px(x), px(y), px(w), px(h), opacity, class)
	c.closeWith("rect", title)
}

func (c *canvas) path(d, class string) {
	fmt.Fprintf(&c.b, `<path d="%s" class="%s"/>`, d, class)
}

// text writes s with its baseline at y; anchor is start, middle or end.
func (c *canvas) text(x, y float64, anchor, class, s string) {
	fmt.Fprintf(&c.b, `<text x="%s" y="%s" text-anchor="%s" class="%s">%s</text>`, px(x), px(y), anchor, class, html.EscapeString(s))
}

func (c *canvas) closeWith(tag, title string) {
	if title == "" {
		c.b.WriteString("/>")
		return
	}
	fmt.Fprintf(&c.b, "><title>%s</title></%s>", html.EscapeString(title), tag)
}

// mark draws a data point in the shape of its series, so that colour is not needed to tell series apart.
func (c *canvas) mark(x, y, r float64, series int, class, title string) {
	class = fmt.Sprintf("%s s%d", class, series)
	var d string
	switch series % 4 {
	case 1:
		fmt.Fprintf(&c.b, `<circle cx="%s" cy="%s" r="%s" class="%s"`, px(x), px(y), px(r), class)
		c.closeWith("circle", title)
		return
	case 2:
		s := r * 0.9
		d = fmt.Sprintf("M%s %sh%sv%sh%sz", px(x-s), px(y-s), px(2*s), px(2*s), px(-2*s))
	case 3:
		s := r * 1.2
		d = fmt.Sprintf("M%s %sL%s %sH%sz", px(x), px(y-s), px(x+s), px(y+s*0.8), px(x-s))
	default:
		s := r * 1.25
		d = fmt.Sprintf("M%s %sl%s %sl%s %sl%s %sz", px(x), px(y-s), px(s), px(s), px(-s), px(s), px(-s), px(-s))
	}
	fmt.Fprintf(&c.b, `<path d="%s" class="%s"`, d, class)
	c.closeWith("path", title)
}

// done gives the drawing as an inline svg element; label describes it to those who do not see it.
func (c *canvas) done(class, label string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg class="%s" viewBox="0 0 %s %s" role="img" aria-label="%s">%s</svg>`,
		class, px(c.width), px(c.height), html.EscapeString(label), c.b.String()))
}

// scale maps data to pixels linearly.
type scale struct {
	lo, hi   float64 // data
	from, to float64 // pixels
	step     float64 // between ticks
}

func (s scale) at(v float64) float64 { return s.from + (v-s.lo)/(s.hi-s.lo)*(s.to-s.from) }

// ticks lists the data values at which to draw the grid.
func (s scale) ticks() []float64 {
	first := math.Ceil(s.lo/s.step - 1e-9)
	var list []float64
	for i := range int((s.hi-s.lo)/s.step+1e-6) + 1 {
		if v := (first + float64(i)) * s.step; v <= s.hi+s.step*1e-6 {
			list = append(list, v)
		}
	}
	return list
}

// label prints a tick with as many decimals as the step needs.
func (s scale) label(v float64) string {
	digits := max(0, int(-math.Floor(math.Log10(s.step)+1e-9)))
	text := strconv.FormatFloat(v+0, 'f', digits, 64)
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		if strings.Trim(rest, "0.") == "" {
			return rest
		}
		return minus + rest
	}
	return text
}

// niceScale widens lo..hi to round ticks, about count of them: steps of 1, 2 or 5 times a power of ten.
func niceScale(lo, hi, from, to float64, count int) scale {
	if least := 1e-6 * max(1, math.Abs(lo), math.Abs(hi)); hi-lo < least {
		lo, hi = lo-5e4*least, hi+5e4*least
	}
	raw := (hi - lo) / float64(count)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := power
	for _, m := range []float64{1, 2, 5, 10} {
		if step = m * power; step >= raw*(1-1e-9) {
			break
		}
	}
	return scale{lo: math.Floor(lo/step+1e-9) * step, hi: math.Ceil(hi/step-1e-9) * step, from: from, to: to, step: step}
}

// gridX draws vertical grid lines with their labels below, and the axis' name under them.
func (c *canvas) gridX(s scale, top, bottom float64, name string) {
	for _, v := range s.ticks() {
		x := s.at(v)
		c.line(x, top, x, bottom, "grid")
		c.text(x, bottom+16, "middle", "tick", s.label(v))
	}
	c.text((s.from+s.to)/2, bottom+35, "middle", "axis", name)
}

// gridY draws horizontal grid lines with their labels to the left.
func (c *canvas) gridY(s scale, left, right float64) {
	for _, v := range s.ticks() {
		y := s.at(v)
		c.line(left, y, right, y, "grid")
		c.text(left-8, y+4, "end", "tick", s.label(v))
	}
}

// legendItem is one entry of a legend: a series' shape and name.
type legendItem struct {
	series int
	name   string
}

// legend draws the entries from (x, y) on, breaking lines at right, and gives the y below it.
func (c *canvas) legend(items []legendItem, x, y, right float64) float64 {
	at := x
	for _, item := range items {
		w := 18 + textWidth(item.name) + 18
		if at > x && at+w-18 > right {
			at, y = x, y+20
		}
		c.mark(at+6, y-4, 5, item.series, "dot", "")
		c.text(at+18, y, "start", "label", item.name)
		at += w
	}
	return y + 16
}
