package check

import (
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

var inBatch = Check{
	Code: "in-batch", Severity: Note,
	About: "In a random batch of 64, the positive of one row counts as a negative of the others. It is a false one where the other row has " +
		"the same query, or the same positive. Rows with scores alone have no positives. Found where this meets at least 5 % of the rows; audit.json has all sizes from 16 to 1,024.",
	Advice: "Use a sampler without duplicates in a batch (sentence-transformers: NO_DUPLICATES), or fewer rows a query.",
	Find:   findInBatch,
}

// BatchSizes are the sizes that are computed.
var BatchSizes = []int{16, 32, 64, 128, 256, 512, 1024}

const (
	usualBatch = 64
	batchShare = 0.05
)

// collisions returns Input.Batches of a set.
func collisions(set *trainset.Set) []float64 {
	queries, positives := make([]int32, len(set.Texts)), make([]int32, len(set.Texts))
	rows := make([]uint64, 0, len(set.Rows)) // query and positive
	for row := range set.Rows {
		for _, item := range set.RowItems(uint32(row)) {
			if item.IsPositive() && !set.Rows[row].Scored {
				query, positive := set.RowQuery(uint32(row)), set.FirstEqual(item.Text)
				queries[query]++
				positives[positive]++
				rows = append(rows, uint64(query)<<32|uint64(positive))
				break
			}
		}
	}
	slices.Sort(rows)
	collisions := map[int]int{} // rows by the number of rows that they collide with
	for equal := range pairs.Equal(rows) {
		size := len(equal)
		collisions[int(queries[equal[0]>>32]+positives[uint32(equal[0])])-size-1] += size
	}
	shares := make([]float64, len(BatchSizes))
	for i, size := range BatchSizes {
		size = min(size, len(rows))
		terms := make([]float64, 0, len(collisions))
		for n, count := range collisions {
			free := 1.0
			if n > 0 {
				free = math.Exp(choose(len(rows)-1-n, size-1) - choose(len(rows)-1, size-1))
			}
			terms = append(terms, float64(count)*(1-free))
		}
		shares[i] = sumOf(terms) / float64(max(1, len(rows)))
	}
	return shares
}

// choose returns the logarithm of n over k.
func choose(n, k int) float64 {
	if k > n {
		return math.Inf(-1)
	}
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

func findInBatch(in *Input) (finding Found) {
	if len(in.Set.Rows) < usualBatch {
		return finding
	}
	share := in.Batches[slices.Index(BatchSizes, usualBatch)]
	if share < batchShare {
		return finding
	}
	return Found{Count: int(math.Round(share * float64(len(in.Set.Rows)))), Share: share,
		Title: fmt.Sprintf("%s of the rows meet a false negative in a batch of %d", terminal.Percent(share), usualBatch)}
}

// sumOf adds numbers in ascending order, so that the sum does not depend on theirs.
func sumOf(list []float64) (sum float64) {
	slices.Sort(list)
	for _, x := range list {
		sum += x
	}
	return sum
}
