package diagnose

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// intervalOf returns a ratio's interval.
func intervalOf(queries int, parts []part) (i *Interval) {
	bootstrap(queries, []ratio{{parts: parts, interval: &i}}, 42)
	return i
}

// TestBootstrapOfAMean: where each query has one instance, the interval is that of a mean: 120 of 400 have a standard error of
// the root of .3 * .7 / 400, 0.0229. The percentiles of 1,000 draws are good to about a tenth of it.
func TestBootstrapOfAMean(t *testing.T) {
	var parts []part
	for q := range 400 {
		obeys := 0.0
		if q < 120 {
			obeys = 1
		}
		parts = append(parts, part{q, obeys, 1})
	}
	i, half := intervalOf(400, parts), 1.96*math.Sqrt(.3*.7/400)
	if i == nil || math.Abs(i[0]-(.3-half)) > 0.005 || math.Abs(i[1]-(.3+half)) > 0.005 {
		t.Errorf("%v, want about .3 -+ %v", i, half)
	}
}

// TestQueriesAreDrawn: more instances of the same queries leave the interval as it is, since they are no further draws, while
// McNemar's p falls; and an interval has the ratios of its queries around it.
func TestQueriesAreDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "queries")
		times := float64(rapid.SampledFrom([]int{2, 4, 64}).Draw(t, "times")) // powers of two: exact
		var one, many []part
		low, high := math.Inf(1), math.Inf(-1)
		for q := range n {
			all := rapid.IntRange(1, 9).Draw(t, "instances")
			of := rapid.IntRange(0, all).Draw(t, "fulfilled")
			one, many = append(one, part{q, float64(of), float64(all)}), append(many, part{q, times * float64(of), times * float64(all)})
			low, high = min(low, float64(of)/float64(all)), max(high, float64(of)/float64(all))
		}
		a, b := intervalOf(n, one), intervalOf(n, many)
		if diff := cmp.Diff(a, b); diff != "" {
			t.Fatal(diff)
		}
		value := (&ratio{parts: one}).value()
		if a[0] < low || a[1] > high || a[0] > a[1] || value < low || value > high {
			t.Fatalf("%v around %v, of queries from %v to %v", a, value, low, high)
		}
	})
	few, _ := eval.McNemar(3, 8)
	many, _ := eval.McNemar(12, 32)
	if many >= few {
		t.Errorf("McNemar's p is %v of few and %v of many instances", few, many)
	}
}

// twoRuns returns six queries of one text, and two runs of four documents for each with other scores.
func twoRuns() (topics []corpus.Query, a, b NamedRun) {
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
	list, err := axioms.ParseList("tfc1, m-and")
	if err != nil {
		t.Fatal(err)
	}
	of := func(threads, seed int) *Result {
		queries, models, _, err := FromRuns(context.Background(), x, topics, nil, nil, []NamedRun{a, b},
			mine.CandidateOptions{Hits: 100, MinGrade: 1})
		if err != nil {
			t.Fatal(err)
		}
		m := &mine.Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}, Threads: threads}
		r, err := Run(context.Background(), m, queries, models, Options{MinGrade: 1, Seed: seed}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := of(1, 42)
	if diff := cmp.Diff(r, of(3, 42)); diff != "" {
		t.Errorf("three threads: %s", diff)
	}
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
			if f.Queries != 6 {
				t.Errorf("%d queries", f.Queries)
			}
		}
	}
	for _, test := range r.Tests {
		around("difference in "+test.Axiom, test.Difference, test.DifferenceCI)
	}
}

// TestDeviation: constant scores have none, whatever rounding leaves of them; missing ones are left out.
func TestDeviation(t *testing.T) {
	for _, c := range []struct {
		scores []float64
		want   float64
	}{{nil, 0}, {[]float64{math.NaN()}, 0}, {[]float64{.1 + .2, .3, .3}, 0}, {[]float64{1, math.NaN(), 3}, 1}} {
		if got := deviation(c.scores); got != c.want {
			t.Errorf("%v: %v, want %v", c.scores, got, c.want)
		}
	}
}

