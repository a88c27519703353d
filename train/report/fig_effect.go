package report

import (
	"fmt"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/train/eval"
)

// effectFigure draws the main measure of each system: mean, 95 % interval over queries, and every seed.
func effectFigure(systems Systems, main string) *page.Figure {
	type row struct {
		name   string
		mean   float64
		ci     [2]float64
		hasCI  bool
		seeds  []uint64
		values []float64
	}
	var rows []row
	var all []float64
	for _, name := range systems.Names() {
		mean, ok := systems.Scores(name)[main]
		if !ok {
			continue
		}
		x := row{name: name, mean: mean, ci: [2]float64{mean, mean}}
		if byID := systems.PerQuery(name, main); len(byID) > 1 {
			var values []float64
			for _, id := range slices.Sorted(maps.Keys(byID)) {
				values = append(values, byID[id])
			}
			x.hasCI = true
			lo, hi := eval.MeanCI(values, 0.95)
			if lowest, highest := page.Span(values); lowest >= 0 && highest <= 1 { // with few queries Student's interval may exceed 0 and 1
				lo, hi = max(lo, 0), min(hi, 1)
			}
			x.ci = [2]float64{lo, hi}
		}
		if arm := systems.Arms.Find(name); arm != nil && len(arm.Seeds) > 1 {
			x.seeds, x.values = arm.SeedValues(main)
		}
		rows = append(rows, x)
		all = append(append(all, mean, x.ci[0], x.ci[1]), x.values...)
	}
	if len(rows) == 0 {
		return nil
	}
	var names []string
	for _, x := range rows {
		names = append(names, x.name)
	}
	best := slices.MaxFunc(rows, func(a, b row) int { return int(1e6 * (a.mean - b.mean)) })
	marks := ", small marks single seeds"
	if len(systems.Arms) == 0 {
		marks = ""
	}
	caption := fmt.Sprintf("Large marks are means over the test queries, bars their 95 %% intervals over queries"+marks+". "+
		"The dashed line continues %s. Highest: %s with %s. Intervals of two systems may overlap although their paired difference is clear: "+
		"see the tests.",
		rows[0].name, best.name, page.Short(best.mean))
	label := main + " on the test queries: "
	for _, x := range rows {
		label += x.name + " " + page.Short(x.mean) + "; "
	}
	return page.Draw(caption, label, func(c *page.Canvas, narrow bool) {
		gutter, isAbove := page.RowLabels(names, narrow)
		pitch := 46.0
		if isAbove {
			pitch = 70
		}
		top, bottom := 8.0, 8+float64(pitch*float64(len(rows)))
		c.Height = bottom + 42
		lo, hi := page.Span(all)
		s := page.NiceScale(lo, hi, gutter+18, c.Width-16, map[bool]int{true: 4, false: 6}[narrow])
		c.GridX(s, top, bottom, main)
		c.Line(s.Map(rows[0].mean), top, s.Map(rows[0].mean), bottom, "guide")
		for i, x := range rows {
			y := top + float64(pitch*(float64(i)+0.5))
			if isAbove {
				y += 14
				c.Text(gutter+4, y-28, "start", "label halo", x.name)
			} else {
				c.Text(gutter-4, y+4, "end", "label", x.name)
			}
			series := systems.Series(x.name)
			if x.hasCI {
				c.Line(s.Map(x.ci[0]), y, s.Map(x.ci[1]), y, fmt.Sprintf("range s%d", series))
			}
			for j, v := range x.values {
				c.Mark(s.Map(v), y+13, 3.2, series, "seed", fmt.Sprintf("%s, seed %d: %s %s", x.name, x.seeds[j], main, page.Score(v)))
			}
			c.Mark(s.Map(x.mean), y, 7, series, "dot", fmt.Sprintf("%s: %s %s, interval [%s, %s]", x.name, main, page.Score(x.mean),
				page.Short(x.ci[0]), page.Short(x.ci[1])))
			c.Text(s.Map(x.mean), y-11, "middle", "value halo", page.Short(x.mean))
		}
	})
}
