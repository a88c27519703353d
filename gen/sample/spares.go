package sample

import (
	"cmp"
	"math"
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// JudgedPool is the value of PoolPair.Pool for judged pairs.
const JudgedPool = -1

// PoolPair is a pair of two candidates of a query, with the pool that it was drawn from.
type PoolPair struct {
	Pos, Neg int32 // indexes of Query.Docs
	Pool     int   // the index of the pool, or JudgedPool
}

// Spare is a pair that was not drawn and that can fill a group of a drawn positive.
type Spare struct {
	PoolPair
	NegLabel int8
}

// Spares returns, for each positive of a query's drawn pairs, at most n pairs with different negatives that were not drawn. Pairs of pools
// that the positive was drawn from are first, then judged pairs, then pairs of the other pools in their order; each are in their order of
// drawing. The limits per query and per positive do not apply. It changes the slices in lists.
func (s *Sampler) Spares(q *Query, lists [][]pairs.Instance, drawnPairs []PoolPair, n int) (out []Spare) {
	o := s.o
	o.PositivesPerQuery, o.NegativesPerQuery, o.NegativesPerPositive, o.AssumedPerPositive, o.StatedAlone = 0, 0, 0, 0, false
	pools, labels := s.drawingPools(q, lists)
	type group struct {
		pools     map[int]bool   // the pools that the positive was drawn from
		negatives map[int32]bool // the negatives of its pairs and spares
		spares    int            // number of its spares
	}
	positives := map[int32]*group{}
	var order []int32 // the positives, in the order of their first pairs
	for _, t := range drawnPairs {
		g := positives[t.Pos]
		if g == nil {
			g = &group{pools: map[int]bool{}, negatives: map[int32]bool{}}
			positives[t.Pos] = g
			order = append(order, t.Pos)
		}
		g.pools[t.Pool], g.negatives[t.Neg] = true, true
	}
	candidates := map[int32][]Spare{}
	var scratch []hashedInstance
	var rows []PoolInstance
	// listOne adds the instances of one positive to candidates. Their ranks have the same order as among all instances.
	listOne := func(pool int, seed uint64, instances []pairs.Instance) {
		scratch, rows = rankPool(q, seed, s.order, instances, math.MaxInt, scratch, rows)
		slices.SortStableFunc(rows, func(a, b PoolInstance) int { return a.Key.compare(b.Key) })
		if pool == JudgedPool && o.Negatives == Top {
			slices.SortStableFunc(rows, func(a, b PoolInstance) int { return cmp.Compare(q.Docs[a.Neg].place(), q.Docs[b.Neg].place()) })
		}
		numUsed := len(positives[instances[0].Pos].negatives) // these negatives cannot be spares
		for _, d := range rows[:min(min(n, len(rows))+numUsed, len(rows))] {
			spare := Spare{PoolPair: PoolPair{d.Pos, d.Neg, pool}}
			if pool == JudgedPool {
				spare.NegLabel = negativeLabel(q, d.Neg, labels, o.MinGrade)
			}
			candidates[d.Pos] = append(candidates[d.Pos], spare)
		}
	}
	list := func(pool int, seed uint64, instances []pairs.Instance) {
		instances = slices.DeleteFunc(instances, func(in pairs.Instance) bool { return in.Made > 0 || positives[in.Pos] == nil })
		slices.SortStableFunc(instances, func(a, b pairs.Instance) int { return cmp.Compare(a.Pos, b.Pos) })
		for onePositive := range pairs.Adjacent(instances, func(a, b pairs.Instance) bool { return a.Pos == b.Pos }) {
			listOne(pool, seed, onePositive)
		}
	}
	list(JudgedPool, s.seed, o.sides(q).judgedPairs(s.seed, nil))
	for i, pool := range pools {
		list(i, s.seeds[i], pool)
	}
	for _, pos := range order {
		g := positives[pos]
		for _, wasDrawnFrom := range [...]bool{true, false} {
			for _, spare := range candidates[pos] {
				if g.pools[spare.Pool] == wasDrawnFrom && g.spares < n && !g.negatives[spare.Neg] {
					g.negatives[spare.Neg] = true
					g.spares++
					out = append(out, spare)
				}
			}
		}
	}
	return out
}

// drawingPools returns the pools that pairs of a query are drawn from; under multi-graded the graded pool and its labels.
func (s *Sampler) drawingPools(q *Query, lists [][]pairs.Instance) (pools [][]pairs.Instance, labels []int8) {
	roles, dropped := s.o.roles(q, nil), new(DropCounts)
	s.o.filterAndResolve(q, roles, lists, new(votes), func(int) *DropCounts { return dropped })
	if s.o.Strategy == Paired {
		return lists, nil
	}
	labels = labelCandidates(q, lists, s.o.MinGrade, nil)
	return [][]pairs.Instance{gradedPool(q, labels, roles, nil)}, labels
}
