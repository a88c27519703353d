package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

var nearPositive = Check{
	Code: "near-positive", Severity: Warning,
	RowText: "has a negative that nearly repeats a positive", RowsText: "have a negative that nearly repeats a positive",
	About: "A negative shares at least 80 % of the words of both texts with a positive of five words or more, or holds the positive, letter " +
		"by letter. " +
		"The score is the share; it is no probability.",
	Advice: "Read some: where the negative answers the query too, drop the row. Rows whose texts were perturbed on purpose are right.",
	Find: func(in *Input) (finding Found) {
		for _, n := range in.Set.Near {
			other := uint32(0)
			if n.Holds {
				other = 1
			}
			finding.Flags = append(finding.Flags, Flag{Row: n.Row, Other: other, Score: n.Shared})
		}
		return finding
	},
	Reason: func(_ *Input, f Flag) string {
		if f.Other == 1 {
			return "A negative holds the whole text of the positive."
		}
		return fmt.Sprintf("A negative and the positive share %.0f %% of their words.", 100*f.Score)
	},
	Evidence: func(in *Input, f Flag) Evidence {
		i, _ := slices.BinarySearchFunc(in.Set.Near, f.Row, func(n trainset.Near, row uint32) int { return cmp.Compare(n.Row, row) })
		return Evidence{Document: int(in.Set.Near[i].Document)}
	},
}
