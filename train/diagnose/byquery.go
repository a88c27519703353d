package diagnose

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/train/eval"
)

// sheet is what the models make of an axiom's instances of one query. The instances of a query share its documents, so none of
// them is a draw of its own; queries are.
type sheet struct {
	models []evidence // by model
	pairs  []paired   // by two models, as pairOf numbers them
}

// evidence is one model's.
type evidence struct {
	instances, fulfilled int
	margin               float64 // summed over the instances
	weight, obeyed       float64 // of all instances, and of those fulfilled
}

// paired is what two models make of the instances that both score.
type paired struct{ both, onlyA, onlyB int }

// pairOf numbers two models, a before b, of n.
func pairOf(a, b, n int) int { return a*n + b }

func newSheet(models int) sheet {
	return sheet{make([]evidence, models), make([]paired, models*models)}
}

// importance is what an instance weighs: nDCG's discount 1/log2(1 + r) at the place r, from 1, of that of its documents which
// stands highest among the query's candidates. It does not depend on the model, so that models stay comparable.
func importance(places ...int32) float64 {
	return 1 / math.Log2(2+float64(slices.Min(places)))
}

// add notes how the models stand to an instance. margins are by how much they obey it, in their scores; deviations are those of
// their scores for the query.
func (s *sheet) add(how []uint8, margins, deviations []float64, weight float64) {
	for a, stands := range how {
		if stands == unscored {
			continue
		}
		e := &s.models[a]
		e.instances++
		e.weight += weight
		if deviations[a] > 0 {
			e.margin += margins[a] / deviations[a]
		}
		if stands == fulfilled {
			e.fulfilled++
			e.obeyed += weight
		}
		for b := a + 1; b < len(how); b++ {
			if how[b] == unscored {
				continue
			}
			p := &s.pairs[pairOf(a, b, len(how))]
			p.both++
			switch {
			case stands == fulfilled && how[b] == violated:
				p.onlyA++
			case stands == violated && how[b] == fulfilled:
				p.onlyB++
			}
		}
	}
}

// deviation is the standard deviation of the scores (divisor n), those left out that are missing; 0 where all are equal, by the
// tolerance of all comparisons, or none is there.
func deviation(scores []float64) float64 {
	sum, n := 0.0, 0.0
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range scores {
		if !math.IsNaN(s) {
			sum, n = sum+s, n+1
			low, high = min(low, s), max(high, s)
		}
	}
	if n == 0 || !axioms.Fulfilled(false, high, low) {
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

// Interval is a confidence interval of 95 %.
type Interval [2]float64

// ratio is a number that is one sum over the queries divided by another.
type ratio struct {
	parts []part // of the queries that have one
	into  **Interval
}

type part struct {
	query   int
	of, all float64
}

// value is the ratio over all queries, 0 without any.
func (r *ratio) value() float64 {
	of, all := 0.0, 0.0
	for _, p := range r.parts {
		of, all = of+p.of, all+p.all
	}
	if all == 0 {
		return 0
	}
	return of / all
}

// resamples is how often queries are drawn.
const resamples = 1000

// bootstrap gives each ratio its interval: the percentiles 2.5 and 97.5 of its values on as many queries as there are, drawn
// with replacement, a query with all its instances (Efron and Tibshirani 1993, sections 8.5 and 13.3). All ratios meet the same
// draws. A ratio to which fewer than two queries contribute has none; a draw without any of its queries says nothing of it.
func bootstrap(queries int, ratios []ratio, seed int) {
	draw := rand.New(rand.NewPCG(uint64(seed), 0))
	values := make([][]float64, len(ratios))
	times := make([]float64, queries)
	for range resamples {
		clear(times)
		for range queries {
			times[draw.IntN(queries)]++
		}
		for i := range ratios {
			of, all := 0.0, 0.0
			for _, p := range ratios[i].parts {
				of += float64(times[p.query] * p.of)
				all += float64(times[p.query] * p.all)
			}
			if all > 0 {
				values[i] = append(values[i], of/all)
			}
		}
	}
	for i, v := range values {
		if len(ratios[i].parts) < 2 {
			continue
		}
		slices.Sort(v)
		tail := len(v) / 40
		*ratios[i].into = &Interval{v[tail], v[len(v)-1-tail]}
	}
}

// weigh sets the numbers that the queries' sheets hold, by axiom, and their intervals.
func (r *Result) weigh(sheets [][]sheet, models []Model, seed int) {
	var ratios []ratio
	add := func(axiom int, into **Interval, of func(s *sheet) (of, all float64)) float64 {
		x := ratio{into: into}
		for query := range sheets {
			if top, all := of(&sheets[query][axiom]); all > 0 {
				x.parts = append(x.parts, part{query, top, all})
			}
		}
		ratios = append(ratios, x)
		return x.value()
	}
	for a := range r.Axioms {
		for m := range models {
			f := &r.Axioms[a].Fulfilment[m]
			for query := range sheets {
				if sheets[query][a].models[m].instances > 0 {
					f.Queries++
				}
			}
			add(a, &f.ShareCI, func(s *sheet) (of, all float64) { e := &s.models[m]; return float64(e.fulfilled), float64(e.instances) })
			f.Margin = add(a, &f.MarginCI, func(s *sheet) (of, all float64) { e := &s.models[m]; return e.margin, float64(e.instances) })
			f.Weighted = add(a, &f.WeightedCI, func(s *sheet) (of, all float64) { e := &s.models[m]; return e.obeyed, e.weight })
		}
	}
	place := map[string]int{}
	for a := range r.Axioms {
		place[r.Axioms[a].Axiom] = a
	}
	name := map[string]int{}
	for m := range models {
		name[models[m].Name] = m
	}
	for i := range r.Tests {
		t := &r.Tests[i]
		pair := pairOf(name[t.A], name[t.B], len(models))
		t.Difference = add(place[t.Axiom], &t.DifferenceCI, func(s *sheet) (of, all float64) {
			p := &s.pairs[pair]
			return float64(p.onlyA - p.onlyB), float64(p.both)
		})
		t.OverQueries = overQueries(sheets, place[t.Axiom], pair)
	}
	r.adjustOverQueries()
	bootstrap(len(sheets), ratios, seed)
}

// overQueries tests two runs on an axiom, each query with an instance that both score an observation: the difference of the shares.
func overQueries(sheets [][]sheet, axiom, pair int) OverQueries {
	var differences []float64
	for query := range sheets {
		if p := &sheets[query][axiom].pairs[pair]; p.both > 0 {
			differences = append(differences, float64(p.onlyA-p.onlyB)/float64(p.both))
		}
	}
	c := eval.Compare("", make([]float64, len(differences)), differences)
	return OverQueries{Queries: c.N, MoreA: c.Wins, MoreB: c.Losses, P: c.P}
}

// adjustOverQueries gives the tests over queries their p values after Holm.
func (r *Result) adjustOverQueries() {
	raw := make([]float64, len(r.Tests))
	for i := range r.Tests {
		raw[i] = r.Tests[i].OverQueries.P
	}
	for i, p := range eval.Holm(raw) {
		r.Tests[i].OverQueries.HolmP = p
	}
}
