package check

import (
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

var repeatedNegative = Check{
	Code: "repeated-negative", Severity: Warning,
	RowText: "has one negative several times", RowsText: "have one negative several times",
	About:  "Two negatives of the row have the same text, without regard to case and white space.",
	Advice: "Fill the group with other negatives: a repeated one counts twice in the softmax.",
	Find: func(in *Input) Found {
		var negatives []uint32
		return flagRows(in, func(row uint32) bool {
			negatives = in.texts(negatives, in.Set.RowItems(row), trainset.Item.IsNegative)
			return len(slices.Compact(negatives)) < len(negatives)
		})
	},
	Reason: func(*Input, Flag) string { return "Two negatives of the row have the same text." },
}
