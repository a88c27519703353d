package intern

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Strings get the numbers of first sight, which a map has, and so do those of another set. Hashes may be the same.
func TestNumbersOfFirstSight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hash := rapid.SampledFrom([]func([]byte) uint64{
			Hash,
			func(b []byte) uint64 { return uint64(len(b)) << 32 },
			func(b []byte) uint64 { return Hash(b) &^ (0xffffff << 40) },
		}).Draw(t, "hash")
		var one, many Set
		plain := map[string]uint32{}
		for range rapid.IntRange(1, 4).Draw(t, "lists") {
			words := rapid.SliceOfN(rapid.StringMatching(`[ab]{0,9}`), 0, 2000).Draw(t, "words")
			var next Set
			var want, each []uint32
			for _, w := range words {
				if _, known := plain[w]; !known {
					plain[w] = uint32(len(plain))
				}
				want = append(want, plain[w])
				each = append(each, one.Add([]byte(w), hash([]byte(w))))
				next.Add([]byte(w), hash([]byte(w)))
			}
			got := many.AddAll(&next, nil)
			if !slices.Equal(each, want) {
				t.Fatalf("%q: %d, want %d", words, each, want)
			}
			for i, number := range got {
				if number != plain[string(next.Item(uint32(i)))] {
					t.Fatalf("%q: %d, want those of %v", words, got, plain)
				}
			}
		}
		for w, n := range plain {
			if string(one.Item(n)) != w || string(many.Item(n)) != w {
				t.Fatalf("string %d is %q and %q, want %q", n, one.Item(n), many.Item(n), w)
			}
		}
		if many.Reset(); many.Len() != 0 || many.Add([]byte("new"), Hash([]byte("new"))) != 0 {
			t.Fatal("something is left after Reset")
		}
	})
}
