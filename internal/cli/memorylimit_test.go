package cli

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestLimitFor(t *testing.T) {
	for bytes, want := range map[uint64]int64{0: smallLimit, smallUse: smallLimit, smallUse + 1: math.MaxInt64} {
		if got := limitFor(bytes); got != want {
			t.Errorf("%d bytes in use: %d, want %d", bytes, got, want)
		}
	}
}

// The limit goes with what is in use, and comes back. GOMEMLIMIT has its way.
func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	limit := func(want int64) {
		t.Helper()
		for range 100 {
			runtime.GC()
			if debug.SetMemoryLimit(-1) == want {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Errorf("the limit is %d, want %d", debug.SetMemoryLimit(-1), want)
	}
	t.Setenv("GOMEMLIMIT", "1GiB")
	LimitMemory()
	limit(before)
	t.Setenv("GOMEMLIMIT", "")
	LimitMemory()
	limit(smallLimit)
	held := make([]byte, smallUse+1)
	limit(math.MaxInt64)
	runtime.KeepAlive(held)
	limit(smallLimit)
}
