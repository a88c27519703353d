package embed

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The instructions for eight numbers at once give the bits of the plain definitions, at every length and alignment.
func TestKernelsPlain(t *testing.T) {
	if !vectors {
		t.Skip("this processor has no such instructions")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 140 {
		for shift := range 3 {
			a, b := make([]float32, n+shift), make([]float32, n+shift)
			for i := range a {
				a[i], b[i] = float32(rng.NormFloat64()), float32(math.Exp(10*rng.NormFloat64()))
			}
			x, y := a[shift:], b[shift:]
			if got, want := inner(x, y), plainInner(x, y); math.Float32bits(got) != math.Float32bits(want) {
				t.Errorf("%d numbers: inner product %v, want %v", n, got, want)
			}
			scale := float32(rng.NormFloat64())
			got, want := append([]float32{}, y...), append([]float32{}, y...)
			add(scale, x, got)
			plainAdd(scale, x, want)
			for i := range want {
				if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
					t.Errorf("%d numbers: number %d is %v, want %v", n, i, got[i], want[i])
				}
			}
		}
	}
}

func BenchmarkInner(b *testing.B) {
	x, y := make([]float32, 300), make([]float32, 300)
	for b.Loop() {
		inner(x, y)
	}
}

func BenchmarkAdd(b *testing.B) {
	x, y := make([]float32, 300), make([]float32, 300)
	for b.Loop() {
		add(0.5, x, y)
	}
}
