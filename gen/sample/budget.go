package sample

import "math"

// Wanted returns how many pairs are asked of each pool if there are p regular pairs. With x = axiomatic / regular of a pool, append asks
// for floor(p x + 1e-9), and replace for floor(p x / (1 + sum of all x) + 1e-9). A pool with a plain number asks for that number, and one
// with neither for All.
func Wanted(p int, pools []Pool, budget string) []int {
	shares := 1.0
	if budget == Replace {
		for _, pool := range pools {
			shares += pool.Ratio
		}
	}
	sizes := make([]int, len(pools))
	for i, pool := range pools {
		switch {
		case pool.Ratio > 0:
			sizes[i] = int(math.Floor(float64(p)*pool.Ratio/shares + 1e-9))
		case pool.Pairs > 0:
			sizes[i] = pool.Pairs
		default:
			sizes[i] = All
		}
	}
	return sizes
}

// RegularKept returns how many regular pairs stay: all under append; under replace the first p minus those that the pools with a ratio or
// a number took, so that a shortfall leaves the pairs that it would have displaced.
func RegularKept(p int, pools []Pool, axiomatic []int, budget string) int {
	if budget == Replace {
		for i, pool := range pools {
			if pool.Ratio > 0 || pool.Pairs > 0 {
				p -= axiomatic[i]
			}
		}
	}
	return max(p, 0)
}
