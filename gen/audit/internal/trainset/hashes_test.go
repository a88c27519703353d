package trainset

import (
	"testing"

	"github.com/axiomine/axiomine/internal/intern"
	"pgregory.net/rapid"
)

// TestHashTable compares the table with a map, over hashes of which many have the same place. The high part 0 is that of 1.
func TestHashTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table hashTable
		want := map[intern.Sum]uint32{}
		hash := rapid.Custom(func(t *rapid.T) intern.Sum {
			return intern.Sum{High: rapid.Uint64Range(0, 9).Draw(t, "high")<<10 | rapid.Uint64Range(0, 99).Draw(t, "middle"),
				Low: rapid.Uint64Range(0, 2).Draw(t, "low")}
		})
		for i, h := range rapid.SliceOfN(hash, 0, 2000).Draw(t, "hashes") {
			got, has := table.find(h)
			key := intern.Sum{High: max(h.High, 1), Low: h.Low}
			number, known := want[key]
			if has != known || has && got != number {
				t.Fatalf("%d: %d, %t, want %d, %t", h, got, has, number, known)
			}
			if !has {
				table.add(h, uint32(i))
				want[key] = uint32(i)
			}
		}
	})
}
