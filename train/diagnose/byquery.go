package diagnose

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// querySums holds the models' sums over an axiom's instances of one query. Instances of a query share its documents, so only queries are
// independent observations.
type querySums struct {
	models []modelSums  // the sums of each model
	pairs  []pairCounts // the counts of each pair of models, at its pairNumber
}

// modelSums holds the sums of one model over the instances that it orders.
type modelSums struct {
	instances, fulfilled    int
	margin                  float64 // the sum of the margins, in standard deviations of the query's scores
	weight, fulfilledWeight float64 // the sums of the weights of all instances, and of the fulfilled ones
}

// pairCounts counts the instances that two models A and B both order, and among these the instances that only one fulfils.
type pairCounts struct{ bothOrdered, onlyA, onlyB int }

func (p *pairCounts) add(o pairCounts) {
	p.bothOrdered, p.onlyA, p.onlyB = p.bothOrdered+o.bothOrdered, p.onlyA+o.onlyA, p.onlyB+o.onlyB
}

// pairNumber returns the index in querySums.pairs of the models a and b of n, where a is before b.
func pairNumber(a, b, n int) int { return a*n + b }

// addPairs adds an instance's outcomes, one for each model, to the counts of every pair of models.
func addPairs(pairs []pairCounts, outcomes []Outcome) {
	for a, outcome := range outcomes {
		for b := a + 1; b < len(outcomes); b++ {
			if !outcome.IsOrdered() || !outcomes[b].IsOrdered() {
				continue
			}
			p := &pairs[pairNumber(a, b, len(outcomes))]
			p.bothOrdered++
			switch {
			case outcome == Fulfilled && outcomes[b] == Violated:
				p.onlyA++
			case outcome == Violated && outcomes[b] == Fulfilled:
				p.onlyB++
			}
		}
	}
}

func newQuerySums(models int) querySums {
	return querySums{make([]modelSums, models), make([]pairCounts, models*models)}
}

// importance returns an instance's weight: nDCG's discount 1/log2(1 + r), where r is the best rank of its
// documents among the query's candidates. positions are ranks from 0. All models have the same weights.
func importance(positions ...int32) float64 {
	return 1 / math.Log2(2+float64(slices.Min(positions)))
}

// add adds an instance with the outcome of each model. margins are the models' margins in their scores,
// deviations the standard deviations of their scores for the query.
func (s *querySums) add(outcomes []Outcome, margins, deviations []float64, weight float64) {
	for a, outcome := range outcomes {
		if !outcome.IsOrdered() {
			continue
		}
		e := &s.models[a]
		e.instances++
		e.weight += weight
		if deviations[a] > 0 {
			e.margin += margins[a] / deviations[a]
		}
		if outcome == Fulfilled {
			e.fulfilled++
			e.fulfilledWeight += weight
		}
	}
	addPairs(s.pairs, outcomes)
}

// deviation returns the standard deviation of the scores (divisor n). It ignores missing scores (NaN). It
// returns 0 if there is no score, or if all scores are equal within the tolerance of the axioms.
func deviation(scores []float64) float64 {
	sum, n := 0.0, 0.0
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range scores {
		if !math.IsNaN(s) {
			sum, n = sum+s, n+1
			low, high = min(low, s), max(high, s)
		}
	}
	if n == 0 || !axioms.Fulfilled(false, high, low) { // all scores are equal
		return 0
	}
	squares := 0.0
	for _, s := range scores {
		if !math.IsNaN(s) {
			squares += float64((s - sum/n) * (s - sum/n))
		}
	}
	return math.Sqrt(squares / n)
}

