package plan

import (
	"slices"
	"testing"
)

// TestCount: items have a row each, or as many as a function says, at any number of threads.
func TestCount(t *testing.T) {
	items := NewItems([]int{3, 0, 4})
	for _, threads := range []int{1, 3} {
		if n := items.Count(nil, threads); n != 3 {
			t.Errorf("%d rows of three items", n)
		}
		if n := items.Count(func(i int) int { return i }, threads); n != 7 {
			t.Errorf("%d rows, want 7", n)
		}
	}
	if n := NewItems([]int(nil)).Count(func(int) int { return 1 }, 2); n != 0 {
		t.Errorf("%d rows of nothing", n)
	}
}

// TestSlice: a stretch of items, whole and brief, and items by their numbers.
func TestSlice(t *testing.T) {
	items := NewItems([]int{10, 11, 12, 13, 14})
	for name, part := range map[string]Items[int]{"stretch": items.slice(1, 4), "picked": items.pick([]uint32{1, 2, 3})} {
		got := slices.Concat(slices.Collect(part.Each), slices.Collect(part.Briefly))
		if !slices.Equal(got, []int{11, 12, 13, 11, 12, 13}) || part.N != 3 {
			t.Errorf("%s: %d", name, got)
		}
	}
}
