package sample

import (
	"slices"
	"strconv"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// lengthPair is a pair with the lengths of its preferred and its other document.
type lengthPair struct {
	drawn    PoolInstance
	pos, neg int
}

// plainCouples is the definition of the order length-balanced: in every bin the i-th pair that prefers the longer document and the i-th
// that prefers the shorter one are a couple, placed by the larger of their keys; pairs of equal length stand for themselves.
func plainCouples(list []lengthPair, names Names, k int) []PoolInstance {
	var bins [lengthBins][2][]PoolInstance
	for _, p := range list {
		side := 0
		if p.pos < p.neg {
			side = 1
		}
		bin := lengthBin(p.pos, p.neg)
		bins[bin][side] = append(bins[bin][side], p.drawn)
	}
	var out []PoolInstance
	for bin := range bins {
		longer, shorter := bins[bin][0], bins[bin][1]
		slices.SortFunc(longer, names.compare)
		slices.SortFunc(shorter, names.compare)
		if bin == 0 {
			for _, d := range longer {
				d.Key = Key{d.Key[0], d.Key[1], d.Key[0], d.Key[1]}
				out = append(out, d)
			}
			continue
		}
		for i := range min(len(longer), len(shorter)) {
			last := slices.MaxFunc([]Key{longer[i].Key, shorter[i].Key}, Key.compare)
			for _, d := range []PoolInstance{longer[i], shorter[i]} {
				d.Key = Key{last[0], last[1], d.Key[0], d.Key[1]}
				out = append(out, d)
			}
		}
	}
	slices.SortFunc(out, names.compare)
	if k != All {
		out = out[:min(k, len(out))]
	}
	return out
}

// TestCoupledIsThePlainDefinition: whoever offers the pairs and in which order, they come as by the definition, and the numbers add up.
func TestCoupledIsThePlainDefinition(t *testing.T) {
	names := Names(func(d PoolInstance) (string, string, string) {
		return strconv.Itoa(int(d.Query)), strconv.Itoa(int(d.Pos)), strconv.Itoa(int(d.Neg))
	})
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 120).Draw(t, "n")
		k := rapid.SampledFrom([]int{All, 0, 1, 2, 7, 60}).Draw(t, "k")
		first, second := newCoupleSelection(k, names), newCoupleSelection(k, names)
		var list []lengthPair
		lengths := rapid.IntRange(1, 12)
		for i := range n {
			p := lengthPair{PoolInstance{Instance: pairs.Instance{Pos: int32(i), Neg: int32(i + 1)},
				Key: Key{rapid.Uint64Range(0, 5).Draw(t, "rank"), rapid.Uint64Range(0, 9).Draw(t, "key")}},
				lengths.Draw(t, "preferred"), lengths.Draw(t, "other")}
			list = append(list, p)
			part := first
			if rapid.Bool().Draw(t, "second") {
				part = second
			}
			part.offer(p.drawn, p.pos, p.neg)
		}
		first.merge(second)
		whole := plainCouples(list, names, All)
		if first.size() != len(whole) || first.size()+first.countUnmatched() != n {
			t.Fatalf("%d pairs in the pool and %d without a partner, of %d, of which %d have one",
				first.size(), first.countUnmatched(), n, len(whole))
		}
		if got, want := first.sortDrawn(), plainCouples(list, names, k); !slices.Equal(got, want) {
			t.Fatalf("%v, not %v", got, want)
		}
	})
}
