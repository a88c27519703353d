package queries

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The mean of the lengths is the one asked for, and no query is without a word.
func TestLength(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, mean := range []float64{1, 2.5, 4, 12} {
		sum, n := 0, 20_000
		for range n {
			words := length(rng, mean)
			if words < 1 {
				t.Fatal("a query without a word")
			}
			sum += words
		}
		if got := float64(sum) / float64(n); math.Abs(got-mean) > 0.1 {
			t.Errorf("mean %v, want %v", got, mean)
		}
	}
}

// The first that is drawn comes with a chance in proportion to its weight, and nothing comes twice.
func TestDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	weights, first, n := []float64{1, 2, 5}, make([]float64, 3), 20_000
	for range n {
		drawn := draw(rng, []int{0, 1, 2}, 2, func(i int) float64 { return weights[i] })
		if len(drawn) != 2 || drawn[0] == drawn[1] {
			t.Fatal(drawn)
		}
		first[drawn[0]]++
	}
	for i, w := range weights {
		if share := first[i] / float64(n); math.Abs(share-w/8) > 0.02 {
			t.Errorf("%d came first in a share of %.3f, want %.3f", i, share, w/8)
		}
	}
	if all := draw(rng, []int{0, 1, 2}, 9, func(int) float64 { return 1 }); len(all) != 3 {
		t.Error(all)
	}
}

// The ratio of a table of counts is what the formula gives by hand, and 0 where the words know nothing of each other.
func TestLikelihoodRatio(t *testing.T) {
	// k = 10 of 20 and 30 among 1,000: 2 (10 ln(10/.6) + 10 ln(10/19.4) + 20 ln(20/29.4) + 960 ln(960/950.6))
	want := 2 * (10*math.Log(10/.6) + 10*math.Log(10/19.4) + 20*math.Log(20/29.4) + 960*math.Log(960/950.6))
	if got := likelihoodRatio(10, 20, 30, 1000); math.Abs(got-want) > 1e-9 {
		t.Errorf("%v, want %v", got, want)
	}
	if got := likelihoodRatio(2, 20, 100, 1000); math.Abs(got) > 1e-9 {
		t.Errorf("independent: %v", got)
	}
}
