package diagnose

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// counts returns an axiom's counts.
func counts(fulfilled, instances, ties int) Count {
	return Count{Fulfilled: fulfilled, Instances: instances, TiesLeftOut: ties}
}

// twoRuns returns six queries of one text, and two runs of four documents for each with other scores.
func twoRuns() (topics []corpus.Query, a, b namedRun) {
	lines := ""
	for i := range 6 {
		id := fmt.Sprint("q", i)
		topics = append(topics, corpus.Query{ID: id, Text: "whale"})
		for d := range 4 {
			lines += fmt.Sprintf("%s d%d %d\n", id, d+1, 10+(7*i+5*d+i*d)%9)
		}
	}
	a, b = ranked("a", lines), ranked("b", lines)
	for i := range b.Rows {
		b.Rows[i].Score = float64(i % 3)
	}
	return topics, a, b
}

// TestIntervals: of several queries every number has an interval around it, at any number of threads the same, and of another
// seed another.
func TestIntervals(t *testing.T) {
	x := sea(t)
	topics, a, b := twoRuns()
	list := must.Get(axioms.ParseList("tfc1, m-and"))(t)
	of := func(threads, seed int) *Result {
		queries, models, _, err := prepareRuns(context.Background(), x, topics, nil, nil, []namedRun{a, b},
			mine.CandidateOptions{Hits: 100, MinGrade: 1})
		must.Do(t, err)
		m := &mine.Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}, Threads: threads}
		return must.Get(Run(context.Background(), m, queries, models, Options{MinGrade: 1, Seed: seed}, nil))(t)
	}
	r := of(1, 42)
	must.Same(t, of(3, 42), r)
	if cmp.Equal(r, of(1, 43)) {
		t.Error("the seed makes no difference")
	}
	around := func(what string, value float64, i *Interval) {
		if i == nil || value < i[0]-1e-12 || value > i[1]+1e-12 || i[0] >= i[1] {
			t.Errorf("%s is %v, its interval %v", what, value, i)
		}
	}
	for _, ax := range r.Axioms {
		for _, f := range ax.Fulfilment {
			around("share of "+ax.Axiom, f.Share, f.ShareCI)
			around("margin of "+ax.Axiom, f.Margin, f.MarginCI)
			around("weighted share of "+ax.Axiom, f.Weighted, f.WeightedCI)
			must.Equal(t, f.Queries, 6, "queries")
		}
	}
	for _, test := range r.Tests {
		around("difference in "+test.Axiom, test.Difference, test.DifferenceCI)
	}
}

// TestWithoutJudgements: runs on queries that nobody judged have no effectiveness, in no form of the diagnosis; not one of 0.
func TestWithoutJudgements(t *testing.T) {
	x := sea(t)
	topics, a, b := twoRuns()
	for _, qrels := range [][]corpus.Qrel{nil, {{QueryID: "q1", DocID: "d1", Grade: 1}}} {
		queries, models, _, err := prepareRuns(context.Background(), x, topics, qrels, nil, []namedRun{a, b}, mine.CandidateOptions{Hits: 100, MinGrade: 1})
		must.Do(t, err)
		m := &mine.Miner{Index: x, Axioms: must.Get(axioms.ParseList("tfc1"))(t), Collection: &axioms.Collection{Stats: x}, Threads: 1}
		r := must.Get(Run(context.Background(), m, queries, models, Options{MinGrade: 1, Seed: 42}, nil))(t)
		var page strings.Builder
		must.Do(t, r.HTML(&page))
		isJudged := qrels != nil
		_, hasNumber := findNumber(r.Runs, r.Axioms, "a", "MAP")
		_, hasBest := findNumber(r.Runs, r.Axioms, "best", "nDCG over a")
		for form, has := range map[string]bool{
			"table":     runsTable(r.Runs).Rows[0][1] != table.None,
			"JSON":      strings.Contains(string(must.Get(json.Marshal(r))(t)), `"map":`),
			"sentence":  !strings.Contains(r.basisText(), "without judgements (--qrels)"),
			"published": hasNumber && hasBest,
		} {
			if has != isJudged {
				t.Errorf("%d judgements: effectiveness in the %s: %t", len(qrels), form, has)
			}
		}
	}
}

