package account

import (
	"maps"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Reading is what readers took of a collection's files, and what they left.
type Reading struct {
	Columns []string       `json:"columns,omitempty"`  // of rows: what is read as what
	NotRead []string       `json:"not_read,omitempty"` // columns, fields and files, with the reason
	Counted map[string]int `json:"counted,omitempty"`  // what was skipped or changed, by reason
}

// section shows what was read; ok is false where there is nothing to say.
func (r Reading) section() (c page.Section, ok bool) {
	t := &table.Table{
		Caption: "Not read: columns, fields and files that are no part of the pairs. Counted: records that were skipped or changed.",
		Columns: table.Mixed(2, "the reader", "says", "records")}
	for _, line := range r.Columns {
		t.Add("columns", line, "")
	}
	for _, line := range r.NotRead {
		t.Add("not read", line, "")
	}
	for _, reason := range slices.Sorted(maps.Keys(r.Counted)) {
		t.Add("counted", reason, terminal.Group(r.Counted[reason]))
	}
	return page.Section{Title: "The collection as it was read", Table: t}, len(t.Rows) > 0
}
