package report

import (
	"fmt"
	"math"
	"slices"
)

// fulfilmentFigure draws the share of each axiom's instances that each model fulfils.
func (r *Result) fulfilmentFigure() *figure {
	axioms := r.axioms()
	if len(axioms) == 0 {
		return nil
	}
	var items []legendItem
	for _, f := range r.Fulfilment {
		items = append(items, legendItem{r.series(f.Model), f.Model})
	}
	caption := "Each row is an axiom, each mark a model: the share of the axiom's instances on the test queries that the model's scores fulfil. " +
		"Further right is better; tossing a coin gives about 0.5 where an axiom is strict (dashed)."
	if len(r.Arms) > 1 {
		base, arm := r.Arms[0].Name, r.Arms[1].Name
		up, n := 0, 0
		for _, axiom := range axioms {
			before, ok1 := r.fulfilled(base, axiom)
			after, ok2 := r.fulfilled(arm, axiom)
			if ok1 && ok2 {
				n++
				if after.Share() > before.Share() {
					up++
				}
			}
		}
		if n > 0 {
			caption += fmt.Sprintf(" %s fulfils %d of %s more often than %s.", arm, up, plural(n, "axiom", "axioms"), base)
		}
	}
	label := "Share of instances fulfilled per axiom and model; the table below has the numbers"
	return draw(caption, label, func(c *canvas, narrow bool) {
		gutter, above := rowLabels(axioms, narrow)
		pitch := 30.0
		if above {
			pitch = 46
		}
		top := c.legend(items, 6, 20, c.width) + 4
		bottom := top + pitch*float64(len(axioms))
		c.height = bottom + 42
		s := scale{lo: r.leastShare(), hi: 1, from: gutter + 16, to: c.width - 16, step: 0.1}
		if s.lo < 0.4 || narrow {
			s.step = 0.2
		}
		c.gridX(s, top, bottom, "share of instances fulfilled")
		c.line(s.at(0.5), top, s.at(0.5), bottom, "guide")
		for i, axiom := range axioms {
			y := top + pitch*(float64(i)+0.5)
			if above {
				y += 9
				c.text(gutter+4, y-14, "start", "label halo", axiom)
			} else {
				c.text(gutter-4, y+4, "end", "label", axiom)
			}
			var shares []float64
			for _, f := range r.Fulfilment {
				if a, ok := r.fulfilled(f.Model, axiom); ok {
					shares = append(shares, a.Share())
				}
			}
			if len(shares) == 0 {
				continue
			}
			c.line(s.at(slices.Min(shares)), y, s.at(slices.Max(shares)), y, "link")
			for j, f := range r.Fulfilment {
				if a, ok := r.fulfilled(f.Model, axiom); ok {
					dodge := (float64(j) - float64(len(r.Fulfilment)-1)/2) * min(4, 12/float64(len(r.Fulfilment)))
					c.mark(s.at(a.Share()), y+dodge, 5.5, r.series(f.Model), "dot",
						fmt.Sprintf("%s, %s: %s of %s instances (%.3f)", f.Model, axiom, grouped(a.Fulfilled), grouped(a.Instances), a.Share()))
				}
			}
		}
	})
}

// leastShare is where the axis begins: at most 0.4, so that a coin's 0.5 is on it, and below every mark.
func (r *Result) leastShare() float64 {
	least := 0.5
	for _, f := range r.Fulfilment {
		for _, a := range f.Axioms {
			if a.Instances > 0 {
				least = min(least, a.Share())
			}
		}
	}
	if least < 0.25 {
		return 0
	}
	return math.Floor(least*5-0.5) / 5
}
