package check

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/lists"
)

var splitLeak = Check{
	Code: "split-leak", Severity: Error, Exact: true,
	RowText: "has a query of another split", RowsText: "have a query of another split",
	About: "The query of a row of train is also a query of dev or test, or that of dev one of test, without regard to case and white space. " +
		"In a set of labelled pairs, either text of the row is one of either side there, in ten rows of the set at most. Splits are told by the " +
		"files' names or by a column called split.",
	Advice: "Drop them from train: what is measured on the other split is remembered, not learned.",
	Find:   func(in *Input) Found { return in.splitLeaks },
	Reason: func(in *Input, f Flag) string {
		split := in.Set.Splits[in.Set.Rows[f.Other].Split]
		if in.Set.RowQuery(f.Row) != in.Set.RowQuery(f.Other) {
			return "A text of the pair is also in " + split + ", in " + rowName(in, f.Other) + " there."
		}
		return "The query is also one of " + split + ", in " + rowName(in, f.Other) + " there."
	},
}

var splitQueryNear = Check{
	Code: "split-query-near", Severity: Warning,
	RowText: "nearly has a query of another split", RowsText: "nearly have a query of another split",
	About: "A query of five words or more shares at least 80 % of the words of both with one of a later split. Rows of `split-leak` are left " +
		"out. The score is the share.",
	Advice: "Read some. Queries that ask the same belong to one split.",
	Find: func(in *Input) Found {
		if len(in.Set.Splits) < 2 {
			return Found{}
		}
		exact := lists.Set(in.splitLeaks.Flags, func(f Flag) uint32 { return f.Row })
		near := func(row uint32) uint32 { return in.Set.Copies.Near(in.Set.RowQuery(row)) }
		last := in.lastSplit(near)
		return flagRows(in, func(row uint32) (uint32, float32) {
			other := last[near(row)].row
			if exact[row] || !in.isBefore(row, other) {
				return 0, 0 // no flag
			}
			share := in.share(in.Set.RowQuery(row), in.Set.RowQuery(other))
			return other, share * oneIf(share >= trainset.NearShare)
		})
	},
	Reason: func(in *Input, f Flag) string {
		return fmt.Sprintf("The query shares %.0f %% of its words with one of %s, in %s there.", 100*f.Score,
			in.Set.Splits[in.Set.Rows[f.Other].Split], rowName(in, f.Other))
	},
}

// splitOrder has the place of each split in the order of splits. Rows leak from a later split into an earlier one.
var splitOrder = map[string]int{"train": 1, "dev": 2, "validation": 2, "test": 3}

// splitPlace returns the place of a row's split in the order of splits; 0 if it has none.
func (in *Input) splitPlace(row uint32) int { return splitOrder[in.Set.Splits[in.Set.Rows[row].Split]] }

// isBefore reports whether the split of a row is before the split of another row.
func (in *Input) isBefore(row, other uint32) bool {
	place := in.splitPlace(row)
	return place > 0 && place < in.splitPlace(other)
}

// findSplitLeaks returns flags of the rows whose query is a query of a later split. In labelled pairs it also flags rows with a text, query
// or document, that is a text of a later split.
func findSplitLeaks(in *Input) Found {
	if len(in.Set.Splits) < 2 {
		return Found{}
	}
	var pairTexts []func(row uint32) uint32
	if in.Set.Sample.Labels != nil {
		pairTexts = append(pairTexts, in.Set.RowQuery, in.pairDocument)
	}
	byQuery, byText := in.lastSplit(in.Set.RowQuery), in.lastSplit(pairTexts...)
	return flagRows(in, func(row uint32) (uint32, float32) {
		if leak := byQuery[in.Set.RowQuery(row)]; in.isBefore(row, leak.row) {
			return leak.row, 1
		}
		for _, text := range pairTexts {
			number := text(row)
			if leak := byText[number]; number > 0 && leak.rows <= mostLeaking && in.isBefore(row, leak.row) {
				return leak.row, 1
			}
		}
		return 0, 0
	})
}

// mostLeaking is the maximum number of rows with one text of a labelled pair. A text in more rows is a common answer, and does not leak.
const mostLeaking = 10

// pairDocument returns the number of the document of a labelled pair; 0 if the row is not a labelled pair.
func (in *Input) pairDocument(row uint32) uint32 {
	if !in.Set.IsLabelledPair(row) {
		return 0
	}
	return in.Set.FirstEqual(in.Set.RowItems(row)[0].Text)
}

// lastRow is the first row of a text in the last split that has the text, with the number of rows in all splits that have it.
type lastRow struct {
	row  uint32
	rows int
}

// lastSplit returns the lastRow of each text. texts are functions that return a text of a row, by number.
func (in *Input) lastSplit(texts ...func(row uint32) uint32) map[uint32]lastRow {
	last := map[uint32]lastRow{}
	for row := range in.Set.Rows {
		for _, text := range texts {
			l := last[text(uint32(row))]
			if l.rows++; l.rows == 1 || in.splitPlace(uint32(row)) > in.splitPlace(l.row) {
				l.row = uint32(row)
			}
			last[text(uint32(row))] = l
		}
	}
	return last
}
