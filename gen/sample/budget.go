package sample

import "math"

// PoolSizes returns the number of pairs of each pool if there are p regular pairs. With x = axiomatic / regular of pools that share it,
// append asks them for floor(p x + 1e-9) together, and replace for floor(p x / (1 + sum of all x) + 1e-9). A pool with a plain number
// asks for that number, and one with neither for All.
func PoolSizes(p int, pools []Pool, budget string) []int {
	shares := 1.0
	if budget == Replace {
		for _, pool := range pools {
			shares += pool.Ratio
		}
	}
	sizes := make([]int, len(pools))
	for i, pool := range pools {
		sizes[i] = All
		switch {
		case pool.Ratio > 0:
			sizes[i] = pool.shareOf(float64(p) / shares)
		case pool.Pairs > 0:
			sizes[i] = pool.Pairs
		}
	}
	return sizes
}

// shareOf returns the pool's part of the total that it shares, for so many regular pairs: the total is rounded down once, and its parts
// add up to it.
func (pool Pool) shareOf(regular float64) int {
	sharers := max(pool.Sharers, 1)
	total := int(math.Floor(float64(regular*pool.Ratio*float64(sharers)) + 1e-9))
	return (total + sharers - 1 - pool.Place) / sharers
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
