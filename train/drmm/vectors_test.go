package drmm

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The functions for vector registers return the bits of their definitions.
func TestVectorsGiveTheDefinitionsBits(t *testing.T) {
	if !vectors {
		t.Skip("this processor has no AVX2")
	}
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		store, weights := random(rng, 1, 0, 1+rng.IntN(4), 2)
		w1, dw1, grad := newLanes(), newLanes(), make([]float64, len(weights))
		w1.read(weights)
		for i := range store.Len() {
			in := store.Input(int32(i))
			h, plain := make([]float64, in.Terms()*hidden), make([]float64, in.Terms()*hidden)
			in.layer1Lanes(w1, weights, h)
			in.layer1(weights, plain)
			if !slices.Equal(h, plain) {
				t.Fatalf("layer 1: %v, by definition %v", h, plain)
			}
			for k := range in.Terms() {
				bins, values := in.row(k)
				scatterLanes(dw1, bins, values, (*[hidden]float64)(h[k*hidden:]))
				scatter(grad, bins, values, (*[hidden]float64)(h[k*hidden:]))
			}
		}
		summed := make([]float64, len(weights))
		if dw1.write(summed); !slices.Equal(summed, grad) {
			t.Fatalf("gradient %v, by definition %v", summed, grad)
		}
		x := make([]float64, rng.IntN(20))
		for i := range x {
			x[i] = rng.NormFloat64() * math.Pow(10, float64(rng.IntN(6)-3))
		}
		plain := slices.Clone(x)
		tanhs(x)
		plainTanhs(plain)
		if !slices.Equal(x, plain) {
			t.Fatalf("tanh: %v, by definition %v", x, plain)
		}
	})
	odd := []float64{math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1)}
	plain := slices.Clone(odd)
	tanhs(odd)
	plainTanhs(plain)
	for i, x := range odd {
		if x != plain[i] && !(math.IsNaN(x) && math.IsNaN(plain[i])) {
			t.Errorf("tanh: %v, by definition %v", x, plain[i])
		}
	}
}
