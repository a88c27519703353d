package cli

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// During long commands, garbage is collected when its size reaches collectEarly percent of the memory in use, or spareBytes if that is
// more.
const (
	collectEarly = 10
	spareBytes   = 256 << 20
)

// SpareMemory makes the garbage collector run earlier until restore is called, so that a large table does not take twice its size. It
// does nothing if GOGC is set. It changes the whole process: only commands call it.
func SpareMemory() (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	oldPercent := debug.SetGCPercent(gcPercent(bytesInUse()))
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		set, tick := 0, time.NewTicker(100*time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if now := gcPercent(bytesInUse()); now != set {
					debug.SetGCPercent(now)
					set = now
				}
			case <-stop:
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-done
		debug.SetGCPercent(oldPercent)
	}
}

// gcPercent returns the GOGC percentage for a number of bytes in use, at most the default 100.
func gcPercent(bytes uint64) int {
	return int(min(max(spareBytes*100/max(bytes, 1), collectEarly), 100))
}

// bytesInUse returns the number of bytes that the last garbage collection left.
func bytesInUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
