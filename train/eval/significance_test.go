package eval

import (
	"math"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
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
		lo, hi := meanDiffCI(a, b)
		back, forth := meanDiffCI(b, a)
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
}

// TestIntervalsWithinBounds: of two values that differ by 1, Student's half width is 12.706 * .5; measures and their differences have
// bounds, counts have none.
func TestIntervalsWithinBounds(t *testing.T) {
	for _, c := range []struct {
		measure          string
		mean, difference [2]float64
	}{
		{"map", [2]float64{0, 1}, [2]float64{-1, 1}},
		{"", [2]float64{0, 1}, [2]float64{-1, 1}},
		{"num_ret", [2]float64{-5.853, 6.853}, [2]float64{-5.853, 6.853}},
	} {
		values := []float64{1, 0}
		mean, difference := MeanCI(c.measure, values), Compare(c.measure, []float64{0, 0}, values).CI95
		pooled := SampleOf(values[:1]).Plus(SampleOf(values[1:])).MeanCI(c.measure)
		for i := range 2 {
			if math.Abs(pooled[i]-mean[i]) > 1e-9 {
				t.Errorf("%s: of two samples %v, of their values %v", c.measure, pooled, mean)
			}
			if math.Abs(mean[i]-c.mean[i]) > 1e-3 || math.Abs(difference[i]-c.difference[i]) > 1e-3 {
				t.Errorf("%s: mean within %v, difference within %v", c.measure, mean, difference)
			}
		}
	}
}

// TestTenDigits: p values have ten digits, so that processors agree; what rounding would make infinite stays.
func TestTenDigits(t *testing.T) {
	for x, want := range map[float64]float64{.12345678949: .1234567895, 1.00000000004e-20: 1e-20, .05: .05, 0: 0,
		math.MaxFloat64: math.MaxFloat64,
		math.Inf(1):     math.Inf(1)} {
		must.Equal(t, tenDigits(x), want, "%v", x)
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

// TestWilson: by the formula of Wilson (1927) in R: prop.test(x, 10, correct = FALSE)$conf.int.
func TestWilson(t *testing.T) {
	for part, want := range map[int][2]float64{0: {0, .2775328}, 1: {.0178762, .4041500}, 5: {.2365931, .7634069}, 10: {.7224672, 1}} {
		if lo, hi := Wilson(part, 10); math.Abs(lo-want[0]) > 1e-6 || math.Abs(hi-want[1]) > 1e-6 {
			t.Errorf("%d of 10: %v to %v, want %v", part, lo, hi, want)
		}
	}
}

// TestIsEven: values are the same for every query, not only apart by the same on each, or as good in the mean.
func TestIsEven(t *testing.T) {
	a := []float64{0.1, 0.5, 0.4}
	for name, c := range map[string]struct {
		b    []float64
		want bool
	}{"the same": {a, true}, "apart by one number": {[]float64{0.3, 0.7, 0.6}, false}, "the same mean": {[]float64{0.5, 0.1, 0.4}, false}} {
		if test := Compare("map", a, c.b); test.IsEven() != c.want {
			t.Errorf("%s: %v, want %v", name, !c.want, c.want)
		}
	}
}
