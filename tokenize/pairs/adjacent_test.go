package pairs

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		list []int
		want [][]int
	}{{nil, nil}, {[]int{1}, [][]int{{1}}}, {[]int{1, 1, 2, 1}, [][]int{{1, 1}, {2}, {1}}}, {[]int{3, 3}, [][]int{{3, 3}}}} {
		for range 2 { // a sequence can be read again
			if got := slices.Collect(Equal(c.list)); !cmp.Equal(got, c.want) {
				t.Errorf("%v: %v, want %v", c.list, got, c.want)
			}
		}
	}
}

// TestAdjacent: the groups make up the list, none is empty, and two that follow each other differ.
func TestAdjacent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.IntRange(0, 20)).Draw(t, "list")
		same := func(a, b int) bool { return a/5 == b/5 }
		all := slices.Collect(Adjacent(list, same))
		if !slices.Equal(slices.Concat(all...), list) {
			t.Fatal("the groups do not make up the list")
		}
		for i, group := range all {
			differs := func(n int) bool { return !same(group[0], n) }
			if len(group) == 0 || slices.ContainsFunc(group, differs) || i > 0 && same(all[i-1][0], group[0]) {
				t.Fatalf("group %d of %v", i, all)
			}
		}
	})
}