// TestOverQueries: a query is one observation, however many instances it has. Of five queries a fulfils more in four, by a tenth of
// their instances or all of them; the p value is the larger of those that paired t and Wilcoxon give of these differences.
func TestOverQueries(t *testing.T) {
	differences := []float64{1, 0.1, 0.1, 0.5, -0.2, 0}
	sheets := make([][]sheet, len(differences)+1)
	for i, d := range differences {
		sheets[i] = []sheet{newSheet(2)}
		p := &sheets[i][0].pairs[pairOf(0, 1, 2)]
		p.bothScored = 10 * (i + 1)
		if n := int(math.Round(d * float64(p.bothScored))); n > 0 {
			p.onlyA = n
		} else {
			p.onlyB = -n
		}
	}
	sheets[len(differences)] = []sheet{newSheet(2)} // no instance: no observation
	zeros := make([]float64, len(differences))
	_, byT := eval.PairedT(differences, zeros)
	_, byRanks := eval.Wilcoxon(differences, zeros)
	want := OverQueries{Queries: 6, MoreA: 4, MoreB: 1, P: max(byT, byRanks)}
	got := overQueries(sheets, 0, pairOf(0, 1, 2))
	if math.Abs(got.P-want.P) > 1e-12 || got.P < 0.05 || got.P > 0.5 {
		t.Errorf("p %v, want %v", got.P, want.P)
	}
	got.P = want.P
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestAnswer: a diagnosis begins with the largest difference that its own test supports, and with none where it supports none.
func TestAnswer(t *testing.T) {
	r := &Result{Queries: 3, Candidates: 1200, Runs: []RunResult{{Run: "bm25"}, {Run: "bert"}},
		Axioms: []AxiomResult{{Axiom: "tfc1", Fulfilment: []RunFulfilment{{Run: "bm25", Count: Count{2, 4}}, {Run: "bert", Count: Count{3, 4}}}}},
		Tests: []Test{{Axiom: "tfc1", A: "bm25", B: "bert", Difference: -0.25, McNemar: McNemar{Instances: 1200},
			OverQueries: OverQueries{Queries: 3, HolmP: 0.04}},
			{Axiom: "m-and", A: "bm25", B: "bert", Difference: 0.5, McNemar: McNemar{Instances: 1200, HolmP: 1e-9},
				OverQueries: OverQueries{HolmP: 0.06}},
			{Axiom: "lnc1", A: "bm25", B: "bert", Difference: 1, McNemar: McNemar{Instances: 29}, OverQueries: OverQueries{HolmP: 0.01}}}}
	if got, want := r.Answer(), "bert obeys tfc1 more than bm25: by 25.0 % of 1,200 instances on 3 queries (Holm p 0.040)."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	none := *r
	none.Tests = r.Tests[1:]
	if got, want := none.Answer(), "No difference between the 2 runs can be told on 3 queries: no axiom has at least 30 instances and "+
		"a Holm p below 0.05."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	one := Result{Runs: r.Runs[:1], Axioms: []AxiomResult{{Axiom: "tfc1", Fulfilment: []RunFulfilment{{Run: "bm25", Count: Count{29, 29}}}}}}
	if got, want := one.Answer(), "Too few instances: bm25 scores fewer than 30 of every axiom."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got, want := confidenceText(r.Tests, r.Queries, r.Candidates), "2 differences have a Holm p below 0.05 in a test over queries, "+
		"of the 3 differences "+
		"between two runs on an axiom, on 3 queries with 1,200 candidates."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	one.Axioms = append(one.Axioms, AxiomResult{Axiom: "lnc2"},
		AxiomResult{Axiom: "m-and", Fulfilment: []RunFulfilment{{Count: Count{3, 30}}}})
	want := " Without an instance: lnc2. With fewer than 30 instances, too few to say anything: tfc1."
	if got := rareText(one.Axioms); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
