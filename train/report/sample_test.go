package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
)

// hand is a small record made by hand, with every part filled.
func hand() *Result {
	agreement := 0.75
	r := &Result{SchemaVersion: SchemaVersion, Title: "Ten judged queries", Command: "axiomine train -c tiny --seeds 2 -o out",
		Seeds: []uint64{42, 43}, Versions: map[string]string{"go": "1.26", "axiomine": "0.1.0"},
		Protocol: Protocol{Collection: "tiny", Documents: 1234, Splits: []Split{{"train", 10}, {"dev", 2}, {"test", 4}}, JudgedQueries: 10,
			Candidates: "BM25 top 10", Measures: []string{"MAP", "MRR", "P@5", "nDCG@10"}, Main: "MAP",
			Settings: map[string]string{"histogram": "LCH"}},
		Controls: []Control{{Name: "BM25", Test: Scores{"MAP": .5, "MRR": .6, "P@5": .2, "nDCG@10": .55},
			PerQuery: QueryValues{"MAP": {"1": .5, "2": .25, "3": 1, "4": .25}}}},
		Pools: []Pool{{Axiom: "tfc1", Size: 12345, Wanted: 5000, Taken: 5000, LengthSkew: 0.25, Leans: "longer", Agreement: &agreement},
			{Axiom: "m-and(delta_star=0.1)", Size: 40, Wanted: 50, Taken: 40, Shortfall: 10, LengthSkew: -0.02}},
		Fulfilment: []Fulfilment{{"BM25", []AxiomFulfilment{fulfilled("tfc1", 100, 100), fulfilled("m-and(delta_star=0.1)", 9, 10)}},
			{"DRMM judged", []AxiomFulfilment{fulfilled("tfc1", 120, 200), fulfilled("m-and(delta_star=0.1)", 10, 20)}},
			{"DRMM + axioms", []AxiomFulfilment{fulfilled("tfc1", 180, 200), fulfilled("m-and(delta_star=0.1)", 19, 20)}}},
		Warnings: []string{`pool tfc1: length skew 0.25 is above 0.1; hint: delta_star or "length-balanced"`},
	}
	arm := func(name string, maps ...map[string]float64) Arm {
		a := Arm{Name: name}
		for i, per := range maps {
			m := meanOf(per)
			a.Seeds = append(a.Seeds, SeedRun{Seed: 42 + uint64(i), Dev: Scores{"MAP": m + .01},
				Test:     Scores{"MAP": m, "MRR": m + .1, "P@5": .25, "nDCG@10": m + .05},
				PerQuery: QueryValues{"MAP": per}, BestEpoch: 2, Pairs: map[string]int{"judged": 100},
				Training: []drmm.Epoch{{Epoch: 1, Loss: .9, DevMain: m - .1, Gate: .1},
					{Epoch: 2, Loss: .5, DevMain: m + .01, Gate: .2, Repeats: 3},
					{Epoch: 3, Loss: .4, DevMain: m, Gate: .25, Repeats: 3}}})
		}
		a.Average()
		return a
	}
	r.Arms = []Arm{
		arm("DRMM judged", map[string]float64{"1": .2, "2": .25, "3": .5, "4": .125}, map[string]float64{"1": .4, "2": .25, "3": .5, "4": .125}),
		arm("DRMM + axioms", map[string]float64{"1": .5, "2": .25, "3": 1, "4": .1}, map[string]float64{"1": .5, "2": .25, "3": .5, "4": .1}),
	}
	for _, measure := range []string{"MAP"} {
		if err := r.AddTest("DRMM judged", "DRMM + axioms", measure); err != nil {
			panic(err)
		}
	}
	AdjustTests(r.Tests)
	nameFiles(r)
	grid := func(axioms string) Cell {
		return Cell{Setting: map[string]string{"gen.axioms": axioms}, Dev: []float64{.3, .4}, Epochs: 3, Pairs: 300}
	}
	r.Arms[0].Grid, r.Arms[1].Grid = []Cell{grid("")}, []Cell{grid("tfc1"), grid("")}
	for i, axioms := range []string{"tfc1", ""} {
		r.Arms[1].Chosen = append(r.Arms[1].Chosen, Choice{Seed: 42 + uint64(i), Setting: map[string]string{"gen.axioms": axioms}, Dev: .4})
	}
	r.Conclude("DRMM judged", "DRMM + axioms", Labels{Train: 10, Dev: 2}, []string{"the collection has no dev split"})
	return r
}

// nameFiles names a file for every system with values per query.
func nameFiles(r *Result) {
	for i := range r.Arms {
		for j := range r.Arms[i].Seeds {
			s := &r.Arms[i].Seeds[j]
			s.PerQueryFile = fmt.Sprintf("per-query/arm%d.%d.tsv", i, s.Seed)
		}
	}
	for i, c := range r.Controls {
		r.Controls[i].PerQueryFile = "per-query/" + strings.ReplaceAll(strings.ToLower(c.Name), " ", "-") + ".tsv"
	}
}

