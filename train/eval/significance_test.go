package eval

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// grid draws values with two decimals, so that ties and zero differences are common.
func grid(t *rapid.T, n int, label string) []float64 {
	values := make([]float64, n)
	for i, v := range rapid.SliceOfN(rapid.IntRange(0, 100), n, n).Draw(t, label) {
		values[i] = float64(v) / 100
	}
	return values
}

func TestPairedTestsAreSymmetricAndIgnoreOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "n")
		a, b := grid(t, n, "a"), grid(t, n, "b")
		tab, pt := PairedT(a, b)
		tba, ptBack := PairedT(b, a)
		wab, pw, sign := Wilcoxon(a, b)
		wba, pwBack, opposite := Wilcoxon(b, a)
		if tab != -tba || pt != ptBack || wab != wba || pw != pwBack || sign != -opposite {
			t.Fatalf("swapped: t %v %v p %v %v, w %v %v p %v %v", tab, tba, pt, ptBack, wab, wba, pw, pwBack)
		}
		lo, hi := meanDiffCI(a, b, 0.95)
		back, forth := meanDiffCI(b, a, 0.95)
		if lo != -forth || hi != -back || lo > hi {
			t.Fatalf("intervals [%v %v] and [%v %v]", lo, hi, back, forth)
		}
		// The interval excludes 0 exactly when p of the t test is below 0.05; without deviation it is one number.
		if math.Abs(pt-0.05) > 1e-6 && lo != hi && (pt < 0.05) != (lo > 0 || hi < 0) {
			t.Fatalf("p %v with interval [%v %v]", pt, lo, hi)
		}
		order := rapid.Permutation(indices(n)).Draw(t, "order")
		pa, pb := make([]float64, n), make([]float64, n)
		for i, j := range order {
			pa[i], pb[i] = a[j], b[j]
		}
		if _, p := PairedT(pa, pb); math.Abs(p-pt) > 1e-9 {
			t.Fatalf("permuted: p %v, was %v", p, pt)
		}
		if w, p, s := Wilcoxon(pa, pb); w != wab || p != pw || s != sign {
			t.Fatalf("permuted: w %v p %v, was %v %v", w, p, wab, pw)
		}
		for _, p := range []float64{pt, pw} {
			if !(p >= 0 && p <= 1) {
				t.Fatalf("p = %v", p)
			}
		}
	})
}

func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func TestMcNemarIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, c := rapid.IntRange(0, 500).Draw(t, "b"), rapid.IntRange(0, 500).Draw(t, "c")
		exact, back := McNemar(b, c), McNemar(c, b)
		if exact != back || !(exact > 0 && exact <= 1) {
			t.Fatalf("%v, swapped %v", exact, back)
		}
		if n := b + c; n > 0 && n <= 60 && b != c { // the plain definition: twice the lower tail of Binomial(n, 1/2)
			tail := 0.0
			for k := 0; k <= min(b, c); k++ {
				tail += choose(n, k) / math.Exp2(float64(n))
			}
			if math.Abs(exact-min(1, 2*tail)) > 1e-10 {
				t.Fatalf("exact %v, summed %v", exact, 2*tail)
			}
		}
	})
}

func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return math.Round(c)
}

func TestHolmIsMonotoneAndNeverSmaller(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 20).Draw(t, "p")
		adjusted := Holm(p)
		for i := range p {
			if adjusted[i] < p[i] || adjusted[i] > 1 || adjusted[i] > min(1, p[i]*float64(len(p)))+1e-15 {
				t.Fatalf("p %v adjusted to %v", p, adjusted)
			}
			for j := range p {
				if p[i] <= p[j] && adjusted[i] > adjusted[j] {
					t.Fatalf("order of %v not kept in %v", p, adjusted)
				}
			}
		}
		reversed := slices.Clone(p)
		slices.Reverse(reversed)
		back := Holm(reversed)
		slices.Reverse(back)
		if !slices.Equal(back, adjusted) {
			t.Fatalf("%v, in reverse %v", adjusted, back)
		}
	})
}

