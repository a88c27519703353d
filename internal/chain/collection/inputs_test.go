package collection

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
)

// TestGroupByReason: files that are not read for one reason share a line, in the order of the reasons. By hand.
func TestGroupByReason(t *testing.T) {
	got := groupByReason([]corpus.Unread{{Name: "a", Reason: "no name"}, {Name: "old: b/", Reason: "a folder: of another"},
		{Name: "b: x", Reason: "no name"}, {Name: "c", Reason: "no name"}, {Reason: "columns url: no role"}})
	if want := []string{"a, b: x and c: no name", "old: b/: a folder: of another", "columns url: no role"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
