package axioms

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/rapidtest"
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
			got, sum, held := counts{freq: make([]int32, len(b.terms))}, int32(0), int32(0)
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
			}
			if got.sum != sum || got.numDistinct != held {
				t.Fatalf("sum %d, held %d; want %d, %d", got.sum, got.numDistinct, sum, held)
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

func anyBound(t *rapid.T) lengthRange {
	return lengthRange{
		Delta: rapid.OneOf(rapid.Just(None), rapid.IntRange(0, 40)).Draw(t, "delta"),
		DeltaStar: rapid.OneOf(rapid.Just(float64(None)), rapid.SampledFrom(DeltaStarSteps[:]), rapid.Float64Range(0, 1),
			rapid.SampledFrom([]float64{1e-12, 1e-9, 1. / 3, 2. / 3, 1 - 1e-9, 1 - 1e-12})).Draw(t, "delta_star"),
	}
}

func TestIntervalAgreesWithHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBound(t)
		n := rapid.OneOf(rapid.IntRange(0, 60), rapid.IntRange(0, 100_000)).Draw(t, "n")
		low, high := b.interval(n)
		if !b.Holds(n, low) || high < longest && !b.Holds(n, high) {
			t.Fatalf("%+v.interval(%d) = %d to %d holds lengths out of bound", b, n, low, high)
		}
		if low > 0 && b.Holds(n, low-1) || high < longest && b.Holds(n, high+1) {
			t.Fatalf("%+v.interval(%d) = %d to %d is too narrow", b, n, low, high)
		}
	})
}

// TestTFC2AgreesWithTriples compares the look-up of middles with the loop over all triples, on narrow and wide queries.
func TestTFC2AgreesWithTriples(t *testing.T) {
	found := 0
	rapidtest.CheckUntil(t, func() bool { return found > 0 }, func(t *rapid.T) {
		term := rapid.Uint32Range(0, 2)
		if rapid.IntRange(0, 3).Draw(t, "wide") == 0 {
			term = rapid.Uint32Range(0, 20)
		}
		q := Query{Terms: rapid.SliceOfN(term, 0, 21).Draw(t, "query")}
		docs := anyDocs(t, term)
		// Steps of the same terms are instances, where the terms are the query's.
		terms := rapid.SliceOfN(term, 1, 3).Draw(t, "base")
		step := rapid.SliceOfN(term, 1, 2).Draw(t, "step")
		for range 4 {
			docs = append(docs, Doc{Terms: terms})
			for range rapid.IntRange(0, 2).Draw(t, "alike") { // as many of the query's terms, other lengths
				docs = append(docs, Doc{Terms: append(slices.Clone(terms), slices.Repeat([]uint32{99},
					rapid.IntRange(0, 30).Draw(t, "other terms"))...)})
			}
			terms = slices.Concat(terms, step)
		}
		v := &values{spec: Spec{Params: lengthBound("none", "none")}}
		m := &middles{bag: newBinding(v, q, &Collection{}, Unbounded).bag, bound: anyBound(t)}
		m.Load(docs)
		got := map[[3]int]bool{}
		m.Each(func(i, j, k int) bool {
			if got[[3]int{i, j, k}] {
				t.Fatalf("(%d, %d, %d) came twice", i, j, k)
			}
			got[[3]int{i, j, k}] = true
			return true
		})
		for i := range docs {
			for j := range docs {
				for k := range docs {
					if m.isInstance(i, j, k) != got[[3]int{i, j, k}] {
						t.Fatalf("(%d, %d, %d): %t", i, j, k, got[[3]int{i, j, k}])
					}
				}
			}
		}
		found += len(got)
	})
}
