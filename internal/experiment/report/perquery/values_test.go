package perquery

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestFile: lines in the order of measures and ids, and the same values back. An id may have a tab: it ends at the last one.
func TestFile(t *testing.T) {
	values := Values{"nDCG@10": {"2": 1}, "MAP": {"b": 1. / 3, "a\tx": 0}}
	var b strings.Builder
	if err := values.Write(&b); err != nil {
		t.Fatal(err)
	}
	if want := "MAP\ta\tx\t0\nMAP\tb\t0.3333333333333333\nnDCG@10\t2\t1\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	again, err := Read(fstest.MapFS{"f": {Data: []byte(b.String())}}, "f")
	if diff := cmp.Diff(values, again); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// TestMalformed: each fault names its file and line.
func TestMalformed(t *testing.T) {
	for text, want := range map[string]string{
		"MAP\t1\t.5\nMAP 2 .5\n":     "f:2: not a measure, a query and a value between tabs",
		"MAP\t1\n":                   "f:1: not a measure, a query and a value between tabs",
		"MAP\t1\thalf\n":             "f:1: the value is no number",
		"MAP\t1\t.5\nMAP\t1\t.5\n":   "f:2: a second value of the query",
		strings.Repeat("x", 1<<20+1): "f: bufio.Scanner: token too long",
	} {
		if _, err := Read(fstest.MapFS{"f": {Data: []byte(text)}}, "f"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v, want %s", text, err, want)
		}
	}
	if _, err := Read(fstest.MapFS{}, "f"); err == nil {
		t.Error("no file, no error")
	}
}

// TestMean: .1 + .2 + .3 is .6000000000000001 in the order of the ids, and .6 in the opposite order.
func TestMean(t *testing.T) {
	for range 20 { // the order of a map differs from time to time
		if got := Mean(map[string]float64{"a": .1, "b": .2, "c": .3}); got != .6000000000000001/3 {
			t.Fatal(got)
		}
	}
}
