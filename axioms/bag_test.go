package axioms

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// anyDocs draws documents over few terms, some of them often.
func anyDocs(t *rapid.T, terms *rapid.Generator[uint32]) []Doc {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Doc {
		d := Doc{Terms: rapid.SliceOfN(terms, 0, 12).Draw(t, "terms")}
		if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
			for range rapid.IntRange(1, 4).Draw(t, "runs") {
				run := []uint32{rapid.Uint32Range(0, 2).Draw(t, "run")}
				d.Terms = append(d.Terms, slices.Repeat(run, rapid.SampledFrom([]int{1, 73, 126, 127, 128, 129, 260}).Draw(t, "often"))...)
			}
		}
		return d
	}), 0, 12).Draw(t, "docs")
}

func TestTallyAgreesWithCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := rapid.OneOf(rapid.Uint32Range(0, 30), rapid.SampledFrom([]uint32{1 << 31, ^uint32(0)}))
		q := Query{Terms: rapid.SliceOfN(terms, 0, 20).Draw(t, "query")}
		var b bag
		b.init(q)
		for _, d := range anyDocs(t, terms) {
			got, sum, held, holds := counts{freq: make([]int32, len(b.terms))}, int32(0), int32(0), uint64(0)
			b.tally(d.Terms, &got)
			for slot, w := range b.terms {
				want := int32(0)
				for _, t := range d.Terms {
					if t == w {
						want++
					}
				}
				if got.freq[slot] != want {
					t.Fatalf("term %d: %d, want %d", w, got.freq[slot], want)
				}
				sum += want
				held += min(want, 1)
				holds |= uint64(min(want, 1)) << (slot % 64)
			}
			if got.sum != sum || got.numDistinct != held || got.holds != holds {
				t.Fatalf("sum %d, held %d, %x; want %d, %d, %x", got.sum, got.numDistinct, got.holds, sum, held, holds)
			}
		}
		for slot, w := range b.terms {
			inQuery := int32(0)
			for _, t := range q.Terms {
				if t == w {
					inQuery++
				}
			}
			if b.repeats[slot] != inQuery || b.slot(w) != slot {
				t.Fatalf("term %d: slot %d, %d times", w, b.slot(w), b.repeats[slot])
			}
		}
	})
}
