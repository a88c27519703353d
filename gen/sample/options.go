package sample

import (
	"math"
)

// All stands for no limit where a number of pairs is expected.
const All = -1

// Strategies, conflict rules, budget modes and orders of drawing, by the names of the contract.
const (
	Paired         = "paired"
	MultiGraded    = "multi-graded"
	Drop           = "drop"
	Keep           = "keep"
	Majority       = "majority"
	Append         = "append"
	Replace        = "replace"
	Uniform        = "uniform"
	Balanced       = "balanced"
	LengthBalanced = "length-balanced"
	Hard           = "hard"
	FromCandidates = "candidates"
	AllPositives   = "all"
	Top            = "top"
	// Ordered and Binary set whether a relevant document stands above a relevant one of a lower grade.
	Ordered = "ordered"
	Binary  = "binary"
)

// GradedPool is the one axiomatic pool of the multi-graded strategy.
const GradedPool = "all"

// Options set how pools are made and drawn.
type Options struct {
	Strategy  string // paired | multi-graded
	Conflict  string // drop | keep | majority
	Budget    string // append | replace
	Draw      string // a name of drawOrders
	Positives string // candidates | all
	Negatives string // random | top: which negatives stay under a limit
	Grades    string // ordered | binary: whether a lower grade is a preference between relevant documents
	MinGrade  int    // lowest grade that is relevant
	Seed      uint64

	Judged               int // judged pairs in all; All for no limit
	NegativesPerPositive int // 0 for no limit
	AssumedPerPositive   int // negatives that nobody judged; 0 for no limit
	PositivesPerQuery    int // 0 for no limit
	NegativesPerQuery    int // 0 for no limit

	// Bounds outside which a document is no negative, see Suspects. Scores are those of the candidate run; nil sets no bound.
	SkipTop        int
	MaxScore       *float64
	WithinTop      int
	MinScore       *float64
	AbsoluteMargin *float64
	RelativeMargin *float64 // share of the positive's score
	JudgedOnly     bool
	// JudgedFirst lets limits and numbers leave out judged pairs whose negative nobody judged before those with a judged one.
	JudgedFirst bool
	// EachFirst puts, in balanced order, a query's judged pairs that name a document for the first time before its other pairs.
	EachFirst bool
	// StatedAlone leaves out judged pairs whose negative nobody judged, where the query has a judged negative.
	StatedAlone bool
}

// Defaults returns the contract's options.
func Defaults() Options {
	return Options{Strategy: Paired, Conflict: Drop, Budget: Append, Draw: Balanced, Positives: AllPositives, Negatives: Random,
		Grades: Ordered, MinGrade: 1, Seed: 42, Judged: All}
}

// Pool is one axiomatic pool and how much of it is wanted: a Ratio, or a number of Pairs, or (neither) every pair.
type Pool struct {
	Name  string  // canonical expression
	Key   string  // the name that enters the drawing key: the expression without delta, delta_star and margin
	Ratio float64 // x = axiomatic / judged of this pool; 0 when not given
	Pairs int     // 0 when not given

	// Sharers is the number of pools, with this one, that share one total and have the same Ratio; 0 counts as 1. Place is this pool's
	// place among them, from 0: the first pools take the remainder of the division.
	Sharers, Place int
}

// PoolSizes returns the number of pairs of each pool if there are p judged pairs. With x = axiomatic / judged of pools that share it,
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

// shareOf returns the pool's part of the total that it shares, for so many judged pairs: the total is rounded down once, and its parts
// add up to it.
func (pool Pool) shareOf(judged float64) int {
	sharers := max(pool.Sharers, 1)
	total := int(math.Floor(float64(judged*pool.Ratio*float64(sharers)) + 1e-9))
	return (total + sharers - 1 - pool.Place) / sharers
}

// JudgedKept returns how many judged pairs stay: all under append; under replace the first p minus those that the pools with a ratio or
// a number took, so that a shortfall leaves the pairs that it would have displaced.
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
