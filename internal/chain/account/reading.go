package account

import (
	"maps"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Reading is what readers took of a collection's files, and what they left.
type Reading struct {
	Columns []string       `json:"columns,omitempty"`  // of rows: what is read as what
	NotRead []string       `json:"not_read,omitempty"` // columns, fields and files, with the reason
	Counted map[string]int `json:"counted,omitempty"`  // what was skipped or changed, by reason
}

// chapter shows what was read; ok is false where there is nothing to say.
func (r Reading) chapter() (c page.Chapter, ok bool) {
	t := &page.Texts{Left: 2, Heads: []string{"the reader", "says", "records"},
		Caption: "Not read: columns, fields and files that are no part of the pairs. Counted: records that were skipped or changed."}
	for _, line := range r.Columns {
		t.Rows = append(t.Rows, []string{"columns", line, ""})
	}
	for _, line := range r.NotRead {
		t.Rows = append(t.Rows, []string{"not read", line, ""})
	}
	for _, reason := range slices.Sorted(maps.Keys(r.Counted)) {
		t.Rows = append(t.Rows, []string{"counted", reason, terminal.Grouped(r.Counted[reason])})
	}
	return page.Chapter{Title: "The collection as it was read", Table: t}, len(t.Rows) > 0
}
