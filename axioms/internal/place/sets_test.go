package place

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestTermSetsAreNumbered compares both ways of numbering: equal numbers for equal sets, and for no others.
func TestTermSetsAreNumbered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slots := rapid.Int32Range(0, 30)
		short, long := NewSets(31), NewSets(31)
		same := map[int32]int32{}
		for _, list := range rapid.SliceOfN(rapid.SliceOfN(slots, 0, 4), 0, 9).Draw(t, "documents") {
			var found []Occurrence
			for _, slot := range list {
				found = append(found, Occurrence{Slot: slot})
			}
			a, n := short.Number(found)
			b, m := long.count(found)
			slices.Sort(list)
			if other, known := same[a]; n != m || n != len(slices.Compact(list)) || known && other != b {
				t.Fatalf("%v: set %d of %d, set %d of %d", list, a, n, b, m)
			}
			same[a] = b
		}
		if len(same) != len(long.numbers) {
			t.Fatalf("%d sets, %d sets", len(same), len(long.numbers))
		}
	})
}
