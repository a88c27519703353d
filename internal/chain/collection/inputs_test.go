package collection

import (
	"slices"
	"testing"
)

// TestGroupByReason: files that are not read for one reason share a line, in the order of the reasons. By hand.
func TestGroupByReason(t *testing.T) {
	got := groupByReason([]string{"a: no name", "old/: a folder: of another", "b: no name", "c: no name", "and more"})
	if want := []string{"a, b and c: no name", "old/: a folder: of another", "and more"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
