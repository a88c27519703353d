package likeness

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/axiomine/axiomine/axioms/internal/vector"
)

// What is near the highest similarity is within the margin of the highest that VisitSimilar yields: queries of 1 to 20 terms, terms
// without vectors among them.
func TestNearIsWithinTheMargin(t *testing.T) {
	if !vector.Singles {
		t.Skip("no vector instructions here")
	}
	r := rand.New(rand.NewPCG(13, 14))
	near := 0
	for range 200 {
		table := someVectors{}
		dim := 1 + r.IntN(20)
		for id := range uint32(60) {
			if r.IntN(4) > 0 {
				table[id] = someNumbers(r, dim)
			}
		}
		like := NewQuery(someTerms(r, 1+r.IntN(20)), table)
		terms := someTerms(r, r.IntN(30))
		got, margin, ok := like.Near(terms, nil)
		if ok != (like.count > 0) {
			t.Fatalf("near: %v, of %d known terms", ok, like.count)
		}
		for i := range got {
			want := math.Inf(-1)
			like.VisitSimilar(terms[i], func(_ int, sim float64) { want = max(want, sim) })
			if off := math.Abs(want - float64(got[i])); off >= float64(margin) { // NaN for two infinities
				t.Fatalf("%v, want %v within %v", got[i], want, margin)
			}
			near++
		}
	}
	if near < 1000 {
		t.Errorf("%d terms only", near)
	}
}

func (s someVectors) Screens() bool { return true }

func (s someVectors) Single(t uint32) []float32 {
	if s[t] == nil {
		return nil
	}
	single, length := make([]float32, len(s[t])), math.Sqrt(vector.Dot(s[t], s[t]))
	for i, x := range s[t] {
		single[i] = float32(x / length)
	}
	return single
}

// someVectors are vectors by term.
type someVectors map[uint32][]float64

func (s someVectors) Vector(t uint32) []float64 { return s[t] }

func (s someVectors) Dim() int {
	for _, v := range s {
		return len(v)
	}
	return 0
}

func (s someVectors) Sim(a, b uint32) (float64, bool) {
	if s[a] == nil || s[b] == nil {
		return 0, false
	}
	return vector.Cosine(s[a], s[b]), true
}

func someNumbers(r *rand.Rand, n int) []float64 {
	numbers := make([]float64, n)
	for i := range numbers {
		numbers[i] = r.NormFloat64() * math.Exp(r.NormFloat64()*20)
	}
	return numbers
}

// someTerms draws n of 60 terms.
func someTerms(r *rand.Rand, n int) []uint32 {
	terms := make([]uint32, n)
	for i := range terms {
		terms[i] = uint32(r.IntN(60))
	}
	return terms
}
