package sweeps

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/ui/page"
)

// heatMap is the result of the settings on dev over two of the grid's axes, for one combination of the
// outer keys.
type heatMap struct {
	perValues    []configs.Setting
	x, y         Axis
	values       [][]float64 // by y, then x: mean over the other axes
	hasOtherAxes bool        // whether there are other axes
}

// heatMaps returns a map per combination of the outer keys. The axes are ratio and delta* if the grid
// has them, otherwise its first two axes with several values.
func heatMaps(cells []Cell, overAxes []Axis) []heatMap {
	var axes []Axis
	for _, a := range overAxes {
		if len(a.Values) > 1 {
			axes = append(axes, a)
		}
	}
	if len(axes) < 2 {
		return nil
	}
	hasOthers := len(axes) > 2
	rank := map[string]int{"gen.ratio": -2, "gen.delta_star": -1}
	slices.SortStableFunc(axes, func(a, b Axis) int { return rank[a.Key] - rank[b.Key] })
	if rank[axes[0].Key] == 0 && maxLength(axes[0]) > maxLength(axes[1]) { // long names fit better before rows
		axes[0], axes[1] = axes[1], axes[0]
	}
	var maps []heatMap
	cells = lastArm(cells)
	for i := range cells {
		c := &cells[i]
		if slices.ContainsFunc(maps, func(m heatMap) bool { return slices.Equal(m.perValues, c.PerValues) }) {
			continue
		}
		m := heatMap{perValues: c.PerValues, x: axes[0], y: axes[1], hasOtherAxes: hasOthers}
		for _, y := range m.y.Values {
			var row []float64
			for _, x := range m.x.Values {
				sum, n := 0.0, 0
				for j := range cells {
					cell := &cells[j]
					if slices.Equal(cell.PerValues, c.PerValues) && slices.Contains(cell.OverValues, configs.Setting{Key: m.x.Key, Value: x}) &&
						slices.Contains(cell.OverValues, configs.Setting{Key: m.y.Key, Value: y}) {
						sum += cell.Dev
						n++
					}
				}
				row = append(row, sum/float64(max(n, 1)))
			}
			m.values = append(m.values, row)
		}
		maps = append(maps, m)
	}
	return maps
}

// lastArm returns the cells of the arm with axiomatic pairs, or of the only arm.
func lastArm(cells []Cell) []Cell {
	if len(cells) == 0 {
		return nil
	}
	arm := cells[len(cells)-1].Arm
	return slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool { return c.Arm != arm })
}

func maxLength(a Axis) int {
	most := 0
	for _, v := range a.Values {
		most = max(most, len(v))
	}
	return most
}

func (m *heatMap) title(measure string) string {
	title := fmt.Sprintf("Dev %s over %s and %s", measure, report.Noun(m.x.Key), report.Noun(m.y.Key))
	if len(m.perValues) > 0 {
		title += ": " + report.SettingsText(m.perValues)
	}
	return title
}

func (m *heatMap) figure(measure string) *page.Figure {
	var all []float64
	for _, row := range m.values {
		all = append(all, row...)
	}
	lo, hi := page.Span(all)
	var rows, columns []string
	for _, v := range m.y.Values {
		rows = append(rows, report.ValueText(configs.Setting{Key: m.y.Key, Value: v}))
	}
	for _, v := range m.x.Values {
		columns = append(columns, report.ValueText(configs.Setting{Key: m.x.Key, Value: v}))
	}
	caption := fmt.Sprintf("Dev %s of the arm with axiomatic pairs: from %s to %s, the stronger the colour the better; the best is framed.",
		measure, page.Score(lo), page.Score(hi))
	if m.hasOtherAxes {
		caption += " Each field is the mean over the grid's other axes."
	}
	fields := make([][]page.Field, len(rows))
	for j := range rows {
		for i, v := range m.values[j] {
			share := 0.5
			if hi > lo {
				share = (v - lo) / (hi - lo)
			}
			// short is .512
			fields[j] = append(fields[j], page.Field{Text: page.Score(v), Short: page.Short(v)[1:], Opacity: 0.06 + float64(0.5*share),
				Framed: v == hi,
				Title:  fmt.Sprintf("%s %s, %s %s: %s", report.Noun(m.x.Key), columns[i], report.Noun(m.y.Key), rows[j], page.Score(v))})
		}
	}
	return page.DrawFields(caption, m.title(measure), report.Noun(m.x.Key)+" across, "+report.Noun(m.y.Key)+" down", report.Noun(m.y.Key),
		rows, columns, fields)
}
