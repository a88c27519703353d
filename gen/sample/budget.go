package sample

import "math"

// Wanted is how many pairs each pool is asked for when there are p regular pairs: with x = axiomatic / regular of a pool,
// append asks floor(p x + 1e-9), replace floor(p x / (1 + sum of all x) + 1e-9); a pool with a plain number asks that, and
// one with neither asks All.
func Wanted(p int, pools []Pool, budget string) []int {
	shares := 1.0
	if budget == Replace {
		for _, pool := range pools {
			shares += pool.Ratio
		}
	}
	wanted := make([]int, len(pools))
	for i, pool := range pools {
		switch {
		case pool.Ratio > 0:
			wanted[i] = int(math.Floor(float64(p)*pool.Ratio/shares + 1e-9))
		case pool.Pairs > 0:
			wanted[i] = pool.Pairs
		default:
			wanted[i] = All
		}
	}
	return wanted
}

// RegularKept is how many regular pairs stay: all of them under append; under replace the first p minus those that the
// pools with a ratio or a number took, so that a shortfall leaves the pairs it would have displaced.
func RegularKept(p int, pools []Pool, taken []int, budget string) int {
	if budget == Replace {
		for i, pool := range pools {
			if pool.Ratio > 0 || pool.Pairs > 0 {
				p -= taken[i]
			}
		}
	}
	return max(p, 0)
}
