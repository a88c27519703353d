package errs

import (
	"errors"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestGuard: what the work returns is the error; a panic with an *Error is that error, and any other a defect with the stack.
func TestGuard(t *testing.T) {
	failure, damage := errors.New("a failure"), BadInput("postings", 0, "", "its checksum differs")
	for name, c := range map[string]struct {
		work func() error
		want error
	}{"none": {func() error { return nil }, nil}, "an error": {func() error { return failure }, failure},
		"damage": {func() error { panic(damage) }, damage}} {
		must.Equal(t, Guard(c.work)(), c.want, "%s", name)
	}
	err, ok := errors.AsType[*Error](Guard(func() error { panic("no such case") })())
	if !ok || err.Kind != Defect || !strings.Contains(err.Problem, "no such case") || len(err.Preamble) == 0 {
		t.Errorf("a panic: %+v", err)
	}
}
