package cli

import (
	"slices"
	"strings"
	"testing"
)

// TestCompletions: by hand. The values of a flag are its key's, those of its help, or those that a command lists; of a list with commas the
// last one is completed.
func TestCompletions(t *testing.T) {
	_, draw, _ := tree()
	lists := map[string][]string{"gen.on_shortage": {"accept", "extra"}, "--how": {"listed"}}
	for flag, want := range map[string]string{"how": "listed fast slow-ly other", "on-shortage": "skip extra"} {
		got := strings.Join(valuesOf(draw.Flags().Lookup(flag), lists), " ")
		if !strings.HasSuffix(got, want) || strings.Count(got, "accept") > 1 {
			t.Errorf("%s: %s, want %s", flag, got, want)
		}
	}
	if !slices.Contains(valuesOf(draw.Flags().Lookup("config"), nil), "demo") {
		t.Error("no preset completes -c")
	}
	for word, want := range map[string]string{"": "tfc1 tfc2 lnc1", "tf": "tfc1 tfc2", "lnc1,tf": "lnc1,tfc1 lnc1,tfc2",
		"lnc1, l": "lnc1,lnc1",
		"x":       ""} {
		if got, _ := completions([]string{"tfc1", "tfc2", "lnc1"}, word); strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %s", word, got, want)
		}
	}
	for usage, want := range map[string]int{"a | b": 2, "the way: a | b-c | d": 3, "the way": 0, "a | b, or none": 0} {
		if got := listValues(usage); len(got) != want {
			t.Errorf("%q: %q", usage, got)
		}
	}
	names, _ := completeSetting(lists)(draw, nil, "gen.hi")
	if len(names) > 0 && !strings.HasSuffix(names[0], "=") {
		t.Errorf("%q", names)
	}
	root := draw.Root()
	Complete(root, lists)
}
