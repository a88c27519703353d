package terms

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestTableAgreesWithMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, want := NewTable[int](), map[uint32]int{}
		for range rapid.IntRange(1, 4).Draw(t, "documents") {
			table.Next()
			inDocument := map[uint32]bool{}
			// A run of ids makes the table grow; the others may collide.
			begin := rapid.Uint32().Draw(t, "begin")
			terms := rapid.SliceOfN(rapid.Uint32Range(0, 50), 0, 20).Draw(t, "terms")
			for i := range rapid.Uint32Range(0, 400).Draw(t, "run") {
				terms = append(terms, begin+i)
			}
			for _, term := range terms {
				value, known, first := table.Meet(term)
				n, ok := want[term]
				if known != ok || first == inDocument[term] || *value != n {
					t.Fatalf("term %d: %d, known %t, first %t; want %d, %t, %t", term, *value, known, first, n, ok, !inDocument[term])
				}
				*value++
				want[term]++
				inDocument[term] = true
			}
		}
	})
}

func TestSetAgreesWithSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var set Set
		set.document = rapid.SampledFrom([]uint32{0, math.MaxUint32 - 2}).Draw(t, "document") // the number comes round
		for range rapid.IntRange(1, 5).Draw(t, "documents") {
			terms := rapid.SliceOfN(rapid.OneOf(rapid.Uint32Range(0, 20), rapid.Uint32()), 0, 200).Draw(t, "terms")
			got := set.Count(terms)
			slices.Sort(terms)
			if want := len(slices.Compact(terms)); got != want {
				t.Fatalf("%v: %d distinct, want %d", terms, got, want)
			}
		}
	})
}