// By hand: d = 1, 2, 3 has mean 2, sd 1, t = 2 sqrt(3); with 2 degrees of freedom p = 1 - t/sqrt(t² + 2), and the 0.975
// quantile is sqrt(2) * 0.95 / sqrt(1 - 0.95²) (the closed form of Student's distribution for two degrees).
func TestStudentByHand(t *testing.T) {
	tt, p := PairedT([]float64{2, 4, 6}, []float64{1, 2, 3})
	if want := 1 - math.Sqrt(12./14); math.Abs(tt-2*math.Sqrt(3)) > 1e-12 || math.Abs(p-want) > 1e-10 {
		t.Errorf("t %v p %v, want %v", tt, p, want)
	}
	lo, hi := meanDiffCI([]float64{2, 4, 6}, []float64{1, 2, 3}, 0.95)
	half := math.Sqrt2 * 0.95 / math.Sqrt(1-0.95*0.95) / math.Sqrt(3)
	if math.Abs(lo-(2-half)) > 1e-9 || math.Abs(hi-(2+half)) > 1e-9 {
		t.Errorf("[%v %v], want 2 ± %v", lo, hi, half)
	}
}

// The degenerate cases that a run meets: nothing to compare, one query, no difference, the same difference everywhere.
func TestDegenerateComparisons(t *testing.T) {
	for _, c := range []struct {
		a, b  []float64
		t, w  float64 // p values
		label string
	}{
		{nil, nil, 1, 1, "no query"},
		{[]float64{1}, []float64{0}, 1, 1, "one query"}, // + or -: both are as far from the middle
		{[]float64{.5, .25}, []float64{.5, .25}, 1, 1, "no difference"},
		{[]float64{1, 2, 3}, []float64{0, 1, 2}, .25, .25, "same difference"}, // 2 of 8 assignments of signs
	} {
		_, pt := PairedT(c.a, c.b)
		_, pw, _ := Wilcoxon(c.a, c.b)
		if pt != c.t || math.Abs(pw-c.w) > 1e-10 {
			t.Errorf("%s: t p %v, wilcoxon p %v, want %v and %v", c.label, pt, pw, c.t, c.w)
		}
	}
	for _, c := range []struct{ a, b, want float64 }{{1, 0, math.Inf(1)}, {0, 1, math.Inf(-1)}} {
		if tValue, p := PairedT([]float64{c.a, c.a}, []float64{c.b, c.b}); tValue != c.want || p != .5 {
			t.Errorf("%v above %v twice: t %v, p %v, want %v and .5", c.a, c.b, tValue, p, c.want)
		}
	}
	if p := McNemar(0, 0); p != 1 {
		t.Errorf("McNemar(0, 0) = %v", p)
	}
	if r := Pearson([]float64{1, 2, 3}, []float64{3, 2, 1}); math.Abs(r+1) > 1e-12 {
		t.Errorf("r = %v of a falling line", r)
	}
	if r := Pearson([]float64{1, 1}, []float64{3, 2}); r != 0 {
		t.Errorf("r = %v of a constant", r)
	}
}

// TestRankSum: by hand. Of the differences 1, -2 and 3 those above 0 have the ranks 1 and 3, and the sum of the other one, 2, is smaller.
func TestRankSum(t *testing.T) {
	for _, c := range [][2][]float64{{{1, 2, 3}, {0, 4, 0}}, {{0, 4, 0}, {1, 2, 3}}} {
		if w, _, _ := Wilcoxon(c[0], c[1]); w != 2 {
			t.Errorf("%v: sum %v, want 2", c, w)
		}
	}
}

// TestUnequalLists: no test takes lists of different lengths, also of so few values that nothing is computed.
func TestUnequalLists(t *testing.T) {
	for name, test := range map[string]func(a, b []float64){"t": func(a, b []float64) { PairedT(a, b) },
		"Wilcoxon": func(a, b []float64) { Wilcoxon(a, b) }, "Pearson": func(a, b []float64) { Pearson(a, b) }} {
		func() {
			defer func() {
				if got := recover(); got != "eval: a paired test needs two values per query" {
					t.Errorf("%s: %v", name, got)
				}
			}()
			test([]float64{1}, []float64{1, 2})
		}()
	}
}

