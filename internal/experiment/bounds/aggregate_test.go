package bounds

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/rapidtest"
	"github.com/axiomine/axiomine/train/eval"
	"pgregory.net/rapid"
)

// someVotes are random preferences among up to 12 candidates, dense or sparse.
func someVotes(t *rapid.T, may func(a, b int32) bool) *votes {
	v := &votes{}
	n := rapid.IntRange(0, 12).Draw(t, "candidates")
	v.reset(n)
	never := rapid.IntRange(0, 6).Draw(t, "sparsity")
	for a := range int32(n) {
		for b := range a {
			switch rapid.IntRange(0, 2+never).Draw(t, "vote") {
			case 1:
				if may(a, b) {
					v.prefer(a, b)
				}
			case 2:
				if may(b, a) {
					v.prefer(b, a)
				}
			}
		}
	}
	return v
}

func anything(int32, int32) bool { return true }

func seeded(t *rapid.T) *rand.Rand { return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)) }

// orders returns both aggregations of the same preferences.
func orders(t *rapid.T, v *votes) map[string][]int32 {
	return map[string][]int32{"kwikSort": v.kwikSort(v.all(), seeded(t)), "obey": v.obey(seeded(t))}
}

// TestTotalOrder: preferences for every pair that contradict nowhere are sorted exactly, whatever the pivots.
func TestTotalOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 20).Draw(t, "candidates")
		v := &votes{}
		v.reset(n)
		want := rapid.Permutation(v.all()).Draw(t, "order")
		for i, a := range want {
			for _, b := range want[i+1:] {
				v.prefer(a, b)
			}
		}
		for name, got := range orders(t, v) {
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %v, want %v", name, got, want)
			}
		}
	})
}

// TestWeakOrder: so are classes, such as m-and's numbers of query terms, within which the run's order stays.
func TestWeakOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		class := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 20).Draw(t, "class")
		v := &votes{}
		v.reset(len(class))
		for a := range class {
			for b := range class {
				if class[a] > class[b] {
					v.prefer(int32(a), int32(b))
				}
			}
		}
		want := v.all()
		slices.SortStableFunc(want, func(a, b int32) int { return class[b] - class[a] })
		for name, got := range orders(t, v) {
			if !slices.Equal(got, want) {
				t.Fatalf("%s of %v: %v, want %v", name, class, got, want)
			}
		}
	})
}

// TestOrders: every order holds each candidate once; without a preference it is the run's; and obey obeys every preference
// between candidates that no circle of preferences joins.
func TestOrders(t *testing.T) {
	circles := 0
	rapidtest.CheckUntil(t, func() bool { return circles > 0 }, func(t *rapid.T) {
		v := someVotes(t, anything)
		// reach[a][b]: a chain of preferences leads from a to b (Warshall's closure).
		reach := make([][]bool, v.n)
		silent := true
		for a := range int32(v.n) {
			reach[a] = make([]bool, v.n)
			for b, vote := range v.row(a) {
				reach[a][b] = vote > 0
				silent = silent && vote == 0
			}
		}
		for k := range reach {
			for a := range reach {
				for b := range reach {
					reach[a][b] = reach[a][b] || reach[a][k] && reach[k][b]
				}
			}
		}
		for name, got := range orders(t, v) {
			sorted := slices.Sorted(slices.Values(got))
			if !slices.Equal(sorted, v.all()) {
				t.Fatalf("%s: %v of %d candidates", name, got, v.n)
			}
			if silent && !slices.Equal(got, v.all()) {
				t.Fatalf("%s without a preference: %v", name, got)
			}
			if name != "obey" {
				continue
			}
			broken := 0
			for i, a := range got {
				for _, b := range got[i+1:] {
					if reach[b][a] && !reach[a][b] {
						t.Fatalf("%v has %d before %d, which is preferred over it", got, a, b)
					}
					if v.row(b)[a] > 0 {
						broken++
					}
				}
			}
			circles += broken
			if obeyed, all := v.countObeyed(got); all-obeyed != broken {
				t.Fatalf("%d of %d are obeyed, %d are not", obeyed, all, broken)
			}
		}
	})
}

