package feature

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestGroupsByHand: of "a . b a . . c a b" with the terms a, b and c, each occurrence has the closest one of each other term. Groups come
// from the last occurrence to the first.
func TestGroupsByHand(t *testing.T) {
	hits := []Occurrence{{0, 0}, {1, 2}, {0, 3}, {2, 6}, {0, 7}, {1, 8}}
	want := []Group{
		{2, 0}, // b at 8: a at 7, c at 6
		{2, 0}, // a at 7: b at 8, c at 6
		{2, 0}, // c at 6: a at 7, b at 8
		{4, 2}, // a at 3: b at 2, c at 6; the tokens at 4 and 5 are others
		{4, 2}, // b at 2: a at 3, c at 6
		{6, 3}, // a at 0: b at 2, c at 6; of the tokens between, 2 and 3 are query terms
	}
	if got := NewGrouper(3).Groups(hits, []bool{true, true, true}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	kept := NewGrouper(3).Groups(hits, []bool{true, false, true})
	if want := []Group{{1, 0}, {1, 0}, {3, 2}, {6, 3}}; !slices.Equal(kept, want) { // a at 7, c at 6, a at 3 and a at 0
		t.Errorf("of a and c: %v, want %v", kept, want)
	}
}

// TestGroupsByDefinition compares with a search for the closest occurrence of each term, one grouper for many documents.
func TestGroupsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(2, 5).Draw(t, "terms")
		g := NewGrouper(width)
		for range 3 {
			var hits []Occurrence
			held := map[int32]bool{}
			for at := range int32(rapid.IntRange(0, 20).Draw(t, "tokens")) {
				if slot := rapid.Int32Range(-2, int32(width)-1).Draw(t, "slot"); slot >= 0 {
					hits, held[slot] = append(hits, Occurrence{slot, at}), true
				}
			}
			var want []Group
			for i := len(hits) - 1; i >= 0; i-- {
				first, last := hits[i].Offset, hits[i].Offset
				for slot := range int32(width) {
					best := Occurrence{Offset: -1}
					for _, o := range hits {
						if o.Slot == slot && (best.Offset < 0 || abs(o.Offset-hits[i].Offset) < abs(best.Offset-hits[i].Offset)) {
							best = o
						}
					}
					first, last = min(first, best.Offset), max(last, best.Offset)
				}
				between := int32(0)
				for _, o := range hits {
					if first < o.Offset && o.Offset < last {
						between++
					}
				}
				want = append(want, Group{last - first, last - first - 1 - between})
			}
			if len(held) < width {
				continue
			}
			if got := g.Groups(hits, slices.Repeat([]bool{true}, width)); !slices.Equal(got, want) {
				t.Fatalf("%v: %v, want %v", hits, got, want)
			}
		}
	})
}

func abs(x int32) int32 { return max(x, -x) }