// setSums computes the fields of results and tests that are ratios of sums over queries, and their intervals. It reads sums[query][axiom].
func setSums(results []AxiomResult, tests []Test, sums [][]querySums, models []Model, seed int) {
	var ratios []Ratio
	// add appends the ratio of an axiom's sums over the queries to ratios, and returns its value. Bootstrap sets interval.
	add := func(axiom int, interval **Interval, terms func(s *querySums) (top, all float64)) float64 {
		x := Ratio{Interval: interval}
		for query := range sums {
			if top, all := terms(&sums[query][axiom]); all > 0 {
				x.Parts = append(x.Parts, Part{Query: query, Top: top, All: all})
			}
		}
		ratios = append(ratios, x)
		return x.Value()
	}
	for a := range results {
		for m := range models {
			f := &results[a].Fulfilment[m]
			for query := range sums {
				if sums[query][a].models[m].instances > 0 {
					f.Queries++
				}
			}
			add(a, &f.ShareCI, func(s *querySums) (top, all float64) {
				e := &s.models[m]
				return float64(e.fulfilled), float64(e.instances)
			})
			f.Margin = add(a, &f.MarginCI, func(s *querySums) (top, all float64) { e := &s.models[m]; return e.margin, float64(e.instances) })
			f.Weighted = add(a, &f.WeightedCI, func(s *querySums) (top, all float64) { e := &s.models[m]; return e.fulfilledWeight, e.weight })
		}
	}
	modelOf := func(name string) int { return slices.IndexFunc(models, func(m Model) bool { return m.Name == name }) }
	for i := range tests {
		t := &tests[i]
		pair := pairNumber(modelOf(t.A), modelOf(t.B), len(models))
		axiom := slices.IndexFunc(results, func(r AxiomResult) bool { return r.Axiom == t.Axiom })
		t.Difference = add(axiom, &t.DifferenceCI, func(s *querySums) (top, all float64) {
			p := &s.pairs[pair]
			return float64(p.onlyA - p.onlyB), float64(p.bothOrdered)
		})
		t.OverQueries = testQueries(sums, axiom, pair)
	}
	eval.Adjust(tests, func(t *Test) float64 { return t.OverQueries.P }, func(t *Test) *float64 { return &t.OverQueries.HolmP })
	Bootstrap(len(sums), ratios, seed)
}

// testQueries tests a pair of runs on an axiom with queries as observations. The value of a query is the share of its instances that the
// first run fulfils minus the share that the second fulfils.
func testQueries(sums [][]querySums, axiom, pair int) OverQueries {
	var differences []float64
	for query := range sums {
		if p := &sums[query][axiom].pairs[pair]; p.bothOrdered > 0 {
			differences = append(differences, float64(p.onlyA-p.onlyB)/float64(p.bothOrdered))
		}
	}
	c := eval.Compare("", make([]float64, len(differences)), differences) // against 0
	return OverQueries{Queries: c.N, MoreA: c.Wins, MoreB: c.Losses, Mean: c.Diff, MeanCI: c.CI95, P: c.P}
}

// Interval is a confidence interval of 95 %.
type Interval [2]float64

// String returns both ends, or "-" without an interval.
func (i *Interval) String() string {
	if i == nil {
		return "-"
	}
	return strings.ReplaceAll(fmt.Sprintf("[%.4f, %.4f]", i[0], i[1]), "-", terminal.Minus)
}

// Ratio is the sum of Top over the queries divided by the sum of All.
type Ratio struct {
	Parts    []Part     // one for each query whose All is not 0
	Interval **Interval // Bootstrap stores the interval here
}

// Part is a query's contribution to the two sums of a Ratio.
type Part struct {
	Query    int // the number of the query, from 0
	Top, All float64
}

// Value returns the ratio, or 0 without parts.
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

// Bootstrap sets the interval of each ratio: the percentiles 2.5 and 97.5 of the ratio's values over samples of the queries (Efron and
// Tibshirani 1993, sections 8.5 and 13.3). A sample has the given number of queries, drawn with replacement, each with all its instances.
// All ratios use the same samples. A ratio with fewer than two queries has no interval. Samples without a query of the ratio are left out.
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

// ShareIntervals returns, for each axiom, the 95 % interval by Bootstrap of the share that a model fulfils. counts is indexed by query and
// axiom. The interval is nil for an axiom with instances on fewer than two queries.
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
