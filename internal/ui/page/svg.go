package page

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Canvas collects the marks of one drawing. Lengths are CSS pixels; colours and fonts are classes of the page's style
// sheet, so that one drawing serves light and dark.
type Canvas struct {
	b             strings.Builder
	Width, Height float64
}

// textSize is the font size of all labels, and glyph an upper estimate of a glyph's mean width at that size.
const (
	textSize = 13.0
	glyph    = 7.6
)

// tickGap is the room between a tick's label and its line.
const tickGap = 8

// TextWidth estimates the width of a label in CSS pixels.
func TextWidth(s string) float64 { return float64(float64(utf8.RuneCountInString(s)) * glyph) }

// Px prints a coordinate with at most one decimal.
func Px(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10+0, 'f', -1, 64)
}

// Line draws a straight line.
func (c *Canvas) Line(x1, y1, x2, y2 float64, class string) {
	fmt.Fprintf(&c.b, `<line x1="%s" y1="%s" x2="%s" y2="%s" class="%s"/>`, Px(x1), Px(y1), Px(x2), Px(y2), class)
}

// Rect draws a rectangle; a title, if given, shows to those who point at it.
func (c *Canvas) Rect(x, y, w, h float64, class, title string) {
	fmt.Fprintf(&c.b, `<rect x="%s" y="%s" width="%s" height="%s" class="%s"`, Px(x), Px(y), Px(max(w, 0.5)), Px(max(h, 0.5)), class)
	c.closeWith("rect", title)
}

// Path draws a path of SVG's path commands d.
func (c *Canvas) Path(d, class string) {
	fmt.Fprintf(&c.b, `<path d="%s" class="%s"/>`, d, class)
}

// Text writes s with its baseline at y; anchor is start, middle or end.
func (c *Canvas) Text(x, y float64, anchor, class, s string) {
	fmt.Fprintf(&c.b, `<text x="%s" y="%s" text-anchor="%s" class="%s">%s</text>`, Px(x), Px(y), anchor, class, html.EscapeString(s))
}

func (c *Canvas) closeWith(tag, title string) {
	if title == "" {
		c.b.WriteString("/>")
		return
	}
	fmt.Fprintf(&c.b, "><title>%s</title></%s>", html.EscapeString(title), tag)
}

// Mark draws a data point in the shape of its series, so that colour is not needed to tell series apart.
func (c *Canvas) Mark(x, y, r float64, series int, class, title string) {
	class = fmt.Sprintf("%s s%d", class, series)
	var d string
	switch series % 4 {
	case 1:
		fmt.Fprintf(&c.b, `<circle cx="%s" cy="%s" r="%s" class="%s"`, Px(x), Px(y), Px(r), class)
		c.closeWith("circle", title)
		return
	case 2:
		s := float64(r * 0.9)
		d = fmt.Sprintf("M%s %sh%sv%sh%sz", Px(x-s), Px(y-s), Px(2*s), Px(2*s), Px(-2*s))
	case 3:
		s := float64(r * 1.2)
		d = fmt.Sprintf("M%s %sL%s %sH%sz", Px(x), Px(y-s), Px(x+s), Px(y+float64(s*0.8)), Px(x-s))
	default:
		s := float64(r * 1.25)
		d = fmt.Sprintf("M%s %sl%s %sl%s %sl%s %sz", Px(x), Px(y-s), Px(s), Px(s), Px(-s), Px(s), Px(-s), Px(-s))
	}
	fmt.Fprintf(&c.b, `<path d="%s" class="%s"`, d, class)
	c.closeWith("path", title)
}

