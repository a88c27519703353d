package sample

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// TestSpares holds the spares of drawn positives against their definition: each is a pair of a settled pool or a judged one, none
// was drawn, no positive has a negative twice, a positive that is short of n has all there are, and the pools that it was drawn
// from come before the others.
func TestSpares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o := Defaults()
		o.Draw = rapid.SampledFrom(drawOrderNames()).Draw(t, "draw")
		n := rapid.IntRange(0, 4).Draw(t, "n")
		s := New(o, twoPools, []int{All, All}, All, w.names)
		for i, q := range w.queries {
			mined := func() [][]pairs.Instance {
				return [][]pairs.Instance{slices.Clone(w.mined[i][0]), slices.Clone(w.mined[i][1])}
			}
			settled := mined()
			o.filterAndResolve(q, settled)
			of := map[int][]pairs.Instance{JudgedPool: o.regularPairs(q, s.seed, o.sides(q), nil), 0: settled[0], 1: settled[1]}
			var drawn []PoolPair
			all := map[int32]map[int32]bool{} // negatives by positive
			for pool := JudgedPool; pool < 2; pool++ {
				for j, in := range of[pool] {
					if j < 2 {
						drawn = append(drawn, PoolPair{in.Pos, in.Neg, pool})
					}
					if all[in.Pos] == nil {
						all[in.Pos] = map[int32]bool{}
					}
					all[in.Pos][in.Neg] = true
				}
			}
			had, own, foreign := map[int32]map[int32]bool{}, map[[2]int]bool{}, map[int32]bool{}
			for _, d := range drawn {
				if had[d.Pos] == nil {
					had[d.Pos] = map[int32]bool{}
				}
				had[d.Pos][d.Neg], own[[2]int{int(d.Pos), d.Pool}] = true, true
			}
			given := map[int32]int{}
			for _, spare := range s.Spares(q, mined(), drawn, n) {
				if had[spare.Pos] == nil || had[spare.Pos][spare.Neg] || !slices.Contains(of[spare.Pool],
					pairs.Instance{Pos: spare.Pos, Neg: spare.Neg}) {
					t.Fatalf("%+v has no drawn positive, repeats a negative or is no pair of its pool", spare)
				}
				had[spare.Pos][spare.Neg] = true
				given[spare.Pos]++
				mine := own[[2]int{int(spare.Pos), spare.Pool}]
				if mine && foreign[spare.Pos] {
					t.Fatalf("%+v comes behind one of another pool", spare)
				}
				foreign[spare.Pos] = foreign[spare.Pos] || !mine
			}
			for pos, negatives := range had {
				if given[pos] > n || given[pos] < n && len(negatives) < len(all[pos]) {
					t.Fatalf("%d has %d spares of %d, and %d negatives of %d", pos, given[pos], n, len(negatives), len(all[pos]))
				}
			}
		}
	})
}
