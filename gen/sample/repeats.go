package sample

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// This file decides which pool has a pair that several axioms prefer.

// holders has, for each pair of a query that is in several pools, the pool in which its h is smallest: that pool holds the pair. In the other
// pools the pair comes after all pairs that they hold, so that no pair is drawn twice before the others are used up.
type holders struct {
	n     int      // the number of candidates
	pools []uint16 // at preferred*n+other, 1 + the index of the pool that holds the pair; 0 for a pair that is in one pool
}

// cell returns the element of pools for a pair.
func (h *holders) cell(in pairs.Instance) *uint16 { return &h.pools[int(in.Pos)*h.n+int(in.Neg)] }

// findHolders returns the holders of a query's pairs, in the memory of old. v has the votes that resolveConflicts counted. A made document
// is in one pool, so its pairs have no holder.
func (s *Sampler) findHolders(q *Query, pools [][]pairs.Instance, v *votes, old holders) holders {
	if len(pools) < 2 {
		return holders{}
	}
	n := len(q.Docs)
	all := holders{n, slices.Grow(old.pools[:0], n*n)[:n*n]}
	clear(all.pools)
	for p, pool := range pools {
		for _, in := range pool {
			if in.Made != 0 {
				continue
			}
			if cell, way := v.cell(in); cell[way] < 2 {
				continue
			}
			key := func(pool int) uint64 {
				return drawKey(s.seeds[pool], q.Hash, q.Docs[in.Pos].Hash, q.Docs[in.Neg].Hash)
			}
			if holder := all.cell(in); *holder == 0 || key(p) < key(int(*holder)-1) {
				*holder = uint16(p + 1)
			}
		}
	}
	return all
}

// divide reorders the instances of a pool and returns them in two parts: those that no other pool holds, and those that another pool holds.
func (h *holders) divide(pool int, list []pairs.Instance) (first, repeats []pairs.Instance) {
	if len(h.pools) == 0 {
		return list, nil
	}
	n := 0
	for i, in := range list {
		if holder := int(*h.cell(in)); in.Made != 0 || holder == 0 || holder == pool+1 {
			list[n], list[i] = list[i], list[n]
			n++
		}
	}
	return list[:n], list[n:]
}

// dropRepeats leaves each drawn pair in one pool, in place, and returns the number of pairs that each pool loses. A pair that several pools
// drew stays in the pool with the fewest pairs.
func dropRepeats(pools [][]PoolInstance) []int {
	type pair struct {
		query int32
		pairs.Instance
	}
	drawnBy := map[pair][]int{} // the pools that drew a pair that is in the second part of one of them
	for _, list := range pools {
		for _, d := range list {
			if d.Key[0]&secondPart != 0 {
				drawnBy[pair{d.Query, d.Instance}] = nil
			}
		}
	}
	sizes := make([]int, len(pools)) // the number of pairs of each pool
	dropped := make([]int, len(pools))
	for i, list := range pools {
		sizes[i] = len(list)
		for _, d := range list {
			if by, ok := drawnBy[pair{d.Query, d.Instance}]; ok {
				drawnBy[pair{d.Query, d.Instance}] = append(by, i)
			}
		}
	}
	for i, list := range pools {
		pools[i] = slices.DeleteFunc(list, func(d PoolInstance) bool {
			by := drawnBy[pair{d.Query, d.Instance}]
			if len(by) > 1 {
				smallest := slices.MinFunc(by, func(a, b int) int { return sizes[a] - sizes[b] })
				for _, pool := range by {
					sizes[pool]--
				}
				sizes[smallest]++
				by = []int{smallest}
				drawnBy[pair{d.Query, d.Instance}] = by
			}
			return len(by) > 0 && by[0] != i
		})
		dropped[i] = len(list) - len(pools[i])
	}
	return dropped
}
