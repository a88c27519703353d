package intern

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// list returns a list of the strings with the hashes of hash.
func list(words []string, hash func([]byte) uint64) *List {
	l := &List{}
	for _, w := range words {
		l.Append([]byte(w), hash([]byte(w)))
	}
	return l
}

// Many strings at once get the numbers of one after the other: those of first sight, which a map has. Hashes may be the same.
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
			var want, each []uint32
			for _, w := range words {
				if _, known := plain[w]; !known {
					plain[w] = uint32(len(plain))
				}
				want = append(want, plain[w])
				each = append(each, one.Add([]byte(w), hash([]byte(w))))
			}
			got := many.AddAll(list(words, hash), nil)
			if !slices.Equal(each, want) || !slices.Equal(got, want) {
				t.Fatalf("%q: one by one %d, together %d, want %d", words, each, got, want)
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

// BenchmarkAdd looks strings up in a set of so many, one by one and together, in the order of Zipf's law.
func BenchmarkAdd(b *testing.B) {
	for _, size := range []int{1_000, 100_000, 1_000_000} {
		var words, asked List
		for i := range size {
			w := fmt.Appendf(nil, "word%d", i)
			words.Append(w, Hash(w))
		}
		z := rand.NewZipf(rand.New(rand.NewPCG(1, 2)), 1.1, 10, uint64(size-1))
		for range 1 << 16 {
			n := uint32(z.Uint64())
			asked.Append(words.Item(n), words.Hashes[n])
		}
		var set Set
		set.AddAll(&words, nil)
		var numbers []uint32
		b.Run(fmt.Sprintf("words=%d/one", size), func(b *testing.B) {
			for b.Loop() {
				numbers = numbers[:0]
				for i, hash := range asked.Hashes {
					numbers = append(numbers, set.Add(asked.Item(uint32(i)), hash))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(asked.Len()), "ns/word")
		})
		b.Run(fmt.Sprintf("words=%d/together", size), func(b *testing.B) {
			for b.Loop() {
				numbers = set.AddAll(&asked, numbers[:0])
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(asked.Len()), "ns/word")
		})
	}
}
