package embed

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// Counting in parts gives what a map gives. Powers of two add up exactly in any order.
func TestCooccurrencesPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plain := map[uint64]float64{}
		var c counter
		for _, doc := range rapid.SliceOfN(rapid.SliceOfN(rapid.Int32Range(0, 4), 0, 6), 1, 5).Draw(t, "docs") {
			for at, b := range doc {
				for before := max(0, at-2); before < at; before++ {
					a, x := doc[before], 1/float64(at-before)
					if a == b {
						x *= 2
					}
					plain[uint64(min(a, b))<<32|uint64(max(a, b))] += x
				}
			}
			c.add(doc, 2)
			if rapid.Bool().Draw(t, "merge") {
				c.merge()
			}
		}
		got := c.counts()
		if len(got) != len(plain) {
			t.Fatalf("%v, want %v", got, plain)
		}
		for i, p := range got {
			if p.x != plain[p.key] || i > 0 && got[i-1].key >= p.key {
				t.Fatalf("%v, want %v", got, plain)
			}
		}
	})
}

// A step goes down the gradient of its term, half of f(X) (w.v + a + b - ln X)^2, here by finite differences; Adagrad divides it
// by the root of the sum of squares before, and adds its square to that.
func TestGloVeFollowsTheGradient(t *testing.T) {
	o := Defaults()
	o.Architecture, o.Dim, o.LearningRate = GloVe, 3, 0.05
	g := newGloVe(o, []int64{3, 2}, 5)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range g.w {
		g.w[i], g.v[i], g.sumW[i], g.sumV[i] = float32(rng.NormFloat64()), float32(rng.NormFloat64()), float32(1+rng.Float64()),
			float32(1+rng.Float64())
	}
	n := near{i: 1, j: 0, weight: 0.3, log: 1.25}
	const width = 4
	before := [][]float64{widen(g.w[width:]), widen(g.v[:width])}
	sums := [][]float64{widen(g.sumW[width:]), widen(g.sumV[:width])}
	g.step(n)
	after := [][]float64{widen(g.w[width:]), widen(g.v[:width])}
	sumsAfter := [][]float64{widen(g.sumW[width:]), widen(g.sumV[:width])}
	term := func() float64 {
		d := dot(before[0][:3], before[1][:3]) + before[0][3] + before[1][3] - 1.25
		return 0.3 / 2 * d * d
	}
	for side := range before {
		for k := range before[side] {
			const eps = 1e-6
			old := before[side][k]
			before[side][k] = old + eps
			up := term()
			before[side][k] = old - eps
			down := term()
			before[side][k] = old
			step := o.LearningRate * (up - down) / (2 * eps)
			if want := old - step/math.Sqrt(sums[side][k]); math.Abs(after[side][k]-want) > 1e-6 {
				t.Errorf("weight %d of side %d: %v, want %v", k, side, after[side][k], want)
			}
			if want := sums[side][k] + step*step; math.Abs(sumsAfter[side][k]-want) > 1e-6 {
				t.Errorf("sum %d of side %d: %v, want %v", k, side, sumsAfter[side][k], want)
			}
		}
	}
	if g.w[0] == 0 || g.sumW[0] < 1 {
		t.Error("other words moved")
	}
}
