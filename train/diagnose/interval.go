package diagnose

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Interval is a confidence interval of 95 %.
type Interval [2]float64

// String returns both ends, or "-" without an interval.
func (i *Interval) String() string {
	if i == nil {
		return "-"
	}
	return strings.ReplaceAll(fmt.Sprintf("[%.4f, %.4f]", i[0], i[1]), "-", terminal.Minus)
}

// Ratio is a sum over the queries divided by another sum.
type Ratio struct {
	Parts    []Part // of the queries with a nonzero divisor
	Interval **Interval
}

// Part is what a query, by number, adds to both sums.
type Part struct {
	Query    int
	Top, All float64
}

// Value returns the ratio over all queries, or 0 without any.
func (r *Ratio) Value() float64 {
	sum, all := 0.0, 0.0
	for _, p := range r.Parts {
		sum, all = sum+p.Top, all+p.All
	}
	if all == 0 {
		return 0
	}
	return sum / all
}

// resamples is the number of samples of queries.
const resamples = 1000

// Bootstrap sets the interval of each ratio: the percentiles 2.5 and 97.5 of its values over the
// samples. A sample has as many queries as there are, drawn with replacement, each with all its
// instances (Efron and Tibshirani 1993, sections 8.5 and 13.3). All ratios use the same samples. A
// ratio with fewer than two queries has no interval. A sample without any of the ratio's queries is
// left out.
func Bootstrap(queries int, ratios []Ratio, seed int) {
	draw := rand.New(rand.NewPCG(uint64(seed), 0))
	values := make([][]float64, len(ratios))
	times := make([]float64, queries)
	for range resamples {
		clear(times)
		for range queries {
			times[draw.IntN(queries)]++
		}
		for i := range ratios {
			sum, all := 0.0, 0.0
			for _, p := range ratios[i].Parts {
				sum += float64(times[p.Query] * p.Top)
				all += float64(times[p.Query] * p.All)
			}
			if all > 0 {
				values[i] = append(values[i], sum/all)
			}
		}
	}
	for i, v := range values {
		if len(ratios[i].Parts) < 2 {
			continue
		}
		slices.Sort(v)
		tail := len(v) / 40
		*ratios[i].Interval = &Interval{v[tail], v[len(v)-1-tail]}
	}
}

// ShareIntervals returns the 95 % interval of a model's share fulfilled for each axiom, from counts by query, then axiom. Queries are drawn
// with replacement, each with all its instances. An axiom with instances on fewer than two queries has no interval.
func ShareIntervals(counts [][]Count, seed int) []*Interval {
	if len(counts) == 0 {
		return nil
	}
	out := make([]*Interval, len(counts[0]))
	ratios := make([]Ratio, len(out))
	for a := range ratios {
		ratios[a].Interval = &out[a]
		for query := range counts {
			if c := counts[query][a]; c.Instances > 0 {
				ratios[a].Parts = append(ratios[a].Parts, Part{query, float64(c.Fulfilled), float64(c.Instances)})
			}
		}
	}
	Bootstrap(len(counts), ratios, seed)
	return out
}
