package pairs

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// PoolRows describes the drawn rows of one pool in one split, including rows without text, which the shards leave out. Judged rows form two
// pools: with a judged negative, and with an assumed one.
type PoolRows struct {
	Split string `json:"split"` // train, dev or test, or a test set
	Task  string `json:"task"`  // the task of the rows
	Axiom string `json:"axiom"` // the axiom of the rows; empty for judged rows
	// NegativeSource is the origin of the negatives of judged rows: judged or assumed. It is empty for other rows.
	NegativeSource string  `json:"negative_source,omitempty"`
	Rows           int     `json:"rows"`        // rows drawn
	Share          float64 `json:"share"`       // share of the split's rows
	Queries        int     `json:"queries"`     // number of queries with such rows
	PosLength      float64 `json:"pos_length"`  // mean length, in analysed terms, of the preferred document (three classes: the first one)
	NegLength      float64 `json:"neg_length"`  // mean length, in analysed terms, of the other document
	LengthSkew     float64 `json:"length_skew"` // mean of (|pos| - |neg|) / max(|pos|, |neg|)
	Graded         int     `json:"graded"`      // rows whose documents are judged with different grades
	// Agreement is the share of graded rows that prefers the higher grade; null without such rows, and for three classes.
	Agreement *float64 `json:"agreement"`
}

// Pool returns the name of a pool for people.
func (d PoolRows) Pool() string {
	if d.NegativeSource == NegativeAssumed {
		return "judged, negative assumed"
	}
	return cmp.Or(d.Axiom, string(Judged))
}

// DrawnTable returns a table with one row for each pool of a split. It has a column of tasks if there are several.
func DrawnTable(list []PoolRows) *table.Table {
	t := &table.Table{Name: "rows", Caption: "The negatives of judged pairs are judged, or assumed: nobody judged them. Lengths are means in " +
		"analysed terms. Longer by: how much longer the preferred document is, relative to the longer one. Judges agree: of the rows whose " +
		"documents have different grades, the share that prefers the higher one.",
		Columns: table.Mixed(2, "split", "pool", "rows", "share", "queries", "preferred length", "other length", "longer by", "judges agree")}
	tasks := make([]string, len(list))
	for i, d := range list {
		agreement := table.None
		if d.Agreement != nil {
			agreement = fmt.Sprintf("%.2f", *d.Agreement)
		}
		tasks[i] = d.Task
		t.Add(d.Split, d.Pool(), terminal.Group(d.Rows), terminal.Percent(d.Share), terminal.Group(d.Queries),
			fmt.Sprintf("%.1f", d.PosLength), fmt.Sprintf("%.1f", d.NegLength), terminal.SignedPercent(d.LengthSkew), agreement)
	}
	if slices.ContainsFunc(list, func(d PoolRows) bool { return d.Task != list[0].Task }) {
		t.Prepend(table.Left("task")[0], tasks)
	}
	return t
}
