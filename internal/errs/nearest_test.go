package errs

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestSuggestionOfSwitches: words for on and off are these, however near the other one is spelt.
func TestSuggestionOfSwitches(t *testing.T) {
	for word, want := range map[string]string{"no": "off", "No": "off", "false": "off", "yes": "on", "true": "on", "onn": "on"} {
		if got := Suggestion(word, "auto", "on", "off"); got != "did you mean "+want+"? " {
			t.Errorf("%s: %q, want %s", word, got, want)
		}
	}
	must.Equal(t, Suggestion("no", "mean", "not"), "did you mean not? ", "no among other words")
	must.Equal(t, Suggestion("m-tdc", "", "length-safe"), "", "a name like none, where one is empty")
}

// A name of a megabyte is like no other, and is not compared letter by letter, which would make billions of steps for each.
func TestLongNamesAreLikeNone(t *testing.T) {
	long := strings.Repeat("map", 1<<19)
	for range 1000 {
		if got := Changes(long, long[:1<<20]); got != len(long) {
			t.Fatalf("%d changes", got)
		}
	}
	if got := Suggestion(long, "map"); got != "" {
		t.Errorf("%q", got)
	}
}
