package embed

import "math/rand/v2"

// alias draws from a discrete distribution in constant time (Walker, "An Efficient Method for Generating Discrete Random
// Variables with General Distributions", 1977; set up as by Vose, 1991).
type alias struct {
	stay  []float64 // probability that column i answers i
	other []int32   // what it answers otherwise
}

// newAlias takes weights that are positive and need not sum to 1.
func newAlias(weights []float64) alias {
	n := len(weights)
	a := alias{stay: make([]float64, n), other: make([]int32, n)}
	var sum float64
	for _, w := range weights {
		sum += w
	}
	var small, large []int32
	for i, w := range weights {
		a.stay[i] = w / sum * float64(n)
		a.other[i] = int32(i)
		if a.stay[i] < 1 {
			small = append(small, int32(i))
		} else {
			large = append(large, int32(i))
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		a.other[s] = l
		a.stay[l] -= 1 - a.stay[s]
		if a.stay[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	for _, rest := range [2][]int32{small, large} { // 1 but for rounding
		for _, i := range rest {
			a.stay[i] = 1
		}
	}
	return a
}

func (a alias) draw(rng *rand.Rand) int32 {
	i := rng.IntN(len(a.stay))
	if rng.Float64() < a.stay[i] {
		return int32(i)
	}
	return a.other[i]
}
