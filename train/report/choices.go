package report

import (
	"fmt"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// choicesTable returns a row per cell of an arm's grid: its result on dev, and how often the arm chose it.
func choicesTable(arms Arms, main string) *table.Table {
	t := &table.Table{Title: "What the arms chose from", Columns: table.Left("arm", "setting")}
	t.Columns = append(t.Columns, table.Right("dev "+main, "over seeds", "chosen")...)
	t.Caption = "Every setting that an arm tried: its mean on dev over seeds and folds, the lowest and highest seed, and in how many " +
		"trainings the arm took it; those are bold. " +
		"Without axioms a setting stands for the judged arm's first start."
	for _, a := range arms {
		if a.Ablation || len(a.Grid) < 2 {
			continue
		}
		rest := len(a.Chosen)
		for i := range a.Grid {
			cell := &a.Grid[i]
			times := 0
			for _, c := range a.Chosen {
				if maps.Equal(c.Setting, cell.Setting) {
					times++
				}
			}
			row := []string{a.Name, a.settingText(i), page.Score(cell.Mean()), page.SpanText(cell.Dev), table.None}
			if times > 0 {
				row[4] = fmt.Sprintf("%d of %d", times, len(a.Chosen))
			}
			t.Add(row...)
			t.Embolden(2, times > 0)
			rest -= times
		}
		if rest > 0 {
			t.Add(a.Name, "another start of the judged arm, without axioms", table.None, table.None,
				fmt.Sprintf("%d of %d", rest, len(a.Chosen)))
		}
	}
	if slices.ContainsFunc(arms, func(a Arm) bool { return a.hasEqual() }) {
		t.Caption += " Settings that name the data of another one are one with it, and were trained once."
	}
	return t.DropEmpty()
}

// hasEqual reports whether settings of the arm's grid are equal.
func (a *Arm) hasEqual() bool {
	return slices.ContainsFunc(a.Grid, func(t Cell) bool { return t.Equals > 0 })
}

// settingText returns a cell's setting, and the setting of the cell that it equals.
func (a *Arm) settingText(i int) string {
	text := a.Grid[i].Settings().String()
	if first := a.Grid[i].Equals; first > 0 {
		text += " (the data of " + a.Grid[first-1].Settings().String() + ")"
	}
	return text
}
