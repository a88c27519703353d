// Package nightly parts what tests check at each change from what they check every night and before a tag, under ALL_TESTS, which
// `.ci/run --all` sets. What is left out is logged, and the last lines of `make test` list it.
package nightly

import (
	"os"
	"testing"
)

// left begins a line that tells what is left out.
const left = "left to .ci/run --all: "

// All reports whether everything is checked.
func All() bool { return os.Getenv("ALL_TESTS") != "" }

// Some returns how many of all checks are made: few of them but for the night.
func Some(t testing.TB, noun string, few, all int) int {
	t.Helper()
	if All() || few >= all {
		return all
	}
	t.Logf("%s%s: %d of %d %s", left, t.Name(), all-few, all, noun)
	return few
}

// Only skips a test that is for the night.
func Only(t testing.TB) {
	t.Helper()
	if !All() {
		t.Skip(left + t.Name())
	}
}

// Stride returns n, so that every nth of the checks is made, and 1 for the night.
func Stride(t testing.TB, noun string, n int) int {
	t.Helper()
	if All() {
		return 1
	}
	t.Logf("%s%s: of every %d %s all but one", left, t.Name(), n, noun)
	return n
}
