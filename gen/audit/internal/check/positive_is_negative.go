package check

import (
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

var positiveIsNegative = Check{
	Code: "positive-is-negative", Severity: Error, Exact: true,
	RowText: "has a text as positive and negative", RowsText: "have a text as positive and negative",
	About:  "A positive and a negative of the row have the same text, without regard to case and white space.",
	Advice: "Drop them: the difference of the two is always zero.",
	Find: func(in *Input) Found {
		var positives, negatives []uint32
		return flagRows(in, func(row uint32) bool {
			items := in.Set.RowItems(row)
			positives = in.texts(positives, items, trainset.Item.IsPositive)
			negatives = in.texts(negatives, items, trainset.Item.IsNegative)
			return slices.ContainsFunc(positives, func(text uint32) bool { _, has := slices.BinarySearch(negatives, text); return has })
		})
	},
	Reason: func(*Input, Flag) string { return "A negative has the text of the positive." },
}
