package hashes

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestCommonAgreesWithMaps holds the common numbers of two lists, and their places, against those of a map.
func TestCommonAgreesWithMaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Uint64Range(0, 300), rapid.Uint64())
		list := func(name string) []uint64 {
			l := rapid.SliceOfN(number, 0, 300).Draw(t, name)
			slices.Sort(l)
			return slices.Compact(l)
		}
		a, b := list("a"), list("b")
		got, n := Common(a, b), 0
		for _, x := range slices.Concat(a, b, []uint64{7, 1 << 63}) {
			place := got.Number(x)
			if there := slices.Contains(a, x) && slices.Contains(b, x); there != (place >= 0) || there && got[place] != x {
				t.Fatalf("%d at %d of %v", x, place, got)
			}
		}
		for _, x := range a {
			if slices.Contains(b, x) {
				n++
			}
		}
		if len(got) != n {
			t.Fatalf("%d, want %d", len(got), n)
		}
	})
}
