package cli

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestRoomFor: a full disk is told the way on where a result is built beside an old one, and other errors are as they were.
func TestRoomFor(t *testing.T) {
	dir := t.TempDir()
	for _, mode := range []result.Mode{result.Fresh, result.Overwrite} {
		out := must.Get(result.Claim(dir, mode))(t)
		full := fmt.Errorf("write: %w", syscall.ENOSPC)
		got, isBeside := roomFor(full, out), out.State().IsBeside
		if (got == full) == isBeside || !errors.Is(got, syscall.ENOSPC) || isBeside != strings.Contains(got.Error(), "--resume in place of") {
			t.Errorf("mode %v, beside %v: %v", mode, isBeside, got)
		}
		if other := errors.New("other"); roomFor(other, out) != other {
			t.Errorf("mode %v: another error is changed", mode)
		}
		must.Get(out.WriteJSON("x.json", 1))(t)
		must.Do(t, errors.Join(out.Finish("stage", "key", nil), out.Settle(), out.Close()))
	}
}
