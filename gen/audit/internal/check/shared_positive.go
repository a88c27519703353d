package check

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

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

// Bounds of the queries of a positive that are many.
const (
	sharedLeast = 20
	sharedShare = 0.01
	sharedTimes = 10
)

func findSharedPositives(in *Input) (f Found) {
	var uses []uint64 // a positive, then its query
	for row := range in.Set.Rows {
		for _, item := range in.Set.RowItems(uint32(row)) {
			if item.IsPositive() && !in.Set.Rows[row].Scored {
				uses = append(uses, uint64(in.Set.Copies.Near(item.Text))<<32|uint64(in.Set.RowQuery(uint32(row))))
			}
		}
	}
	slices.Sort(uses)
	var numbers []int // of queries, by positive
	counts := map[uint32]int{}
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
	for row := 0; len(counts) > 0 && row < len(in.Set.Rows); row++ {
		for _, item := range in.Set.RowItems(uint32(row)) {
			if n := counts[in.Set.Copies.Near(item.Text)]; n > 0 && item.IsPositive() && !in.Set.Rows[row].Scored {
				f.Flags = append(f.Flags, Flag{Row: uint32(row), Other: item.Text, Score: float32(n)})
				break
			}
		}
	}
	return f
}
