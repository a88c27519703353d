package report

import (
	"html/template"
	"slices"
)

// figure is a drawing in two widths, one for a page and one for a phone, with what one sees in it.
type figure struct {
	Caption string
	Wide    template.HTML
	Narrow  template.HTML
}

// The two widths of a drawing in CSS pixels.
const (
	wideWidth   = 880.0
	narrowWidth = 340.0
)

// draw renders both widths of one drawing.
func draw(caption, label string, paint func(c *canvas, narrow bool)) *figure {
	f := &figure{Caption: caption}
	wide, narrow := &canvas{width: wideWidth}, &canvas{width: narrowWidth}
	paint(wide, false)
	paint(narrow, true)
	f.Wide, f.Narrow = wide.done("wide", label), narrow.done("narrow", label)
	return f
}

// series is the colour and shape of a system throughout the page: the arms count from 1, controls share 0, the plain
// grey diamond, and those after the first go on after the arms.
func (r *Result) series(system string) int {
	for i, a := range r.Arms {
		if a.Name == system {
			return 1 + i%7
		}
	}
	for i, c := range r.Controls {
		if c.Name == system && i > 0 {
			return 1 + (len(r.Arms)+i-1)%7
		}
	}
	return 0
}

// rowLabels decides where row labels go: left of the plot if they fit into a third of it, else above each row.
func rowLabels(names []string, narrow bool) (gutter float64, above bool) {
	if narrow {
		return 0, true
	}
	widest := 0.0
	for _, name := range names {
		widest = max(widest, textWidth(name))
	}
	if widest > wideWidth*0.36 {
		return 0, true
	}
	return widest + 16, false
}

func span(values []float64) (lo, hi float64) { return slices.Min(values), slices.Max(values) }