// TestAgreeingPreferences: where only relevant candidates are preferred, and over others alone, neither order has a candidate
// that is not relevant overtake one that is, and no measure of binary judgements falls.
func TestAgreeingPreferences(t *testing.T) {
	lifted := 0
	rapidtest.CheckUntil(t, func() bool { return lifted > 0 }, func(t *rapid.T) {
		relevant := rapid.SliceOfN(rapid.Bool(), 12, 12).Draw(t, "relevant")
		v := someVotes(t, func(a, b int32) bool { return relevant[a] && !relevant[b] })
		for name, got := range orders(t, v) {
			for i, a := range got {
				for _, b := range got[i+1:] {
					switch {
					case relevant[b] && !relevant[a] && b < a:
						t.Fatalf("%s: %v has %d before the relevant %d, the run behind it (relevant: %v)", name, got, a, b, relevant)
					case relevant[a] && !relevant[b] && b < a:
						lifted++
					}
				}
			}
			if obeyed, all := v.countObeyed(got); name == "obey" && obeyed != all {
				t.Fatalf("%d of %d are obeyed", obeyed, all)
			}
			before, after := values(t, relevant, v.all()), values(t, relevant, got)
			for i, name := range measureNames {
				if after[i] < before[i]-1e-12 {
					t.Fatalf("%s falls from %v to %v in %v (relevant: %v)", name, before[i], after[i], got, relevant)
				}
			}
		}
	})
}

// values are the measures of an order of candidates that are relevant or not.
func values(t *rapid.T, relevant []bool, order []int32) (values []float64) {
	var run []corpus.RunRow
	var qrels []corpus.Qrel
	for place, c := range order {
		run = append(run, corpus.RunRow{QueryID: "q", DocID: fmt.Sprint(c), Score: float64(-place)})
	}
	for c, yes := range relevant {
		grade := 0
		if yes {
			grade = 1
		}
		qrels = append(qrels, corpus.Qrel{QueryID: "q", DocID: fmt.Sprint(c), Grade: grade})
	}
	for _, name := range measureNames {
		value, err := eval.MeanOf(name, 1, qrels, run)
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, value)
	}
	return values
}

// TestLosing: kwikSort loses a preference where a pivot of which nothing is preferred comes between; obey does not.
func TestLosing(t *testing.T) {
	v := &votes{}
	v.reset(3)
	v.prefer(2, 0)
	lost, kept := 0, 0
	for seed := range uint64(20) {
		switch got := v.kwikSort(v.all(), rand.New(rand.NewPCG(seed, 0))); {
		case slices.Equal(got, []int32{0, 1, 2}): // pivot 1
			lost++
		case slices.Equal(got, []int32{2, 0, 1}) || slices.Equal(got, []int32{1, 2, 0}): // pivot 0; pivot 2
			kept++
		default:
			t.Errorf("%v", got)
		}
	}
	if lost == 0 || kept == 0 || !slices.Equal(v.obey(nil), []int32{2, 0, 1}) {
		t.Errorf("lost %d, kept %d, obey gives %v", lost, kept, v.obey(nil))
	}
}

// The first sentence names no gain of the judgements themselves, and none that its test rejects. By hand.
func TestAnswer(t *testing.T) {
	axiom := func(name string, diff, p float64) AxiomResult {
		tested := Test{Comparison: eval.Comparison{Measure: "MAP", MeanA: .5, MeanB: .5 + diff, Diff: diff, N: 27}, HolmP: p}
		return AxiomResult{Axiom: name, Rankings: []Ranking{{}, {Measures: []Test{tested}}}}
	}
	for _, c := range []struct {
		axioms []AxiomResult
		want   string
	}{
		{[]AxiomResult{axiom("tfc1", .1, .01), axiom("oracle", .4, .001)},
			"Obeying tfc1 would gain most: on 27 queries it takes bm25 from MAP 0.500 to 0.600."},
		{[]AxiomResult{axiom("tfc1", .1, .06), axiom("oracle", .4, .001)},
			"No gain from obeying an axiom can be told on 27 queries: the largest, of tfc1, takes bm25 from MAP 0.500 to 0.600 " +
				"(Holm p 0.060)."},
		{[]AxiomResult{axiom("tfc1", -.0001, 1)}, "No axiom raises MAP on 27 queries when it is obeyed; the best, tfc1, leaves bm25 at 0.500."},
		{[]AxiomResult{axiom("tfc1", -.1, 1)},
			"No axiom raises MAP on 27 queries when it is obeyed; the best, tfc1, takes bm25 from 0.500 to 0.400."},
		{[]AxiomResult{axiom("oracle", .4, .001)}, "Nothing was bounded but the judgements, which are no axiom."},
	} {
		r := &Result{Runs: []RunResult{{Run: "bm25", Axioms: c.axioms}}}
		if got := r.answerText(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
