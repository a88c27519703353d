package house_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// withoutExample are the packages outside internal that have no example, and why.
var withoutExample = map[string]string{
	"":             "the program",
	"axioms/prose": "conditions in words, which every axiom's page shows",
	"gen/dataset":  "gen.Make returns its values",
	"gen/export":   "gen.Make calls it",
	"gen/prepare":  "gen.Make calls it",
}

// TestPackagesHaveExamples: whoever builds on a package sees how, in a program that another module could hold: it imports nothing
// internal.
func TestPackagesHaveExamples(t *testing.T) {
	hasExample := map[string]bool{}
	for _, f := range tree(t) {
		if strings.HasPrefix(f.dir, ".") || strings.Contains("/"+f.dir+"/", "/internal/") {
			continue
		}
		hasExample[f.dir] = hasExample[f.dir] || strings.HasSuffix(f.path, "example_test.go")
		if !strings.HasSuffix(f.path, "example_test.go") {
			continue
		}
		ours, _ := f.imported()
		for _, folder := range ours {
			if strings.Contains("/"+folder+"/", "/internal/") {
				t.Errorf("%s imports %s, which another module cannot", f.path, folder)
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(hasExample)) {
		reason, isListed := withoutExample[dir]
		if hasExample[dir] == isListed {
			t.Errorf("%q has an example: %v, and stands in the list of those without: %q", dir, hasExample[dir], reason)
		}
	}
}
