package report

import (
	"fmt"
	"maps"
)

// choicesTable has a row per cell of an arm's grid: what dev says of it, and how often the arm took it.
func (r *Result) choicesTable() *table {
	t := &table{title: "What the arms chose from", columns: left("arm", "setting")}
	t.columns = append(t.columns, right("dev "+r.Protocol.Main, "over seeds", "chosen")...)
	t.caption = "Every setting that an arm tried: its mean on dev over seeds and folds, the lowest and highest seed, and in how many trainings the arm took it; those are bold. " +
		"Without axioms a setting stands for the judged arm's first start."
	for _, a := range r.Arms {
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
			row := plain(a.Name, settingsText(cell.Settings()), score(cell.Mean()), none, none)
			if len(cell.Dev) > 1 {
				lo, hi := span(cell.Dev)
				row[3].text = short(lo) + "–" + short(hi)
			}
			if times > 0 {
				row[4].text = fmt.Sprintf("%d of %d", times, len(a.Chosen))
				row[2].strong = true
			}
			t.rows, rest = append(t.rows, row), rest-times
		}
		if rest > 0 {
			t.rows = append(t.rows, plain(a.Name, "another start of the judged arm, without axioms", none, none, fmt.Sprintf("%d of %d", rest, len(a.Chosen))))
		}
	}
	return t.dropEmpty()
}
