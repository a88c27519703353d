package report

import (
	"strings"
	"testing"
)

// TestQueryValuesFile: lines in the order of measures and ids.
func TestQueryValuesFile(t *testing.T) {
	values := QueryValues{"nDCG@10": {"2": 1}, "MAP": {"b": 1. / 3, "a\tx": 0}}
	var b strings.Builder
	if err := values.Write(&b); err != nil {
		t.Fatal(err)
	}
	if want := "MAP\ta\tx\t0\nMAP\tb\t0.3333333333333333\nnDCG@10\t2\t1\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

// TestMeanOf: .1 + .2 + .3 is .6000000000000001 in the order of the ids, and .6 in the opposite order.
func TestMeanOf(t *testing.T) {
	for range 20 { // the order of a map differs from time to time
		if got := meanOf(map[string]float64{"a": .1, "b": .2, "c": .3}); got != .6000000000000001/3 {
			t.Fatal(got)
		}
	}
}
