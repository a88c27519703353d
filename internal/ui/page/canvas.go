package page

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// canvas collects the marks of one drawing. Lengths are CSS pixels; colours and fonts are classes of the page's style
// sheet, so that one drawing serves light and dark.
type canvas struct {
	b             strings.Builder
	width, height float64
}

// glyph is an upper estimate of a glyph's mean width in labels, whose font has 13 pixels.
const glyph = 7.6

// tickGap is the distance in pixels between a tick's label and its line.
const tickGap = 8

// textWidth estimates the width of a label in CSS pixels.
func textWidth(s string) float64 { return float64(float64(utf8.RuneCountInString(s)) * glyph) }

// px prints a coordinate with at most one decimal.
func px(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10+0, 'f', -1, 64)
}

// line draws a straight line.
func (c *canvas) line(x1, y1, x2, y2 float64, class string) {
	fmt.Fprintf(&c.b, `<line x1="%s" y1="%s" x2="%s" y2="%s" class="%s"/>`, px(x1), px(y1), px(x2), px(y2), class)
}

// path draws a path of SVG's path commands d.
func (c *canvas) path(d, class string) {
	if d != "" {
		fmt.Fprintf(&c.b, `<path d="%s" class="%s"/>`, d, class)
	}
}

// text writes s with its baseline at y. anchor is start, middle or end.
func (c *canvas) text(x, y float64, anchor, class, s string) {
	fmt.Fprintf(&c.b, `<text x="%s" y="%s" text-anchor="%s" class="%s">%s</text>`, px(x), px(y), anchor, class, html.EscapeString(s))
}

// mark draws a data point in the shape of its series, so that colour is not needed to tell series apart.
func (c *canvas) mark(x, y, r float64, series int, title string) {
	var d string
	switch s := float64(r * 1.2); series % 4 {
	case 1:
		d = fmt.Sprintf("M%s %sa%s %s 0 1 0 %s 0a%s %s 0 1 0 %s 0z", px(x-r), px(y), px(r), px(r), px(2*r), px(r), px(r), px(-2*r))
	case 2:
		d = fmt.Sprintf("M%s %sh%sv%sh%sz", px(x-float64(r*0.9)), px(y-float64(r*0.9)), px(r*1.8), px(r*1.8), px(r*-1.8))
	case 3:
		d = fmt.Sprintf("M%s %sL%s %sH%sz", px(x), px(y-s), px(x+s), px(y+float64(s*0.8)), px(x-s))
	default:
		d = fmt.Sprintf("M%s %sl%s %sl%s %sl%s %sz", px(x), px(y-s), px(s), px(s), px(-s), px(s), px(-s), px(-s))
	}
	if title != "" {
		title = "<title>" + html.EscapeString(title) + "</title>"
	}
	fmt.Fprintf(&c.b, `<path d="%s" class="dot s%d">%s</path>`, d, series, title)
}

// finish returns the drawing as an inline svg element; label is its text for screen readers.
func (c *canvas) finish(label string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %s %s" role="img" aria-label="%s">%s</svg>`,
		px(c.width), px(c.height), html.EscapeString(label), c.b.String()))
}

// scale maps data to pixels linearly.
type scale struct {
	lo, hi     float64 // the ends of the axis, in units of the data
	start, end float64 // the positions of these ends, in pixels
	step       float64 // the distance of two ticks, in units of the data
}

// position returns the pixel of a data value.
func (s scale) position(v float64) float64 {
	return s.start + float64((v-s.lo)/(s.hi-s.lo)*(s.end-s.start))
}

// ticks lists the data values at which to draw the grid.
func (s scale) ticks() []float64 {
	first := math.Ceil(s.lo/s.step - 1e-9)
	var list []float64
	for i := range int((s.hi-s.lo)/s.step+1e-6) + 1 {
		if v := (first + float64(i)) * s.step; v <= s.hi+float64(s.step*1e-6) {
			list = append(list, v)
		}
	}
	return list
}

// label prints a tick with as many decimals as the step needs.
func (s scale) label(v float64) string {
	digits := max(0, int(-math.Floor(float64(math.Log10(s.step))+1e-9)))
	text := strconv.FormatFloat(v+0, 'f', digits, 64)
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		if strings.Trim(rest, "0.") == "" {
			return rest
		}
		return terminal.Minus + rest
	}
	return text
}

// niceScale returns a scale from first to last pixel over all values, with about count ticks. The steps between ticks are 1, 2 or 5 times a
// power of ten. The scale begins and ends at a tick. The scale of shares stays within 0 and 1.
func niceScale(values []float64, first, last float64, count int) scale {
	lo, hi := slices.Min(values), slices.Max(values)
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
	s := scale{lo: math.Floor(lo/step+1e-9) * step, hi: math.Ceil(hi/step-1e-9) * step, start: first, end: last, step: step}
	if share {
		s.lo, s.hi = max(s.lo, 0), min(s.hi, 1)
	}
	return s
}

// gutter returns the width in pixels that the labels of a vertical axis need, and at least the width least.
func (s scale) gutter(least float64) float64 {
	for _, v := range s.ticks() {
		least = max(least, textWidth(s.label(v))+tickGap)
	}
	return least
}

// gridLabels draws a vertical line at each place, the labels that do not overlap, and the axis' name under them.
func (c *canvas) gridLabels(s scale, places []float64, labels []string, top, bottom float64, name string) {
	end := math.Inf(-1)
	for i, v := range places {
		x, half := s.position(v), float64(textWidth(labels[i])/2)
		c.line(x, top, x, bottom, "grid")
		if x-half > end {
			c.text(x, bottom+16, "middle", "tick", labels[i])
			end = x + half
		}
	}
	c.text((s.start+s.end)/2, bottom+35, "middle", "axis", name)
}

// gridY draws horizontal grid lines with their labels to the left.
func (c *canvas) gridY(s scale, left, right float64) {
	for _, v := range s.ticks() {
		y := s.position(v)
		c.line(left, y, right, y, "grid")
		c.text(left-tickGap, y+4, "end", "tick", s.label(v))
	}
}

// legend draws the shape and name of each series, breaking lines at the right edge, and returns the y below it.
func (c *canvas) legend(list []Series) float64 {
	const left = 6.0
	x, y := left, 20.0
	for _, s := range list {
		w := 18 + textWidth(s.Name) + 18
		if x > left && x+w-18 > c.width {
			x, y = left, y+20
		}
		c.mark(x+6, y-4, 5, s.shape, "")
		c.text(x+18, y, "start", "label", s.Name)
		x += w
	}
	return y + 16
}
