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
	About: "A negative shares at least 80 % of the words of both texts with a positive of five words or more, holds it or is part of it, letter " +
		"by letter; or it is a shorter positive with other punctuation. The score is the share; it is no probability.",
	Advice: "Read some: where the negative answers the query too, drop the row. Rows whose texts were perturbed on purpose are right.",
	Find: func(in *Input) (finding Found) {
		for _, n := range in.Set.Near {
			other := uint32(0)
			switch {
			case n.Holds:
				other = 1
			case n.IsHeld:
				other = 2
			}
			finding.Flags = append(finding.Flags, Flag{Row: n.Row, Other: other, Score: n.Shared})
		}
		return finding
	},
	Reason: func(_ *Input, f Flag) string {
		switch f.Other {
		case 1:
			return "A negative holds the whole text of the positive."
		case 2:
			return "A positive holds the whole text of the negative."
		}
		return fmt.Sprintf("A negative and the positive share %.0f %% of their words.", 100*f.Score)
	},
	Compares: true,
	Evidence: func(in *Input, f Flag) Evidence {
		i, _ := slices.BinarySearchFunc(in.Set.Near, f.Row, func(n trainset.Near, row uint32) int { return cmp.Compare(n.Row, row) })
		return Evidence{Document: int(in.Set.Near[i].Document)}
	},
}
