package axioms

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/axioms/internal/place"
	"github.com/axiomine/axiomine/internal/testkit/rapidtest"
)

// TestPlacesAgreesWithSlots compares the search without a branch with asking for each token's slot.
func TestPlacesAgreesWithSlots(t *testing.T) {
	seen := 0
	rapidtest.CheckUntil(t, func() bool { return seen > 0 }, func(t *rapid.T) {
		terms := rapid.OneOf(rapid.Uint32Range(0, 19), rapid.SampledFrom([]uint32{1 << 31, ^uint32(0)}))
		var b bag
		b.init(Query{Terms: rapid.SliceOfN(terms, 0, 16).Draw(t, "query")})
		if !b.table().canPack() {
			return
		}
		var found []place.Occurrence
		for _, d := range anyDocs(t, terms) {
			var want []place.Occurrence
			for at, w := range d.Terms {
				if slot := slices.Index(b.terms, w); slot >= 0 {
					want = append(want, place.Occurrence{Slot: int32(slot), Offset: int32(at)})
				}
			}
			if found = b.occurrences(d.Terms, found); !slices.Equal(found, want) {
				t.Fatalf("%v in %v: %v, want %v", b.terms, d.Terms, found, want)
			}
			seen += len(found)
		}
	})
}
