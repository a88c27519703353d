package sweep

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
)

// hand is a small record made by hand, whose second arm chose axioms once and judged pairs once.
func hand() *report.Result { return sample(1, 4) }

// large is a record of five seeds with made-up numbers.
func large(queries int) *report.Result { return sample(5, queries) }

func sample(seeds, queries int) *report.Result {
	rng := rand.New(rand.NewPCG(1, 2))
	r := &report.Result{SchemaVersion: report.SchemaVersion, Title: "DRMM on WikiQA", Command: "axiomine train -c drmm-wikiqa -o out",
		Versions: map[string]string{"axiomine": "0.1.0"}, Warnings: []string{"pool tfc1: length skew 0.25 is above 0.1"},
		Protocol: report.Protocol{Collection: "WikiQA", Documents: 11406, Candidates: "BM25 top 100", JudgedQueries: 10,
			Measures: []string{"MAP"}, Main: "MAP"}}
	values := func(level float64) report.QueryValues {
		list := map[string]float64{}
		for i := range queries {
			list[fmt.Sprintf("Q%04d", i)] = min(1, max(0, level+rng.NormFloat64()*.3))
		}
		return report.QueryValues{"MAP": list}
	}
	for _, name := range []string{"BM25", "BM25 + DRMM"} {
		c := report.Control{Name: name, PerQuery: values(.5)}
		c.Test = report.Scores{"MAP": meanOf(c.PerQuery["MAP"])}
		r.Controls = append(r.Controls, c)
	}
	for i, name := range []string{"DRMM judged", "DRMM + axioms", "DRMM + judged"} {
		a := report.Arm{Name: name}
		for s := range seeds {
			per := values(.2 + .1*float64(i))
			mean := report.Scores{"MAP": meanOf(per["MAP"])}
			a.Seeds = append(a.Seeds, report.SeedRun{Seed: 42 + uint64(s), Dev: mean, Test: mean, PerQuery: per, BestEpoch: 1,
				Training: []drmm.Epoch{{Epoch: 1, Loss: .9, DevMain: .3, Gate: .1}}})
		}
		a.Average()
		r.Arms = append(r.Arms, a)
	}
	for s := range seeds {
		r.Seeds = append(r.Seeds, 42+uint64(s))
	}
	for _, pair := range [][2]string{{"DRMM judged", "DRMM + axioms"}, {"DRMM judged", "DRMM + judged"}, {"BM25", "DRMM + axioms"},
		{"BM25", "BM25 + DRMM"}} {
		if err := r.AddTest(pair[0], pair[1], "MAP"); err != nil {
			panic(err)
		}
	}
	report.AdjustTests(r.Tests)
	for i, axioms := range []string{"tfc1", ""} {
		r.Arms[1].Grid = append(r.Arms[1].Grid, report.Cell{Setting: map[string]string{"gen.axioms": axioms}, Dev: []float64{.3}})
		r.Arms[1].Chosen = append(r.Arms[1].Chosen, report.Choice{Seed: 42 + uint64(i), Setting: map[string]string{"gen.axioms": axioms}, Dev: .4})
	}
	r.Conclude("DRMM judged", "DRMM + axioms", report.Labels{Train: 10, Dev: 2}, nil)
	return r
}

// meanOf returns the mean of values by query.
func meanOf(values map[string]float64) float64 {
	var list []float64
	for _, id := range slices.Sorted(maps.Keys(values)) {
		list = append(list, values[id])
	}
	return eval.Mean(list)
}
