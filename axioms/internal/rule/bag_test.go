package rule

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
		var b Bag
		b.init(q)
		for _, d := range anyDocs(t, terms) {
			got, sum, held := Counts{Freq: make([]int32, len(b.Terms))}, int32(0), int32(0)
			b.tally(d.Terms, &got)
			for slot, w := range b.Terms {
				want := int32(0)
				for _, t := range d.Terms {
					if t == w {
						want++
					}
				}
				if got.Freq[slot] != want {
					t.Fatalf("term %d: %d, want %d", w, got.Freq[slot], want)
				}
				sum += want
				held += min(want, 1)
			}
			if got.Sum != sum || got.NumDistinct != held {
				t.Fatalf("sum %d, held %d; want %d, %d", got.Sum, got.NumDistinct, sum, held)
			}
		}
		for slot, w := range b.Terms {
			inQuery := int32(0)
			for _, t := range q.Terms {
				if t == w {
					inQuery++
				}
			}
			if b.Repeats[slot] != inQuery || b.Slot(w) != slot {
				t.Fatalf("term %d: slot %d, %d times", w, b.Slot(w), b.Repeats[slot])
			}
		}
	})
}

func anyBound(t *rapid.T) LengthRange {
	return LengthRange{
		Delta: rapid.OneOf(rapid.Just(None), rapid.IntRange(0, 40)).Draw(t, "delta"),
		DeltaStar: rapid.OneOf(rapid.Just(float64(None)), rapid.SampledFrom([]float64{0, .01, .02, .1, .2, .5, .9, 1}), rapid.Float64Range(0, 1),
			rapid.SampledFrom([]float64{1e-12, 1e-9, 1. / 3, 2. / 3, 1 - 1e-9, 1 - 1e-12})).Draw(t, "delta_star"),
	}
}

func TestIntervalAgreesWithHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBound(t)
		n := rapid.OneOf(rapid.IntRange(0, 60), rapid.IntRange(0, 100_000)).Draw(t, "n")
		low, high := b.interval(n)
		if !b.Holds(n, low) || high < Longest && !b.Holds(n, high) {
			t.Fatalf("%+v.interval(%d) = %d to %d holds lengths out of bound", b, n, low, high)
		}
		if low > 0 && b.Holds(n, low-1) || high < Longest && b.Holds(n, high+1) {
			t.Fatalf("%+v.interval(%d) = %d to %d is too narrow", b, n, low, high)
		}
	})
}