// finish returns the drawing as an inline svg element; label describes it to those who do not see it.
func (c *Canvas) finish(class, label string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg class="%s" viewBox="0 0 %s %s" role="img" aria-label="%s">%s</svg>`,
		class, Px(c.Width), Px(c.Height), html.EscapeString(label), c.b.String()))
}

// Scale maps data to pixels linearly.
type Scale struct {
	Lo, Hi     float64 // data
	Start, End float64 // pixels
	Step       float64 // between ticks
}

func (s Scale) Map(v float64) float64 { return s.Start + float64((v-s.Lo)/(s.Hi-s.Lo)*(s.End-s.Start)) }

// Ticks lists the data values at which to draw the grid.
func (s Scale) Ticks() []float64 {
	first := math.Ceil(s.Lo/s.Step - 1e-9)
	var list []float64
	for i := range int((s.Hi-s.Lo)/s.Step+1e-6) + 1 {
		if v := (first + float64(i)) * s.Step; v <= s.Hi+float64(s.Step*1e-6) {
			list = append(list, v)
		}
	}
	return list
}

// Label prints a tick with as many decimals as the step needs.
func (s Scale) Label(v float64) string {
	digits := max(0, int(-math.Floor(float64(math.Log10(s.Step))+1e-9)))
	text := strconv.FormatFloat(v+0, 'f', digits, 64)
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		if strings.Trim(rest, "0.") == "" {
			return rest
		}
		return terminal.Minus + rest
	}
	return text
}

// NiceScale widens lo..hi to round ticks, about count of them: steps of 1, 2 or 5 times a power of ten. Shares stay within 0 and 1.
func NiceScale(lo, hi, first, last float64, count int) Scale {
	share := lo >= 0 && hi <= 1
	if least := 1e-6 * max(1, math.Abs(lo), math.Abs(hi)); hi-lo < least {
		lo, hi = lo-float64(5e4*least), hi+float64(5e4*least)
	}
	raw := (hi - lo) / float64(count)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := power
	for _, m := range []float64{1, 2, 5, 10} {
		if step = m * power; step >= raw*(1-1e-9) {
			break
		}
	}
	s := Scale{Lo: math.Floor(lo/step+1e-9) * step, Hi: math.Ceil(hi/step-1e-9) * step, Start: first, End: last, Step: step}
	if share {
		s.Lo, s.Hi = max(s.Lo, 0), min(s.Hi, 1)
	}
	return s
}

// Gutter returns the room that the labels of a vertical axis need to their right edge, at least the given one.
func (s Scale) Gutter(least float64) float64 {
	for _, v := range s.Ticks() {
		least = max(least, TextWidth(s.Label(v))+tickGap)
	}
	return least
}

// GridX draws vertical grid lines with their labels below, and the axis' name under them.
func (c *Canvas) GridX(s Scale, top, bottom float64, name string) {
	for _, v := range s.Ticks() {
		x := s.Map(v)
		c.Line(x, top, x, bottom, "grid")
		c.Text(x, bottom+16, "middle", "tick", s.Label(v))
	}
	c.Text((s.Start+s.End)/2, bottom+35, "middle", "axis", name)
}

// GridY draws horizontal grid lines with their labels to the left.
func (c *Canvas) GridY(s Scale, left, right float64) {
	for _, v := range s.Ticks() {
		y := s.Map(v)
		c.Line(left, y, right, y, "grid")
		c.Text(left-tickGap, y+4, "end", "tick", s.Label(v))
	}
}

// LegendItem is one entry of a legend: a series' shape and name.
type LegendItem struct {
	Series int
	Name   string
}

// Legend draws the entries from (x, y) on, breaking lines at right, and gives the y below it.
func (c *Canvas) Legend(items []LegendItem, x, y, right float64) float64 {
	left := x
	for _, item := range items {
		w := 18 + TextWidth(item.Name) + 18
		if left > x && left+w-18 > right {
			left, y = x, y+20
		}
		c.Mark(left+6, y-4, 5, item.Series, "dot", "")
		c.Text(left+18, y, "start", "label", item.Name)
		left += w
	}
	return y + 16
}

// PathStep returns the path command of the i-th point.
func PathStep(i int) string {
	if i == 0 {
		return "M"
	}
	return "L"
}
