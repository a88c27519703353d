package sample

import (
	"cmp"
	"math"
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// JudgedPool stands for the number of the judged pairs' pool.
const JudgedPool = -1

// Taken is a drawn pair of two candidates of a query and its pool: a number, or JudgedPool.
type Taken struct {
	Pos, Neg int32
	Pool     int
}

// Spare is a pair that nobody drew: what can fill a group of a drawn positive.
type Spare struct {
	Taken
	NegLabel int8
}

// Spares lists, for the positives of a query's drawn pairs, at most n pairs each with negatives other than the drawn ones, no
// negative twice: first what the pools that the positive was drawn from put below it, then the judgements, then the other
// pools in their order, each in its order of drawing. The limits per query and per positive bound what is drawn and not what
// fills a group. It changes the slices in mined.
func (s *Sampler) Spares(q *Query, mined [][]pairs.Instance, drawn []Taken, n int) (out []Spare) {
	o := s.o
	o.PositivesPerQuery, o.NegativesPerQuery, o.NegativesPerPositive, o.StatedAlone = 0, 0, 0, false
	pools, labels := s.pooled(q, mined)
	type below struct {
		own    map[int]bool // pools
		others map[int32]bool
		spares int
	}
	positives := map[int32]*below{}
	var order []int32 // as they first come
	for _, t := range drawn {
		b := positives[t.Pos]
		if b == nil {
			b = &below{own: map[int]bool{}, others: map[int32]bool{}}
			positives[t.Pos] = b
			order = append(order, t.Pos)
		}
		b.own[t.Pool], b.others[t.Neg] = true, true
	}
	candidates := map[int32][]Spare{}
	list := func(pool int, seed uint64, found []pairs.Instance) {
		found = slices.DeleteFunc(found, func(in pairs.Instance) bool { return in.Made > 0 || positives[in.Pos] == nil })
		draw := o.Draw
		if draw == LengthBalanced {
			draw = Balanced
		}
		_, ranked := rankPool(q, seed, draw, found, math.MaxInt, nil, nil)
		slices.SortStableFunc(ranked, func(a, b Drawn) int { return a.Key.compare(b.Key) })
		if pool == JudgedPool && o.Negatives == Top {
			slices.SortStableFunc(ranked, func(a, b Drawn) int { return cmp.Compare(q.Docs[a.Neg].place(), q.Docs[b.Neg].place()) })
		}
		for _, d := range ranked {
			spare := Spare{Taken: Taken{d.Pos, d.Neg, pool}}
			if pool == JudgedPool {
				spare.NegLabel = o.negativeLabel(q, d.Neg, labels)
			}
			candidates[d.Pos] = append(candidates[d.Pos], spare)
		}
	}
	list(JudgedPool, s.seed, o.regularPairs(q, s.seed, o.sides(q), nil))
	for i, pool := range pools {
		list(i, s.seeds[i], pool)
	}
	for _, pos := range order {
		b := positives[pos]
		for _, own := range [...]bool{true, false} {
			for _, spare := range candidates[pos] {
				if b.own[spare.Pool] == own && b.spares < n && !b.others[spare.Neg] {
					b.others[spare.Neg] = true
					b.spares++
					out = append(out, spare)
				}
			}
		}
	}
	return out
}

// pooled are the pools of a query as they are drawn from; under multi-graded the graded pool and the labels that make it.
func (s *Sampler) pooled(q *Query, mined [][]pairs.Instance) (pools [][]pairs.Instance, labels []int8) {
	roles := s.o.settled(q, mined)
	if s.o.Strategy == Paired {
		return mined, nil
	}
	labels = graded(q, mined, s.o.MinGrade, nil)
	return [][]pairs.Instance{gradedPool(q, labels, roles, nil)}, labels
}
