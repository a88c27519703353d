package axioms

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPlacesAgreesWithSlots compares the search without a branch with asking for each token's slot.
func TestPlacesAgreesWithSlots(t *testing.T) {
	seen := 0
	rapid.Check(t, func(t *rapid.T) {
		terms := rapid.OneOf(rapid.Uint32Range(0, 19), rapid.SampledFrom([]uint32{1 << 31, ^uint32(0)}))
		var b bag
		b.init(Query{Terms: rapid.SliceOfN(terms, 0, 16).Draw(t, "query")})
		if !b.table().packs() {
			return
		}
		var found []occurrence
		for _, d := range anyDocs(t, terms) {
			var want []occurrence
			for at, w := range d.Terms {
				if slot := slices.Index(b.terms, w); slot >= 0 {
					want = append(want, occurrence{int32(slot), int32(at)})
				}
			}
			if found = b.occurrences(d.Terms, found); !slices.Equal(found, want) {
				t.Fatalf("%v in %v: %v, want %v", b.terms, d.Terms, found, want)
			}
			seen += len(found)
		}
	})
	if seen == 0 {
		t.Fatal("no query term was found")
	}
}

// TestTermSetsAreNumbered compares both ways of numbering: equal numbers for equal sets, and for no others.
func TestTermSetsAreNumbered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slots := rapid.Int32Range(0, 30)
		short, long := termSets{held: make([]bool, 31)}, termSets{held: make([]bool, 31)}
		same := map[int32]int32{}
		for _, list := range rapid.SliceOfN(rapid.SliceOfN(slots, 0, 4), 0, 9).Draw(t, "documents") {
			var found []occurrence
			for _, slot := range list {
				found = append(found, occurrence{slot: slot})
			}
			a, n := short.of(found)
			b, m := long.number(found)
			slices.Sort(list)
			if other, known := same[a]; n != m || n != len(slices.Compact(list)) || known && other != b {
				t.Fatalf("%v: set %d of %d, set %d of %d", list, a, n, b, m)
			}
			same[a] = b
		}
		if len(same) != len(long.known) {
			t.Fatalf("%d sets, %d sets", len(same), len(long.known))
		}
	})
}
