package bpe

import (
	"testing"

	"pgregory.net/rapid"
)

// TestMergeTable compares with a map.
func TestMergeTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.Int32Range(-1, 9) // few, so that pairs come again and slots are neighbours; -1 as what a damaged file has
		merges := rapid.SliceOf(rapid.Custom(func(t *rapid.T) [3]int32 {
			return [3]int32{id.Draw(t, "left"), id.Draw(t, "right"), id.Draw(t, "id")}
		})).Draw(t, "merges")
		table, want := newMergeTable(len(merges)), map[uint64]merge{}
		for rank, m := range merges {
			table.put(pair(m[0], m[1]), merge{int32(rank), m[2]})
			want[pair(m[0], m[1])] = merge{int32(rank), m[2]}
		}
		for left := int32(-1); left < 10; left++ {
			for right := int32(-1); right < 10; right++ {
				got, ok := table.get(pair(left, right))
				if now, has := want[pair(left, right)]; ok != has || ok && got != now {
					t.Fatalf("%d, %d: %v, %t, want %v, %t", left, right, got, ok, now, has)
				}
			}
		}
	})
}
