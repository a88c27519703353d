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

// BatchSizes are the batch sizes for which Input.Batches has a share.
var BatchSizes = []int{16, 32, 64, 128, 256, 512, 1024}

const (
	typicalBatch = 64   // batch size of the finding in-batch
	batchShare   = 0.05 // minimum share of rows for the finding
)

// collisions returns Input.Batches: the expected share of rows with a false negative in a random batch, for each of BatchSizes.
func collisions(set *trainset.Set) []float64 {
	queries, positives := make([]int32, len(set.Texts)), make([]int32, len(set.Texts))
	rows := make([]uint64, 0, len(set.Rows)) // query in the high 32 bits, positive in the low ones
	for row := range set.Rows {
		for _, item := range set.JudgedItems(uint32(row)) {
			if item.IsPositive() && set.EmptyText(uint32(row)) == "" {
				query, positive := set.RowQuery(uint32(row)), set.FirstEqual(item.Text)
				queries[query]++
				positives[positive]++
				rows = append(rows, uint64(query)<<32|uint64(positive))
				break
			}
		}
	}
	slices.Sort(rows)
	collisions := map[int]int{} // number of rows by the number of rows that they collide with
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

// choose returns the natural logarithm of the binomial coefficient n over k; -Inf if k > n.
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
	if len(in.Set.Rows) < typicalBatch {
		return finding
	}
	share := in.Batches[slices.Index(BatchSizes, typicalBatch)]
	if share < batchShare {
		return finding
	}
	return in.inShare(share, fmt.Sprintf("%s of the rows meet a false negative in a batch of %d", terminal.Percent(share), typicalBatch))
}

// sumOf sorts a list and returns its sum, which therefore does not depend on the order of the list.
func sumOf(list []float64) (sum float64) {
	slices.Sort(list)
	for _, x := range list {
		sum += x
	}
	return sum
}

var querySkew = Check{
	Code: "query-skew", Severity: Note,
	About: "Few queries have most rows: the effective number of queries (e to the entropy of their shares of the rows) is below half the " +
		"number of queries, in a set of 20 queries or more.",
	Advice: "Cap the rows of a query, or sample queries evenly: the model otherwise learns the frequent queries.",
	Find:   findSkew,
}

const (
	skewQueries = 20  // minimum number of queries for the finding query-skew
	skewShare   = 0.5 // maximum share of the effective number of queries
)

// rowsByQuery returns the number of rows of each query, the largest first. Rows with an empty text do not count.
func rowsByQuery(set *trainset.Set) (counts []int) {
	byQuery := make([]int32, len(set.Texts))
	for row := range uint32(len(set.Rows)) {
		if set.EmptyText(row) == "" {
			byQuery[set.RowQuery(row)]++
		}
	}
	for _, n := range byQuery {
		if n > 0 {
			counts = append(counts, int(n))
		}
	}
	slices.SortFunc(counts, func(a, b int) int { return b - a })
	return counts
}

// EffectiveQueries returns the effective number of queries: e to the entropy of the queries' shares of the rows.
func (in *Input) EffectiveQueries() float64 {
	entropy, rows := 0.0, 0
	for _, n := range in.Queries {
		rows += n
	}
	for _, n := range in.Queries {
		p := float64(n) / float64(rows)
		entropy -= float64(p * math.Log(p))
	}
	return math.Exp(entropy)
}

func findSkew(in *Input) (finding Found) {
	effective, queries := in.EffectiveQueries(), len(in.Queries)
	if queries < skewQueries || effective >= skewShare*float64(queries) {
		return finding
	}
	top := in.Queries[:max(1, queries/100)]
	for _, n := range top {
		finding.Count += n
	}
	finding.Share = float64(finding.Count) / float64(len(in.Set.Rows))
	finding.Title = fmt.Sprintf("%s of %s with %s of the rows: as uneven as %.0f queries", terminal.Group(len(top)),
		terminal.Plural(queries, "query", "queries"),
		terminal.Percent(finding.Share), effective)
	return finding
}
