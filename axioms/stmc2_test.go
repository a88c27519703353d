package axioms

import (
	"math/rand/v2"
	"testing"
)

// Products of whole numbers agree with quotients, up to the largest that they are used for and beyond.
func TestProportionsByProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	within := 0
	for range 2_000_000 {
		limit := []int{3, 12, 300, maxFactor, 2 * maxFactor}[r.IntN(5)]
		a, b, c := int32(r.IntN(limit+1)), int32(r.IntN(limit+1)), int32(r.IntN(limit+1))
		d := int32(r.IntN(limit + 1))
		if a > 0 && r.IntN(2) == 0 { // about the border: c/d is .8 or 1.25 times a/b
			d = min(int32(int64(c)*int64(b)*int64(4+r.IntN(2))/5/int64(a))+int32(r.IntN(3)), int32(limit))
		}
		want := b > 0 && d > 0 && isClose(0.2, float64(a)/float64(b), float64(c)/float64(d))
		if got := sameRatio(a, b, c, d); got != want {
			t.Fatalf("%d/%d and %d/%d: %v, want %v", a, b, c, d, got, want)
		}
		if want {
			within++
		}
	}
	if within < 10_000 {
		t.Errorf("only %d are in proportion", within)
	}
}
