package likeness

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms/internal/vector"
)

// The likeness of terms four at a time is that of one after the other: queries of 1 to 20 terms, terms without vectors among them.
func TestHighestAgreesWithPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 200 {
		table := someVectors{}
		dim := 1 + r.IntN(20)
		for id := range uint32(60) {
			if r.IntN(4) > 0 {
				table[id] = someNumbers(r, dim)
			}
		}
		like := Of(someTerms(r, 1+r.IntN(20)), table)
		terms := someTerms(r, r.IntN(30))
		if got, want := like.Highest(terms, nil), like.plainHighest(terms, nil); !slices.Equal(got, want) {
			t.Fatalf("%d terms: %v, want %v", len(terms), got, want)
		}
	}
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
