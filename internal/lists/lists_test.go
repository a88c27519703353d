package lists_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/axiomine/axiomine/internal/lists"
)

func TestMap(t *testing.T) {
	if got := lists.Map([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Errorf("%q", got)
	}
	if lists.Map([]int{}, strconv.Itoa) != nil {
		t.Error("a list of nothing is not nil")
	}
}

func TestFilter(t *testing.T) {
	isOdd := func(n int) bool { return n%2 == 1 }
	if got := lists.Filter([]int{3, 2, 1}, isOdd); !slices.Equal(got, []int{3, 1}) {
		t.Errorf("%v", got)
	}
	if lists.Filter([]int{2}, isOdd) != nil {
		t.Error("a list of nothing is not nil")
	}
}

func TestSet(t *testing.T) {
	if got := lists.Set([]string{"a", "bc", "de"}, func(s string) int { return len(s) }); len(got) != 2 || !got[1] || !got[2] {
		t.Errorf("%v", got)
	}
}

func TestGroups(t *testing.T) {
	var g lists.Groups[string, int]
	for i, key := range []string{"b", "a", "b"} {
		g.Add(key, i)
	}
	if !slices.Equal(g.Keys, []string{"b", "a"}) || !slices.Equal(g.Of["b"], []int{0, 2}) || !slices.Equal(lists.AddNew(g.Keys, "c", "a"), []string{"b", "a", "c"}) {
		t.Errorf("%v", g)
	}
}
