package sample

import "math"

// Pool names the pairs that an axiom prefers, and the wanted number of them: a Ratio, a number of Pairs, or all if both are 0.
type Pool struct {
	Name  string  // the axiom's canonical expression
	Key   string  // the name in the drawing key: the expression without delta, delta_star and margin
	Ratio float64 // the wanted number of pairs divided by the number of judged pairs; 0 if it is not given
	Pairs int     // the wanted number of pairs; 0 if it is not given
	// Sharers is the number of pools, including this one, that share one total and have the same Ratio; 0 counts as 1. Place is the index of
	// this pool among them: the first pools take the remainder of the division.
	Sharers, Place int
}

// PoolSizes returns the wanted number of pairs of each pool if there are p judged pairs. x is the ratio axiomatic / judged of the pools
// that share a total. The total is floor(p x + 1e-9) under append, and floor(p x / (1 + sum of all x) + 1e-9) under replace. A pool with a
// number gets this number, and a pool with neither gets All.
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

// shareOf returns the pool's share of its total for a number of judged pairs. The total is rounded down; all its shares sum to it.
func (pool Pool) shareOf(judged float64) int {
	sharers := max(pool.Sharers, 1)
	total := int(math.Floor(float64(judged*pool.Ratio*float64(sharers)) + 1e-9))
	return (total + sharers - 1 - pool.Place) / sharers
}

// JudgedKept returns the number of p judged pairs that stay: all under append; under replace p less the axiomatic pairs that were drawn
// from pools with a ratio or a number. So a pool with too few pairs displaces fewer judged pairs.
func JudgedKept(p int, pools []Pool, axiomatic []int, budget string) int {
	if budget == Replace {
		for i, pool := range pools {
			if pool.Ratio > 0 || pool.Pairs > 0 {
				p -= axiomatic[i]
			}
		}
	}
	return max(p, 0)
}
