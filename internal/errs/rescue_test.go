package errs

import (
	"errors"
	"strings"
	"testing"
)

// TestGuard: what the work returns is the error; a panic with an *Error is that error, and any other a defect with the stack.
func TestGuard(t *testing.T) {
	failure, damage := errors.New("a failure"), BadInput("postings", 0, "", "its checksum differs")
	for name, c := range map[string]struct {
		work func() error
		want error
	}{"none": {func() error { return nil }, nil}, "an error": {func() error { return failure }, failure},
		"damage": {func() error { panic(damage) }, damage}} {
		if err := Guard(c.work)(); err != c.want {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	err, ok := errors.AsType[*Error](Guard(func() error { panic("no such case") })())
	if !ok || err.Kind != Defect || !strings.Contains(err.Problem, "no such case") || len(err.Preamble) == 0 {
		t.Errorf("a panic: %+v", err)
	}
}
