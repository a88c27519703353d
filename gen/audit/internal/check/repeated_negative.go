package check

import (
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

var repeatedNegative = Check{
	Code: "repeated-negative", Severity: Warning,
	RowText: "has one negative several times", RowsText: "have one negative several times",
	About: "Two negatives of the row have the same text, without regard to case and white space. Where all rows have equally many " +
		"documents it is a note: a trainer that wants groups of one size needs short ones filled.",
	Advice: "Fill the group with other negatives: a repeated one counts twice in the softmax.",
	Find: func(in *Input) Found {
		var negatives []uint32
		f := flagRows(in, func(row uint32) bool {
			negatives = in.texts(negatives, in.Set.RowItems(row), trainset.Item.IsNegative)
			return len(slices.Compact(negatives)) < len(negatives)
		})
		if len(f.Flags) > 0 && len(in.Set.Items)%len(in.Set.Rows) == 0 {
			size := len(in.Set.Items) / len(in.Set.Rows)
			isOther := func(r trainset.Row) bool { return int(r.End-r.First) != size }
			if len(in.Set.Rows) > 1 && !slices.ContainsFunc(in.Set.Rows, isOther) {
				f.Severity = Note
			}
		}
		return f
	},
	Reason: func(*Input, Flag) string { return "Two negatives of the row have the same text." },
}
