package dataset

import (
	"slices"

	"github.com/axiomine/axiomine/gen/sample"
)

// unjudgedPairs is how many axiomatic pairs a ratio asks for where nothing is judged, shared by the pools as their ratios are: enough
// to fine-tune a ranker, and drawn in seconds.
const unjudgedPairs = 100_000

// unjudgedText says what is asked there.
const unjudgedText = "nothing is judged, so there is nothing to compare with: asked are all pairs that the axioms find, at most 100,000 " +
	"(--pairs N: N); judgements of ten queries (--qrels FILE) would show how often each axiom agrees with them"

// isUnjudged reports whether ratios have no judged pairs to stand beside.
func (d *Drawer) isUnjudged() bool {
	return d.Unjudged && slices.ContainsFunc(d.Axioms.Pools, func(p sample.Pool) bool { return p.Ratio > 0 })
}

// unjudgedSizes returns the size of every pool's sample where nothing is judged.
func unjudgedSizes(pools []sample.Pool) []int {
	shares := 0.0
	for _, pool := range pools {
		shares += pool.Ratio
	}
	sizes := make([]int, len(pools))
	for i, pool := range pools {
		switch {
		case pool.Ratio > 0:
			sizes[i] = max(1, int(unjudgedPairs*pool.Ratio/shares))
		case pool.Pairs > 0:
			sizes[i] = pool.Pairs
		default:
			sizes[i] = sample.All
		}
	}
	return sizes
}

// wantOnlyTaken sets the wanted number of a pool with a ratio to the drawn one: a bound that is not reached is no shortfall. A number of
// pairs that a user asks for stays.
func wantOnlyTaken(pools []sample.Pool, ledgers []sample.PoolLedger) {
	for i := range ledgers {
		if p := &ledgers[i]; pools[i].Pairs == 0 && p.Shortfall > 0 && p.Taken == p.Size {
			p.Wanted, p.Shortfall = p.Taken, 0
		}
	}
}
