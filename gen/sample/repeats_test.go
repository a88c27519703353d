package sample

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"

	"pgregory.net/rapid"
)

// A pair is drawn twice only where a pool has no other left: pools that are asked for as many pairs as they hold draw no pair twice.
func TestNoPairTwiceBeforeAllOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, o := drawWorld(t), options(t)
		if o.Draw == LengthBalanced {
			o.Draw = Balanced // whose couples leave pairs out
		}
		every := w.run(o, []int{All, All}, one)
		type pair struct{ query, pos, neg int32 }
		numPools := map[pair]int{}
		for _, pool := range every.Pools {
			for _, d := range pool {
				numPools[pair{d.Query, d.Pos, d.Neg}]++
			}
		}
		held, firstRepeat := 0, map[int]int{}
		for i, pool := range every.Pools {
			firstRepeat[i] = slices.IndexFunc(pool, func(d PoolInstance) bool { return d.Key[0]&secondPart != 0 })
			if firstRepeat[i] < 0 {
				firstRepeat[i] = len(pool)
			}
			held += firstRepeat[i]
		}
		if held != len(numPools) {
			t.Fatalf("the pools hold %d pairs, there are %d different ones", held, len(numPools))
		}
		drawn := w.run(o, []int{firstRepeat[0], firstRepeat[1]}, one)
		seen := map[pair]bool{}
		for _, pool := range drawn.Pools {
			for _, d := range pool {
				at := pair{d.Query, d.Pos, d.Neg}
				if seen[at] {
					t.Fatalf("%v is drawn twice", at)
				}
				seen[at] = true
			}
		}
		o.Once = true
		once, left := w.run(o, []int{All, All}, one), 0
		for i, pool := range once.Pools {
			l := once.Ledger[i]
			if left += len(pool); l.Taken+l.Dropped.OtherAxiom != len(every.Pools[i]) || l.Shortfall != 0 {
				t.Fatalf("%d of %d pairs: %+v", len(pool), len(every.Pools[i]), l)
			}
			for _, d := range pool {
				delete(numPools, pair{d.Query, d.Pos, d.Neg})
			}
		}
		if left != len(seen) || len(numPools) > 0 {
			t.Fatalf("%d pairs drawn once, there are %d; lost: %v", left, len(seen), numPools)
		}
	})
}

// TestHolders: the pool that holds a pair of several pools is the one where its h is the smallest, the first of equal ones. Every other
// pair is in the first part of its pool.
func TestHolders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := &Query{ID: "q", Hash: Hash("q")}
		for i := range rapid.IntRange(2, 5).Draw(t, "documents") {
			id := string(rune('a' + i))
			q.Docs = append(q.Docs, Candidate{ID: id, Hash: Hash(id)})
		}
		numDocs := int32(len(q.Docs))
		s, made := New(Defaults(), twoPools, []int{All, All}, 0, nil), int32(rapid.IntRange(0, 2).Draw(t, "made"))
		lists, wanted := make([][]pairs.Instance, len(twoPools)), map[[2]int32]int{}
		for pos := range numDocs {
			for neg := range numDocs {
				in, least, number := pairs.Instance{Pos: pos, Neg: neg}, -1, 0
				for p := range lists {
					if pos == neg || !rapid.Bool().Draw(t, "has") {
						continue
					}
					lists[p] = append(lists[p], in)
					number++
					key := func(p int) uint64 { return drawKey(s.seeds[p], q.Hash, q.Docs[pos].Hash, q.Docs[neg].Hash) }
					if least < 0 || key(p) < key(least) {
						least = p
					}
				}
				if number > 1 {
					wanted[[2]int32{pos, neg}] = least
				}
			}
		}
		if made != 0 {
			lists[0] = slices.Insert(lists[0], 0, pairs.Instance{Pos: 0, Neg: 1, Made: made})
		}
		var v votes
		resolveConflicts(q, lists, Keep, &v, func(int) *DropCounts { return new(DropCounts) })
		shared := s.findHolders(q, lists, &v, holders{pools: []uint16{9, 9, 9}})
		for p, list := range lists {
			first, repeats := shared.divide(p, slices.Clone(list))
			for i, in := range append(slices.Clone(first), repeats...) {
				holder, isShared := wanted[[2]int32{in.Pos, in.Neg}]
				if want := in.Made == 0 && isShared && holder != p; want != (i >= len(first)) {
					t.Fatalf("pool %d, %+v: a repeat %t, want %t", p, in, !want, want)
				}
			}
			if len(first)+len(repeats) != len(list) {
				t.Fatalf("%d and %d of %d", len(first), len(repeats), len(list))
			}
		}
	})
}
