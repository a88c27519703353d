package trainset

import (
	"testing"

	"pgregory.net/rapid"
)

// TestHashTable compares the table with a map, over hashes of which many have the same place. The hash 0 is that of 1.
func TestHashTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table hashTable
		want := map[uint64]uint32{}
		hash := rapid.Custom(func(t *rapid.T) uint64 {
			return rapid.Uint64Range(0, 9).Draw(t, "high")<<10 | rapid.Uint64Range(0, 300).Draw(t, "low")
		})
		for i, h := range rapid.SliceOfN(hash, 0, 2000).Draw(t, "hashes") {
			got, has := table.find(h)
			number, known := want[max(h, 1)]
			if has != known || has && got != number {
				t.Fatalf("%d: %d, %t, want %d, %t", h, got, has, number, known)
			}
			if !has {
				table.add(h, uint32(i))
				want[max(h, 1)] = uint32(i)
			}
		}
	})
}
