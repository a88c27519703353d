package cli

import (
	"runtime/debug"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// Much in use allows a tenth of garbage, little as much as the usual, and in between always the same bytes.
func TestEarly(t *testing.T) {
	for inUse, want := range map[uint64]int{0: 100, 1 << 20: 100, 256 << 20: 100, 512 << 20: 50, 1 << 30: 25, 3 << 30: 10, 1 << 40: 10} {
		must.Equal(t, early(inUse), want, "%d bytes in use: percent", inUse)
	}
}

// What was set before is set again, and what is in use is followed until then.
func TestSpareMemory(t *testing.T) {
	t.Setenv("GOGC", "")
	was := debug.SetGCPercent(77)
	defer debug.SetGCPercent(was)
	restore := SpareMemory()
	debug.SetGCPercent(55)
	for { // as long as it takes
		now := debug.SetGCPercent(55)
		if now != 55 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	restore()
	if now := debug.SetGCPercent(77); now != 77 {
		t.Errorf("%d percent are set afterwards", now)
	}
	t.Setenv("GOGC", "200")
	SpareMemory()()
	if now := debug.SetGCPercent(77); now != 77 {
		t.Errorf("GOGC is set and yet %d percent are", now)
	}
}
