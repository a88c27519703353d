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
