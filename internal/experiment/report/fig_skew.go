package report

import (
	"fmt"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// SkewFigure draws the length skew of each pool.
func SkewFigure(pools []Pool) *page.Figure {
	if len(pools) == 0 {
		return nil
	}
	var names []string
	count := 0
	var values []float64
	for _, p := range pools {
		names = append(names, p.label(pools))
		values = append(values, p.LengthSkew)
		if p.Leans != "" {
			count++
		}
	}
	caption := "How much longer the preferred document of a pair is than the other, relative to the longer, on average over the pool. "
	if count == 0 {
		caption += "In no pool does length alone decide more than 60 % of the pairs."
	} else {
		caption += fmt.Sprintf("In %s, marked by colour, length alone decides more than 60 %% of the pairs; "+
			"delta_star or length-balanced sampling help.",
			terminal.Plural(count, "pool", "pools"))
	}
	label := "Length skew of each pool; the table of pools has the numbers"
	return page.Draw(caption, label, func(c *page.Canvas, narrow bool) {
		gutter, isAbove := page.RowLabels(names, narrow)
		pitch, thick := 28.0, 14.0
		if isAbove {
			pitch = 46
		}
		top := 26.0
		bottom := top + float64(pitch*float64(len(names)))
		c.Height = bottom + 42
		lo, hi := page.Span(values)
		s := page.NiceScale(min(lo, 0), max(hi, 0.2), gutter+18, c.Width-56, map[bool]int{true: 4, false: 6}[narrow])
		if lo < 0 {
			s.Start = gutter + 56 // room for the value left of the bar
		}
		c.GridX(s, top, bottom, "length skew")
		c.Line(s.Map(0), top, s.Map(0), bottom, "zero")
		for i, p := range pools {
			y := top + float64(pitch*(float64(i)+0.5))
			if isAbove {
				y += 9
				c.Text(gutter+4, y-13, "start", "label halo", names[i])
			} else {
				c.Text(gutter-4, y+4, "end", "label", names[i])
			}
			class := "calm"
			if p.Leans != "" {
				class = "warn"
			}
			begin, end := s.Map(min(0, p.LengthSkew)), s.Map(max(0, p.LengthSkew))
			c.Rect(begin, y-thick/2, end-begin, thick, class, fmt.Sprintf("%s: length skew %s", names[i], terminal.Signed(p.LengthSkew, 3)))
			text := terminal.Signed(p.LengthSkew, 2)
			if p.LengthSkew < 0 {
				c.Text(begin-6, y+4, "end", "value halo", text)
			} else {
				c.Text(end+6, y+4, "start", "value halo", text)
			}
		}
	})
}

// label returns a pool's axiom, with its arm and split if the axiom alone is ambiguous.
func (p Pool) label(all []Pool) string {
	arms, splits := false, false
	for _, o := range all {
		if o.Axiom == p.Axiom {
			arms = arms || o.Arm != p.Arm
			splits = splits || o.Split != p.Split
		}
	}
	name := p.Axiom
	if arms && p.Arm != "" {
		name += ", " + p.Arm
	}
	if splits && p.Split != "" {
		name += ", " + p.Split
	}
	return name
}
