package check

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/tokenize/pairs"
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

var sharedPositive = Check{
	Code: "shared-positive", Severity: Note,
	RowText: "has a positive of many queries", RowsText: "have a positive of many queries",
	About: "A positive, or its near copies (`near-row`), is the positive of at least 20 queries, of 1 % of all, and of ten times as many as the " +
		"median positive: a canned answer. Likewise where there is one positive for 20 queries or more. The score is the number of queries.",
	Advice: "Drop canned answers such as refusals: a model learns to rank them first for any query.",
	Find:   findSharedPositives,
	Reason: func(in *Input, f Flag) string {
		return fmt.Sprintf("The positive, or a near copy of it, is the positive of %.0f queries.", f.Score)
	},
	Evidence: flaggedText,
}

// A positive is shared by many queries if the number of its queries reaches all of these bounds.
const (
	sharedLeast = 20   // minimum number of queries
	sharedShare = 0.01 // minimum share of all queries
	sharedTimes = 10   // minimum factor to the median number of queries of a positive
)

func findSharedPositives(in *Input) (f Found) {
	var uses []uint64 // a positive in the high 32 bits, its query in the low ones, by number
	for row := range in.Set.Rows {
		for _, item := range in.Set.JudgedItems(uint32(row)) {
			if item.IsPositive() {
				uses = append(uses, uint64(in.Set.Copies.Near(item.Text))<<32|uint64(in.Set.RowQuery(uint32(row))))
			}
		}
	}
	slices.Sort(uses)
	var numbers []int          // number of queries of each positive
	counts := map[uint32]int{} // number of queries of each positive
	for uses := range pairs.Adjacent(slices.Compact(uses), func(a, b uint64) bool { return a>>32 == b>>32 }) {
		numbers = append(numbers, len(uses))
		if text := uint32(uses[0] >> 32); len(uses) >= sharedLeast && text != 0 {
			counts[text] = len(uses)
		}
	}
	slices.Sort(numbers)
	least := int(math.Ceil(sharedShare * float64(len(in.Queries))))
	if len(numbers)*sharedLeast > len(in.Queries) {
		least = max(least, sharedTimes*numbers[len(numbers)/2])
	}
	maps.DeleteFunc(counts, func(_ uint32, n int) bool { return n < least })
	if len(counts) == 0 {
		return f
	}
	return flagItems(in, func(row uint32, item trainset.Item) float32 {
		if !item.IsPositive() || in.Set.Rows[row].Scored {
			return 0
		}
		return float32(counts[in.Set.Copies.Near(item.Text)])
	})
}