// TestOverQueries: a query is one observation, however many instances it has. Of five queries a fulfils more in four, by a tenth of
// their instances or all of them; the p value is the larger of those that paired t and Wilcoxon give of these differences.
func TestOverQueries(t *testing.T) {
	differences := []float64{1, 0.1, 0.1, 0.5, -0.2, 0}
	sums := make([][]querySums, len(differences)+1)
	for i, d := range differences {
		sums[i] = []querySums{newQuerySums(2)}
		p := &sums[i][0].pairs[pairNumber(0, 1, 2)]
		p.bothOrdered = 10 * (i + 1)
		if n := int(math.Round(d * float64(p.bothOrdered))); n > 0 {
			p.onlyA = n
		} else {
			p.onlyB = -n
		}
	}
	sums[len(differences)] = []querySums{newQuerySums(2)} // no instance: no observation
	zeros := make([]float64, len(differences))
	_, byT := eval.PairedT(differences, zeros)
	_, byRanks, _ := eval.Wilcoxon(differences, zeros)
	want := OverQueries{Queries: 6, MoreA: 4, MoreB: 1, P: max(byT, byRanks)}
	got := testQueries(sums, 0, pairNumber(0, 1, 2))
	if math.Abs(got.P-want.P) > 1e-12 || got.P < 0.05 || got.P > 0.5 {
		t.Errorf("p %v, want %v", got.P, want.P)
	}
	if math.Abs(got.Mean-.25) > 1e-12 || got.MeanCI[0] >= got.Mean || got.MeanCI[1] <= got.Mean { // (1 + .1 + .1 + .5 - .2 + 0) / 6
		t.Errorf("mean %v %v, want .25", got.Mean, got.MeanCI)
	}
	got.P, got.Mean, got.MeanCI = want.P, 0, [2]float64{}
	must.Equal(t, got, want)
	// Of -1 and 0 Student's interval is -.5 and 12.706 * .5 around it; a share differs from another one by at most 1.
	sums[0][0].pairs[1], sums[1][0].pairs[1] = pairCounts{3, 0, 3}, pairCounts{3, 0, 0}
	must.Equal(t, testQueries(sums[:2], 0, 1).MeanCI, [2]float64{-1, 1})
}

