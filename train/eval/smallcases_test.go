package eval

import (
	"math"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
)

// TestNoDifference: between equal values t is 0 and p is 1, and so with one pair, of which nothing can be said.
func TestNoDifference(t *testing.T) {
	for _, c := range [][2][]float64{{{.5, .25, 0}, {.5, .25, 0}}, {{.5}, {.1}}, {nil, nil}} {
		if tValue, p := PairedT(c[0], c[1]); tValue != 0 || p != 1 {
			t.Errorf("%v: t %g, p %g, want 0 and 1", c, tValue, p)
		}
	}
}

// TestNoRankedDifference: without a difference nothing is ranked, and p is 1. One pair has the rank 1, whose sum is one standard deviation
// (.5) from its mean (.5), so that p is that of the normal distribution beyond one deviation, .3173105079.
func TestNoRankedDifference(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		p    float64
	}{{[]float64{.5, .25}, []float64{.5, .25}, 1}, {nil, nil, 1}, {[]float64{.5}, []float64{.1}, .3173105079}} {
		if w, p := Wilcoxon(c.a, c.b); w != 0 || p != c.p {
			t.Errorf("%v, %v: sum %g, p %v, want 0 and %v", c.a, c.b, w, p, c.p)
		}
	}
	if mean, sd := meanAndSD(nil); mean != 0 || sd != 0 {
		t.Errorf("mean %v, deviation %v of nothing, want 0", mean, sd)
	}
}

// TestTenDigits: p values have ten digits, so that processors agree; what rounding would make infinite stays.
func TestTenDigits(t *testing.T) {
	for x, want := range map[float64]float64{.12345678949: .1234567895, 1.00000000004e-20: 1e-20, .05: .05, 0: 0,
		math.MaxFloat64: math.MaxFloat64,
		math.Inf(1):     math.Inf(1)} {
		if got := tenDigits(x); got != want {
			t.Errorf("%v: %v, want %v", x, got, want)
		}
	}
	if !math.IsNaN(tenDigits(math.NaN())) {
		t.Error("no number became one")
	}
	_, p := PairedT([]float64{.1, .2, .31, .4, .57}, []float64{.11, .25, .3, .49, .6})
	_, w := Wilcoxon([]float64{.1, .2, .31, .4, .57}, []float64{.11, .25, .3, .49, .6})
	for _, p := range []float64{p, w} {
		if p == 1 || p != tenDigits(p) {
			t.Errorf("p = %v has more than ten digits", p)
		}
	}
}

// TestDeviationOfLargeValues: three values around a hundred million, a tenth apart, have the deviation .1 as those around 0.
func TestDeviationOfLargeValues(t *testing.T) {
	for _, begin := range []float64{0, 1e8, -1e8} {
		if mean, sd := meanAndSD([]float64{begin, begin + .1, begin + .2}); math.Abs(sd-.1) > 1e-6 || math.Abs(mean-begin-.1) > 1e-6 {
			t.Errorf("from %g: mean %v, deviation %v, want .1 more and .1", begin, mean, sd)
		}
	}
}

// TestWilson: by the formula of Wilson (1927) in R: prop.test(x, 10, correct = FALSE)$conf.int.
func TestWilson(t *testing.T) {
	for part, want := range map[int][2]float64{0: {0, .2775328}, 1: {.0178762, .4041500}, 5: {.2365931, .7634069}, 10: {.7224672, 1}} {
		if lo, hi := Wilson(part, 10); math.Abs(lo-want[0]) > 1e-6 || math.Abs(hi-want[1]) > 1e-6 {
			t.Errorf("%d of 10: %v to %v, want %v", part, lo, hi, want)
		}
	}
}

// TestMaxDocs: a ranking is cut to its first documents, also to one. By hand: the relevant document is second.
func TestMaxDocs(t *testing.T) {
	qrels := []corpus.Qrel{{QueryID: "q", DocID: "b", Grade: 1}}
	run := []corpus.RunRow{{QueryID: "q", DocID: "a", Score: 2}, {QueryID: "q", DocID: "b", Score: 1}}
	for most, want := range map[int]float64{0: .5, 1: 0, 2: .5, 3: .5} {
		if got := meanOf(t, qrels, run, most); got != want {
			t.Errorf("of the first %d: reciprocal rank %v, want %v", most, got, want)
		}
	}
}

// meanOf returns the mean reciprocal rank over the first documents of each query.
func meanOf(t *testing.T, qrels []corpus.Qrel, run []corpus.RunRow, most int) float64 {
	t.Helper()
	return Evaluate(qrels, run, Options{Level: 1, MaxDocs: most}).Summary(must(t, "RR"))
}

// TestMeans: by hand. A query without results counts 0, and a measure that does not exist is an error.
func TestMeans(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{nil, 0}, {[]float64{5}, 5}, {[]float64{1, 2, 6}, 3}} {
		if got := Mean(c.values); got != c.want {
			t.Errorf("%v: %v, want %v", c.values, got, c.want)
		}
	}
	qrels := []corpus.Qrel{{QueryID: "q", DocID: "b", Grade: 1}, {QueryID: "r", DocID: "b", Grade: 1}}
	run := []corpus.RunRow{{QueryID: "q", DocID: "a", Score: 2}, {QueryID: "q", DocID: "b", Score: 1}}
	if got, err := MeanOf("RR", 1, qrels, run); err != nil || got != .25 { // a half and nothing
		t.Errorf("%v, %v, want .25", got, err)
	}
	if got, err := MeanOf("none", 1, qrels, run); err == nil || got != 0 {
		t.Errorf("%v, %v, want an error", got, err)
	}
}
