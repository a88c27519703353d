package gen_test

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen"
)

// TestNamesOfKeys: what keys take is listed: axioms with the named sets.
func TestNamesOfKeys(t *testing.T) {
	for _, c := range []struct {
		name string
		list []string
	}{{"tfc1", gen.AxiomNames()}, {"length-safe", gen.AxiomNames()}} {
		sorted := slices.Sorted(slices.Values(c.list))
		if !slices.Contains(c.list, c.name) || len(slices.Compact(sorted)) != len(c.list) {
			t.Errorf("%s: %q", c.name, c.list)
		}
	}
}
