package report

import (
	"maps"
	"math"
	"slices"

	"github.com/axiomine/axiomine/train/eval"
)

// Average sets the arm's means from its runs. If the record has values per query, the mean is over the
// queries, so that folds of unequal size count by their queries. Otherwise it is over the runs.
func (a *Arm) Average() {
	a.Mean = Means{
		Dev:  meanScores(a.Seeds, func(s *SeedRun) Scores { return s.Dev }),
		Test: meanScores(a.Seeds, func(s *SeedRun) Scores { return s.Test }),
	}
	for measure := range a.Mean.Test {
		if values := a.PerQuery(measure); len(values) > 0 {
			a.Mean.Test[measure] = meanOf(values)
		}
	}
}

func meanScores(runs []SeedRun, scores func(*SeedRun) Scores) Scores {
	var mean Scores
	for i := range runs {
		for measure, v := range scores(&runs[i]) {
			if mean == nil {
				mean = Scores{}
			}
			mean[measure] += v
		}
	}
	for measure := range mean {
		mean[measure] /= float64(len(runs))
	}
	return mean
}

// PerQuery averages each query's value over the runs that tested it. It rounds to 12 decimals, so two
// arms with the same scores in another order of seeds are equal to the last bit.
func (a *Arm) PerQuery(measure string) map[string]float64 {
	total, runs := map[string]float64{}, map[string]int{}
	for _, s := range a.Seeds {
		for id, v := range s.PerQuery[measure] {
			total[id] += v
			runs[id]++
		}
	}
	for id, n := range runs {
		total[id] = math.Round(total[id]/float64(n)*1e12) / 1e12
	}
	return total
}

// SeedValues returns each seed's value on the test split, over all its folds, in the order of the
// seeds.
func (a *Arm) SeedValues(measure string) (seeds []uint64, values []float64) {
	for _, s := range a.Seeds {
		if !slices.Contains(seeds, s.Seed) {
			seeds = append(seeds, s.Seed)
		}
	}
	for _, seed := range seeds {
		arm := Arm{}
		for _, s := range a.Seeds {
			if s.Seed == seed {
				arm.Seeds = append(arm.Seeds, s)
			}
		}
		arm.Average()
		values = append(values, arm.Mean.Test[measure])
	}
	return seeds, values
}

// Spread returns an arm's mean of a measure on the test split, with its interval over seeds. With one seed the interval is over the test
// queries, if the record has values per query.
func (a *Arm) Spread(measure string) Spread {
	_, values := a.SeedValues(measure)
	if len(values) != 1 {
		return SpreadOf(values, values)
	}
	var ofQueries []float64
	byID := a.PerQuery(measure)
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		ofQueries = append(ofQueries, byID[id])
	}
	return SpreadOf(values, ofQueries)
}

// SpreadOf returns the mean of seeds, with the interval over a sample.
func SpreadOf(seeds, sample []float64) Spread {
	out := Spread{Seeds: seeds}
	for _, v := range seeds {
		out.Mean += v / float64(len(seeds))
	}
	if len(sample) > 1 {
		lo, hi := eval.MeanCI(sample, 0.95)
		out.CI95 = &[2]float64{lo, hi}
	}
	return out
}

// AddTest compares system b with system a on the queries of the test split, from the values in the
// record.
func (r *Result) AddTest(a, b, measure string) error {
	t, err := r.Systems().test(a, b, measure)
	if err != nil {
		return err
	}
	r.Tests = append(r.Tests, t)
	return nil
}

// AdjustTests sets HolmP of every test: the larger of its two p values, adjusted over all these tests.
func AdjustTests(tests []Test) {
	p := make([]float64, len(tests))
	for i, t := range tests {
		p[i] = max(t.TP, t.WilcoxonP)
	}
	for i, holm := range eval.Holm(p) {
		tests[i].HolmP = holm
	}
}