// TestFewValues: by hand. The deviation of 1 and 3 is the root of 2, as one less than their number divides. One value, and values that are
// the same up to rounding, have none.
func TestFewValues(t *testing.T) {
	for _, c := range []struct {
		values   []float64
		mean, sd float64
	}{{[]float64{5}, 5, 0}, {[]float64{1, 3}, 2, math.Sqrt2}, {[]float64{2, 2, 2}, 2, 0}, {[]float64{1, 1 + 1e-13}, 1, 0}} {
		if mean, sd := meanAndSD(c.values); mean != c.mean || sd != c.sd {
			t.Errorf("%v: mean %v, deviation %v, want %v and %v", c.values, mean, sd, c.mean, c.sd)
		}
	}
	if r := Pearson([]float64{1}, []float64{1}); r != 0 {
		t.Errorf("r = %v of one value", r)
	}
}

func TestCompareCountsForTheSecond(t *testing.T) {
	c := Compare("MAP", []float64{.1, .5, .3, .2}, []float64{.4, .5, .1, .6})
	if c.Wins != 2 || c.Ties != 1 || c.Losses != 1 || c.N != 4 || math.Abs(c.Diff-0.125) > 1e-15 || c.P != max(c.TP, c.WilcoxonP) ||
		!(c.CI95[0] < c.Diff && c.Diff < c.CI95[1]) {
		t.Errorf("%+v", c)
	}
}

// TestSignificanceCases: what is better and what is not. The p values are counted by hand, or those of SciPy 1.17 where it is exact.
func TestSignificanceCases(t *testing.T) {
	gains := func(number int, by float64) []float64 { return slices.Repeat([]float64{by}, number) }
	for _, c := range []struct {
		name             string
		b                []float64 // differences to 0
		t, wilcoxon, all float64
	}{
		{"no query", nil, 1, 1, 1},
		{"no difference", gains(30, 0), 1, 1, 1},
		{"four queries, equal gains", gains(4, .2), .125, .125, .125},    // 2 of 16 assignments of signs
		{"five queries, equal gains", gains(5, .2), .0625, .0625, .0625}, // 2 of 32
		{"six queries, equal gains", gains(6, .2), .03125, .03125, .03125},
		{"ties alone but one", append(gains(40, 0), .5), .3233218, 1, 1},
		{"one loses much, thirty win little", append(gains(30, .01), -9), .3419674, 4.349276e-7, 1},
	} {
		r := Compare("x", make([]float64, len(c.b)), c.b)
		near := func(x, want float64) bool { return math.Abs(x-want) <= 1e-3*want }
		if !near(r.TP, c.t) || !near(r.WilcoxonP, c.wilcoxon) || !near(r.P, c.all) {
			t.Errorf("%s: t %v, Wilcoxon %v, judged %v, want %v %v %v", c.name, r.TP, r.WilcoxonP, r.P, c.t, c.wilcoxon, c.all)
		}
	}
}

// TestNoDifference: between equal values t is 0 and p is 1, and so with one pair, of which nothing can be said.
func TestNoDifference(t *testing.T) {
	for _, c := range [][2][]float64{{{.5, .25, 0}, {.5, .25, 0}}, {{.5}, {.1}}, {nil, nil}} {
		if tValue, p := PairedT(c[0], c[1]); tValue != 0 || p != 1 {
			t.Errorf("%v: t %g, p %g, want 0 and 1", c, tValue, p)
		}
	}
}

// TestNoRankedDifference: without a difference nothing is ranked, and p is 1. It is 1 with one pair too, of which nothing can be said.
func TestNoRankedDifference(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		p    float64
	}{{[]float64{.5, .25}, []float64{.5, .25}, 1}, {nil, nil, 1}, {[]float64{.5}, []float64{.1}, 1}} {
		if w, p, _ := Wilcoxon(c.a, c.b); w != 0 || p != c.p {
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
	_, w, _ := Wilcoxon([]float64{.1, .2, .31, .4, .57}, []float64{.11, .25, .3, .49, .6})
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