// TestAnswer: a diagnosis begins with the difference of the smallest p that its own test supports, not with the largest, and with none
// where it supports none.
func TestAnswer(t *testing.T) {
	r := &Result{Queries: 3, Candidates: 1200, Runs: []RunResult{{Run: "bm25"}, {Run: "bert"}},
		Axioms: []AxiomResult{{Axiom: "tfc1", Fulfilment: []RunFulfilment{
			{Run: "bm25", Count: counts(2, 4, 0)}, {Run: "bert", Count: counts(3, 4, 0)}}}},
		Tests: []Test{{Axiom: "tfc1", A: "bm25", B: "bert", Difference: -0.25, McNemar: McNemar{Instances: 1200},
			OverQueries: OverQueries{Queries: 3, HolmP: 0.04, Mean: -0.5, MeanCI: [2]float64{-0.75, -0.25}}},
			{Axiom: "m-and", A: "bm25", B: "bert", Difference: 0.5, McNemar: McNemar{Instances: 1200, HolmP: 1e-9},
				OverQueries: OverQueries{HolmP: 0.06}},
			{Axiom: "lnc1", A: "bm25", B: "bert", Difference: 1, McNemar: McNemar{Instances: 29}, OverQueries: OverQueries{HolmP: 0.01}}}}
	if got, want := r.Answer(), "bert obeys tfc1 more than bm25: by 50.0 % of a query's instances, in the mean over 3 queries [25.0 %, 75.0 %] (Holm p 0.040)."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	sure := *r
	sure.Tests = append(slices.Clone(r.Tests[:1]), Test{Axiom: "m-tdc", A: "bm25", B: "bert", Difference: 0.1, McNemar: McNemar{Instances: 1200},
		OverQueries: OverQueries{Queries: 200, HolmP: 0.001, Mean: 0.1, MeanCI: [2]float64{0.05, 0.15}}})
	if got, want := sure.Answer(), "bm25 obeys m-tdc more than bert: by 10.0 % of a query's instances, in the mean over 200 queries [5.0 %, 15.0 %] (Holm p 0.001)."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	third := sure // the first run is what others are compared with
	third.Tests = append(slices.Clone(sure.Tests), Test{Axiom: "tfc1", A: "bert", B: "ql", Difference: 0.1, McNemar: McNemar{Instances: 1200},
		OverQueries: OverQueries{Queries: 200, HolmP: 1e-9, Mean: 0.1}})
	must.Equal(t, third.Answer(), sure.Answer())
	own := sure // BM25 obeys its own scores throughout
	own.Axioms = append(slices.Clone(r.Axioms), AxiomResult{Axiom: "rs-bm25", Fulfilment: []RunFulfilment{{Run: "bm25", Count: counts(1200, 1200, 0)},
		{Run: "bert", Count: counts(600, 1200, 0)}}})
	own.Axioms[1].Fulfilment[0].Share = 1
	own.Tests = append(slices.Clone(sure.Tests), Test{Axiom: "rs-bm25", A: "bm25", B: "bert", Difference: 0.5, McNemar: McNemar{Instances: 1200},
		OverQueries: OverQueries{Queries: 200, HolmP: 1e-9, Mean: 0.5, MeanCI: [2]float64{0.4, 0.6}}})
	must.Equal(t, own.Answer(), "bm25 obeys rs-bm25 in 100.0 % of 1,200 instances. "+sure.Answer())
	own.Runs, own.Axioms[0].Fulfilment = own.Runs[:1], []RunFulfilment{{Run: "bm25", Count: counts(900, 1200, 0), Share: 0.75}}
	must.Equal(t, own.Answer(), "bm25 obeys tfc1 in 75.0 % of 1,200 instances.")
	opposed := *r // as where one large query is for the one, and many small ones are for the other
	opposed.Tests = []Test{{Axiom: "tfc1", A: "bm25", B: "bert", Difference: 0.9667, McNemar: McNemar{Instances: 1800},
		OverQueries: OverQueries{Queries: 31, HolmP: 2e-7, Mean: -0.9355}}}
	if got, want := opposed.Answer(), "No difference between bm25 and bert is claimed for tfc1: A - B is +0.9667 over all instances, and "+
		"−0.9355 in the mean over 31 queries."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	none := *r
	none.Tests = r.Tests[1:]
	if got, want := none.Answer(), "No difference between the 2 runs is significant on 3 queries: no axiom has at least 30 instances and "+
		"a Holm p below 0.05."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	one := Result{Runs: r.Runs[:1], Axioms: []AxiomResult{{Axiom: "tfc1",
		Fulfilment: []RunFulfilment{{Run: "bm25", Count: counts(29, 29, 0)}}}}}
	if got, want := one.Answer(), "Too few instances: bm25 orders fewer than 30 of every axiom."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	one.Axioms = append(one.Axioms, AxiomResult{Axiom: "lnc2"},
		AxiomResult{Axiom: "m-and", Fulfilment: []RunFulfilment{{Count: counts(3, 30, 0)}}})
	want := " Without an instance: lnc2. With fewer than 30 instances, too few to say anything: tfc1."
	if got := rareText(one.Axioms); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// intervalOf returns a ratio's interval.
func intervalOf(queries int, parts []Part) (i *Interval) {
	Bootstrap(queries, []Ratio{{Parts: parts, Interval: &i}}, 42)
	return i
}

// TestQueriesAreDrawn: more instances of the same queries leave the interval as it is, since they are no further draws, while
// McNemar's p falls; and an interval has the ratios of its queries around it.
func TestQueriesAreDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "queries")
		times := float64(rapid.SampledFrom([]int{2, 4, 64}).Draw(t, "times")) // powers of two: exact
		var one, many []Part
		low, high := math.Inf(1), math.Inf(-1)
		for q := range n {
			all := rapid.IntRange(1, 9).Draw(t, "instances")
			of := rapid.IntRange(0, all).Draw(t, "fulfilled")
			one, many = append(one, Part{q, float64(of), float64(all)}), append(many, Part{q, times * float64(of), times * float64(all)})
			low, high = min(low, float64(of)/float64(all)), max(high, float64(of)/float64(all))
		}
		a, b := intervalOf(n, one), intervalOf(n, many)
		if diff := cmp.Diff(a, b); diff != "" {
			t.Fatal(diff)
		}
		value := (&Ratio{Parts: one}).Value()
		if a[0] < low || a[1] > high || a[0] > a[1] || value < low || value > high {
			t.Fatalf("%v around %v, of queries from %v to %v", a, value, low, high)
		}
	})
	few := eval.McNemar(3, 8)
	many := eval.McNemar(12, 32)
	if many >= few {
		t.Errorf("McNemar's p is %v of few and %v of many instances", few, many)
	}
}