// large is a record of realistic size with made-up numbers, for looking at the page and for its costs.
func large(queries int) *Result {
	rng := rand.New(rand.NewPCG(1, 2))
	r := hand()
	r.Title = "DRMM on WikiQA: ten judged queries, with and without axiomatic pairs"
	r.Command = "axiomine train -c drmm-wikiqa --judged-queries 10 --axioms length-safe --ratio 1:1 --seeds 5 --seed 42 -o out/wikiqa-10"
	r.Seeds = []uint64{42, 43, 44, 45, 46}
	r.Protocol.Collection, r.Protocol.Documents, r.Protocol.Candidates = "WikiQA", 11406, "BM25 top 100, k1 0.4, b 0"
	r.Protocol.Splits = []Split{{"train", 871}, {"dev", 126}, {"test", queries}}
	r.Protocol.Settings = map[string]string{"histogram": "LCH", "epochs": "20", "patience": "4", "pairs per epoch": "5,000 judged",
		"embeddings": "GloVe 100-d"}
	levels := map[string]float64{"BM25": .495, "DRMM judged": .246, "DRMM + axioms": .428, "DRMM + judged": .251, "BM25 + DRMM": .505}
	base := make([]float64, queries)
	for i := range base {
		base[i] = rng.NormFloat64() * .3
	}
	score := func(level, noise float64) map[string]float64 {
		per := map[string]float64{}
		for i := range base {
			v := math.Max(0, math.Min(1, level+base[i]+rng.NormFloat64()*noise))
			per[fmt.Sprintf("Q%04d", i)] = math.Round(v*4) / 4 * .9
		}
		return per
	}
	scores := func(m float64) Scores {
		return Scores{"MAP": m, "MRR": m + .012, "P@5": .1 + m*.2, "nDCG@10": m + .07}
	}
	control := func(name string) Control {
		per := score(levels[name], .1)
		return Control{Name: name, Settings: map[string]string{"k1": "0.4", "b": "0"}, Test: scores(meanOf(per)),
			PerQuery: QueryValues{"MAP": per}}
	}
	r.Controls = []Control{control("BM25"), control("BM25 + DRMM")}
	r.Arms = nil
	for _, name := range []string{"DRMM judged", "DRMM + axioms", "DRMM + judged"} {
		a := Arm{Name: name}
		for s := range 5 {
			per := score(levels[name]+rng.NormFloat64()*.03, .15)
			m := meanOf(per)
			run := SeedRun{Seed: 42 + uint64(s), Dev: scores(m + .02), Test: scores(m), PerQuery: QueryValues{"MAP": per},
				Pairs: map[string]int{"judged": 5000, "tf-lnc": 1666}}
			epochs := 8 + rng.IntN(9)
			run.BestEpoch = epochs - 4
			for e := 1; e <= epochs; e++ {
				gain := 1 - math.Exp(-float64(e)/4)
				run.Training = append(run.Training, drmm.Epoch{Epoch: e, Loss: .2 + .8*math.Exp(-float64(e)/5) + rng.NormFloat64()*.01,
					DevMain: .1 + (m-.08)*gain + rng.NormFloat64()*.008, Gate: .1 + .05*float64(e), Repeats: 12})
			}
			a.Seeds = append(a.Seeds, run)
		}
		a.Average()
		r.Arms = append(r.Arms, a)
	}
	r.Tests = nil
	for _, pair := range [][2]string{{"DRMM judged", "DRMM + axioms"}, {"DRMM judged", "DRMM + judged"}, {"BM25", "DRMM + axioms"},
		{"BM25", "BM25 + DRMM"}} {
		if err := r.AddTest(pair[0], pair[1], "MAP"); err != nil {
			panic(err)
		}
	}
	AdjustTests(r.Tests)
	half := .97
	r.Pools, r.Fulfilment = nil, nil
	skews := []float64{.11, .03, .002, .004, .08, -.31, .24, -.02}
	axioms := []string{"tfc1", "m-and", "m-and(delta_star=0.1)", "m-tdc(delta_star=0.1)", "tf-lnc", "lnc1(variant=klose)", "m-and & tfc1",
		"rs-bm25(margin=1.25)"}
	for i, axiom := range axioms {
		r.Pools = append(r.Pools, Pool{Axiom: axiom, Split: "train", Size: 91234 * (i + 1), Wanted: 5000, Taken: 5000, LengthSkew: skews[i],
			Agreement: &half})
	}
	for i, model := range []string{"BM25", "DRMM judged", "DRMM + axioms", "DRMM + judged"} {
		f := Fulfilment{Model: model}
		for j, axiom := range axioms {
			share := []float64{.97, .62, .86, .64}[i] + rng.NormFloat64()*.06
			n := 3000 * (j + 1)
			f.Axioms = append(f.Axioms, fulfilled(axiom, int(math.Min(1, share)*float64(n)), n))
		}
		r.Fulfilment = append(r.Fulfilment, f)
	}
	nameFiles(r)
	return r
}

func fulfilled(axiom string, n, of int) AxiomFulfilment {
	return AxiomFulfilment{Axiom: axiom, Count: diagnose.Count{Fulfilled: n, Instances: of}}
}

func meanOf(values map[string]float64) float64 { return eval.Mean(valuesOf(values)) }
