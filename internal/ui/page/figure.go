package page

import (
	"html/template"
	"slices"
)

// Figure is a drawing in two widths, one for a page and one for a phone, with what one sees in it.
type Figure struct {
	Caption string
	Wide    template.HTML
	Narrow  template.HTML
}

// The two widths of a drawing in CSS pixels.
const (
	wideWidth   = 880.0
	narrowWidth = 340.0
)

// Draw renders both widths of one drawing.
func Draw(caption, label string, paint func(c *Canvas, narrow bool)) *Figure {
	f := &Figure{Caption: caption}
	wide, narrow := &Canvas{Width: wideWidth}, &Canvas{Width: narrowWidth}
	paint(wide, false)
	paint(narrow, true)
	f.Wide, f.Narrow = wide.finish("wide", label), narrow.finish("narrow", label)
	return f
}

// RowLabels decides where row labels go: left of the plot if they fit into a third of it, else above each row.
func RowLabels(names []string, narrow bool) (gutter float64, namesAbove bool) {
	if narrow {
		return 0, true
	}
	widest := 0.0
	for _, name := range names {
		widest = max(widest, TextWidth(name))
	}
	if widest > wideWidth*0.36 {
		return 0, true
	}
	return widest + 16, false
}

// Span returns the smallest and the largest value; there is at least one.
func Span(values []float64) (lo, hi float64) { return slices.Min(values), slices.Max(values) }
