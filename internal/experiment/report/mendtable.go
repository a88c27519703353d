package report

import (
	"github.com/axiomine/axiomine/internal/experiment/report/mending"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// mendedTable returns the axioms before and after, with the main measure of both arms.
func mendedTable(rows []mending.Axiom, arms Arms, main string) *table.Table {
	return mending.Table(rows, main, func(arm, split string) string {
		switch a := arms.Find(arm); {
		case a == nil:
			return table.None
		case split == "dev":
			return scoreOf(a.Mean.Dev, main)
		default:
			return scoreOf(a.Mean.Test, main)
		}
	})
}
