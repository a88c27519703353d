package sweeps

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/train/eval"
)

// curvePoint is a system's main measure at one position of a learning curve.
type curvePoint struct {
	x, mean, low, high float64
	banded             bool // low and high are set: there is more than one seed
}

type curve struct {
	name   string
	series int
	points []curvePoint
}

// curveGroups groups the experiments that differ in only one numeric outer key. If the number of judged
// queries varies, it is that key. axis is the key; each group has its systems' curves over it.
func (s *Sweep) curveGroups() (axis string, groups []curveGroup) {
	for _, a := range s.Per {
		if len(a.Values) > 1 && isNumeric(a.Values) && (axis == "" || a.Key == "gen.judged_queries") {
			axis = a.Key
		}
	}
	if axis == "" {
		return "", nil
	}
	for i := range s.Chosen {
		c := &s.Chosen[i]
		rest := Chosen{On: c.On, Per: slices.DeleteFunc(slices.Clone(c.Per), func(setting configs.Setting) bool { return setting.Key == axis })}
		name := ""
		if rest.On != "" || len(rest.Per) > 0 {
			name = rest.label()
		}
		k := slices.IndexFunc(groups, func(g curveGroup) bool { return g.name == name })
		if k < 0 {
			k = len(groups)
			groups = append(groups, curveGroup{name: name})
		}
		groups[k].experiments = append(groups[k].experiments, c)
	}
	for i := range groups {
		groups[i].fill(axis, s.Measure)
	}
	return axis, slices.DeleteFunc(groups, func(g curveGroup) bool { return len(g.places) < 2 })
}

func isNumeric(values []string) bool {
	return !slices.ContainsFunc(values, func(v string) bool { _, err := strconv.ParseFloat(v, 64); return err != nil })
}

type curveGroup struct {
	name        string
	experiments []*Chosen
	places      []float64
	curves      []curve
}

// position returns an experiment's position on the axis. With all judged queries that is their number.
func (c *Chosen) position(axis string) float64 {
	if axis == "gen.judged_queries" {
		return float64(c.result.Protocol.JudgedQueries)
	}
	for _, s := range c.Per {
		if s.Key == axis {
			v, _ := strconv.ParseFloat(s.Value, 64)
			return v
		}
	}
	return 0
}

func (g *curveGroup) fill(axis, measure string) {
	slices.SortStableFunc(g.experiments, func(a, b *Chosen) int { return int(math.Copysign(1, a.position(axis)-b.position(axis))) })
	for _, c := range g.experiments {
		pos := c.position(axis)
		if slices.Contains(g.places, pos) {
			continue
		}
		g.places = append(g.places, pos)
		for _, name := range c.result.Systems() {
			mean, ok := c.result.Test(name)[measure]
			if !ok {
				continue
			}
			p := curvePoint{x: pos, mean: mean, low: mean, high: mean}
			for i := range c.result.Arms {
				if a := &c.result.Arms[i]; a.Name == name {
					if _, values := a.SeedValues(measure); len(values) > 1 {
						p.low, p.high = eval.MeanCI(values, 0.95)
						p.banded = true
					}
				}
			}
			i := slices.IndexFunc(g.curves, func(existing curve) bool { return existing.name == name })
			if i < 0 {
				i = len(g.curves)
				g.curves = append(g.curves, curve{name: name, series: c.result.Series(name)})
			}
			g.curves[i].points = append(g.curves[i].points, p)
		}
	}
}

// figure draws the curves with bands. The axis is logarithmic if the values span a decade or more.
func (g *curveGroup) figure(axis, measure string) *page.Figure {
	var values []float64
	var items []page.LegendItem
	hasBands := false
	for _, c := range g.curves {
		items = append(items, page.LegendItem{Series: c.series, Name: c.name})
		for _, p := range c.points {
			values = append(values, p.low, p.high)
			hasBands = hasBands || p.banded
		}
	}
	lo, hi := slices.Min(g.places), slices.Max(g.places)
	position := func(v float64) float64 { return v }
	caption := fmt.Sprintf("%s of the test queries over %s. ", measure, report.Noun(axis))
	if lo > 0 && hi/lo >= 10 {
		position = math.Log10
		caption += "The axis is logarithmic. "
	}
	if hasBands {
		caption += "Bands are 95 % intervals of the mean over seeds (Student's t); what is tested are paired differences per query."
	} else {
		caption += "One seed each, so there are no bands."
	}
	return page.Draw(caption, measure+" over "+report.Noun(axis)+"; the table has the numbers", func(c *page.Canvas, narrow bool) {
		const gutter = 48
		top := c.Legend(items, 6, 20, c.Width) + 24
		bottom := top + 260
		c.Height = bottom + 42
		low, high := page.Span(values)
		ys := page.NiceScale(low, high, bottom, top, 5)
		xs := page.Scale{Lo: position(lo), Hi: position(hi), From: gutter + 16, To: c.Width - 24}
		c.Text(6, top-12, "start", "value", measure)
		c.GridY(ys, gutter, c.Width-8)
		labelEnd := math.Inf(-1)
		for _, v := range g.places {
			x := xs.At(position(v))
			c.Line(x, top, x, bottom, "grid")
			if label := strconv.FormatFloat(v, 'f', -1, 64); x-float64(page.TextWidth(label)/2) > labelEnd {
				c.Text(x, bottom+16, "middle", "tick", label)
				labelEnd = x + float64(page.TextWidth(label)/2)
			}
		}
		c.Text((xs.From+xs.To)/2, bottom+35, "middle", "axis", report.Noun(axis))
		for _, system := range g.curves {
			up, down, line := "", "", ""
			for i, p := range system.points {
				x := page.Px(xs.At(position(p.x)))
				line += page.PathStep(i) + x + " " + page.Px(ys.At(p.mean))
				up += page.PathStep(i) + x + " " + page.Px(ys.At(p.high))
				down = "L" + x + " " + page.Px(ys.At(p.low)) + down
			}
			if slices.ContainsFunc(system.points, func(p curvePoint) bool { return p.banded }) && len(system.points) > 1 {
				c.Path(up+down+"z", fmt.Sprintf("band s%d", system.series))
			}
			if len(system.points) > 1 {
				c.Path(line, fmt.Sprintf("curve s%d", system.series))
			}
		}
		for _, system := range g.curves {
			for _, p := range system.points {
				note := fmt.Sprintf("%s, %s %g: %s", system.name, report.Noun(axis), p.x, page.Score(p.mean))
				if p.banded {
					note += fmt.Sprintf(" [%s, %s]", page.Score(p.low), page.Score(p.high))
				}
				c.Mark(xs.At(position(p.x)), ys.At(p.mean), 4, system.series, "dot", note)
			}
		}
	})
}

// table returns the numbers of the figure.
func (g *curveGroup) table(axis string) *page.Table {
	t := &page.Table{Caption: "Means on the test queries; in brackets the 95 % interval of the mean over seeds.",
		Columns: page.Left(report.Noun(axis))}
	for _, c := range g.curves {
		t.Columns = append(t.Columns, page.Column{Name: c.name})
	}
	for _, pos := range g.places {
		row := page.Plain(strconv.FormatFloat(pos, 'f', -1, 64))
		for _, c := range g.curves {
			text := page.None
			for _, p := range c.points {
				if p.x == pos {
					if text = page.Score(p.mean); p.banded {
						text += fmt.Sprintf(" [%s, %s]", page.Short(p.low), page.Short(p.high))
					}
				}
			}
			row = append(row, page.Cell{Text: text})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
