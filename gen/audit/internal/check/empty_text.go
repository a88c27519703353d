package check

import (
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

var emptyText = Check{
	Code: "empty-text", Severity: Error, Exact: true,
	RowText: "lacks a query or a document", RowsText: "lack a query or a document",
	About: "The query, the positive, every negative or the labelled document of the row is empty, or holds nothing but punctuation, " +
		"white space and letters without a shape.",
	Advice: "Drop them: a model learns from an empty text that anything may be relevant.",
	Find:   findEmpty,
	Reason: func(in *Input, f Flag) string { return emptyReasons[f.Other] },
}

var emptyReasons = []string{"", "The query is empty.", "The row has no document.", "A document is empty.", "The row has no positive.",
	"The query holds nothing but punctuation.", "A document holds nothing but punctuation."}

func findEmpty(in *Input) (finding Found) {
	hasQueries := in.hasQueries()
	for row := range in.Set.Rows {
		reason := uint32(0)
		items := in.Set.RowItems(uint32(row))
		switch {
		case in.Set.FirstEqual(in.Set.Rows[row].Query) == 0 && hasQueries:
			reason = 1
		case in.Set.Texts[in.Set.Rows[row].Query].Blank:
			reason = 5
		case len(items) == 0:
			reason = 2
		case !in.Set.Rows[row].Labelled && !slices.ContainsFunc(items, trainset.Item.IsPositive):
			reason = 4
		}
		for _, item := range items {
			switch {
			case reason > 0:
			case in.Set.FirstEqual(item.Text) == 0:
				reason = 3
			case in.Set.Texts[item.Text].Blank:
				reason = 6
			}
		}
		if reason > 0 {
			finding.Flags = append(finding.Flags, Flag{Row: uint32(row), Other: reason, Score: 1})
		}
	}
	return finding
}

// hasQueries reports whether any row has a query. Rows of reward models may have none.
func (in *Input) hasQueries() bool {
	for _, r := range in.Set.Rows {
		if in.Set.FirstEqual(r.Query) != 0 {
			return true
		}
	}
	return false
}
