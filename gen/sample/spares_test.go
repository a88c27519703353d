package sample

import (
	"cmp"
	"maps"
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
			o.filterAndResolve(q, o.roles(q, nil), settled, new(votes), func(int) *DropCounts { return new(DropCounts) })
			of := map[int][]pairs.Instance{JudgedPool: o.sides(q).judgedPairs(s.seed, nil), 0: settled[0], 1: settled[1]}
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

// TestLabelsOfSpares: by hand. A judged negative of a lower grade is relevant, in pairs that fill groups too; one of an axiom's pool has no
// label of its own.
func TestLabelsOfSpares(t *testing.T) {
	q := judgedQuery(2, 1, 0, -1, -1)
	s := New(Defaults(), twoPools, []int{9, 9}, 9, nil)
	got := map[PoolPair]int8{}
	mined, drawn := [][]pairs.Instance{{{Pos: 3, Neg: 4}, {Pos: 3, Neg: 2}}, nil}, []PoolPair{{0, 2, JudgedPool}, {3, 4, 0}}
	for _, spare := range s.Spares(q, mined, drawn, 9) {
		got[spare.PoolPair] = spare.NegLabel
	}
	want := map[PoolPair]int8{{0, 1, JudgedPool}: LabelRelevant, {0, 3, JudgedPool}: LabelRest, {0, 4, JudgedPool}: LabelRest,
		{3, 2, 0}: LabelRest}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestSparesOfAnyOrder: spares are the first by their keys, in whichever order an axiom found the pairs.
func TestSparesOfAnyOrder(t *testing.T) {
	q := judgedQuery(-1, -1, -1, -1, -1, -1)
	list := []pairs.Instance{{Pos: 0, Neg: 2}, {Pos: 1, Neg: 2}, {Pos: 0, Neg: 3}, {Pos: 1, Neg: 3}, {Pos: 0, Neg: 4}, {Pos: 1, Neg: 4},
		{Pos: 0, Neg: 5}, {Pos: 1, Neg: 5}}
	s := New(Defaults(), twoPools, []int{9, 9}, 9, nil)
	spares := func(list []pairs.Instance) (all []PoolPair) {
		for _, spare := range s.Spares(q, [][]pairs.Instance{slices.Clone(list), nil}, []PoolPair{{0, 2, 0}, {1, 2, 0}}, 2) {
			all = append(all, spare.PoolPair)
		}
		return all
	}
	want := spares(list)
	back := slices.Clone(list)
	slices.Reverse(back)
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b pairs.Instance) int { return int(a.Pos - b.Pos) })
	for name, other := range map[string][]pairs.Instance{"backwards": back, "by the first document": sorted} {
		if got := spares(other); len(want) != 4 || !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestSparesOfTop: by hand. Of the positive p the best of the run is drawn, so that its spares are the next two.
func TestSparesOfTop(t *testing.T) {
	q := &Query{ID: "q", Labelled: true, Docs: []Candidate{{ID: "p", Judged: true, Grade: 1, Rank: 2}, {ID: "lacked"},
		{ID: "third", Rank: 4}, {ID: "first", Rank: 1}, {ID: "second", Rank: 3}}}
	for i := range q.Docs {
		q.Docs[i].Hash = Hash(q.Docs[i].ID)
	}
	o := Defaults()
	o.Negatives = Top
	s := New(o, twoPools, []int{9, 9}, 9, nil)
	for n, want := range map[int][]int32{1: {4}, 2: {4, 2}, 3: {4, 2, 1}, 4: {4, 2, 1}} {
		var got []int32
		for _, spare := range s.Spares(q, make([][]pairs.Instance, 2), []PoolPair{{0, 3, JudgedPool}}, n) {
			got = append(got, spare.Neg)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d spares: %d, want %d", n, got, want)
		}
	}
}

// TestSparesInTheirOrder: by hand. Under hard, the spares of a positive are those that the run orders wrongly, the worst first; under
// uniform, those with the smallest h.
func TestSparesInTheirOrder(t *testing.T) {
	q := judgedQuery(1, -1, -1, -1, -1, -1)
	for i, score := range []float64{5, 1, 8, 7, 2, 9} {
		q.Docs[i].Score = score
	}
	o := Defaults()
	o.Draw = Hard
	negatives := func(s *Sampler, pool int) (list []int32) {
		lists := [][]pairs.Instance{nil, nil}
		for i := range int32(5) {
			lists[0] = append(lists[0], pairs.Instance{Pos: 0, Neg: i + 1})
		}
		for _, spare := range s.Spares(q, lists, []PoolPair{{0, 1, pool}}, 3) {
			list = append(list, spare.Neg)
		}
		return list
	}
	if got := negatives(New(o, twoPools, []int{9, 9}, 9, nil), JudgedPool); !slices.Equal(got, []int32{5, 2, 3}) {
		t.Errorf("hard: %d, want those that are 4, 3 and 2 above", got)
	}
	o.Draw = Uniform
	s := New(o, twoPools, []int{9, 9}, 9, nil)
	byHash := []int32{2, 3, 4, 5}
	slices.SortFunc(byHash, func(a, b int32) int {
		h := func(d int32) uint64 { return drawKey(s.seed, q.Hash, q.Docs[0].Hash, q.Docs[d].Hash) }
		return cmp.Compare(h(a), h(b))
	})
	if got := negatives(s, JudgedPool); !slices.Equal(got, byHash[:3]) {
		t.Errorf("uniform: %d, want the first of %d", got, byHash)
	}
	o.Negatives, o.Draw = Top, Hard // the run's order is that of judged pairs alone
	q.Docs[0].Judged = false        // a judged pair is in no axiom's pool
	if got := negatives(New(o, twoPools, []int{9, 9}, 9, nil), 0); !slices.Equal(got, []int32{5, 2, 3}) {
		t.Errorf("of an axiom's pool: %d, want those that are 4, 3 and 2 above", got)
	}
}
