package sample

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// holders decides which pool has a pair that several axioms prefer: the pool in which the pair's h is smallest holds the pair. In its other
// pools the pair is after all pairs that these pools hold, so that no pair is drawn twice while there are others.
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

// divide reorders the instances of a pool and returns two parts: instances that no other pool holds, and instances that another pool holds.
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

// dropRepeats removes repeated pairs from drawn pools, in place, and returns the number of pairs that each pool loses. A pair that several
// pools drew stays in the pool with the fewest pairs.
func dropRepeats(pools [][]PoolInstance) []int {
	type pair struct {
		query int32
		pairs.Instance
	}
	drawnBy := map[pair][]int{} // the pools that drew a pair, for pairs in the second part of a pool
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
			if drawers, ok := drawnBy[pair{d.Query, d.Instance}]; ok {
				drawnBy[pair{d.Query, d.Instance}] = append(drawers, i)
			}
		}
	}
	for i, list := range pools {
		pools[i] = slices.DeleteFunc(list, func(d PoolInstance) bool {
			drawers := drawnBy[pair{d.Query, d.Instance}]
			if len(drawers) > 1 {
				smallest := slices.MinFunc(drawers, func(a, b int) int { return sizes[a] - sizes[b] })
				for _, pool := range drawers {
					sizes[pool]--
				}
				sizes[smallest]++
				drawers = []int{smallest}
				drawnBy[pair{d.Query, d.Instance}] = drawers
			}
			return len(drawers) > 0 && drawers[0] != i
		})
		dropped[i] = len(list) - len(pools[i])
	}
	return dropped
}
