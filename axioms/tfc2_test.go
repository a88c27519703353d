package axioms

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/testkit/rapidtest"
)

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
