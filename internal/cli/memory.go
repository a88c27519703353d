package cli

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// While a chain runs (candidates, pairs, shards) and training sets are audited, garbage is collected once there is so much of it:
// collectEarly percent of what is in use, or spareBytes where that is more.
const (
	collectEarly = 10
	spareBytes   = 256 << 20
)

// SpareMemory makes the garbage collector run earlier until restore is called, so that a large table costs little more than
// itself and not twice as much. GOGC is left alone where it is set. It is the process's: only a command calls it.
func SpareMemory() (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	oldPercent := debug.SetGCPercent(early(inUse()))
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		set, tick := 0, time.NewTicker(100*time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if now := early(inUse()); now != set {
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

// early returns the percentage of garbage for so many bytes in use, the usual 100 at most.
func early(bytes uint64) int {
	return int(min(max(spareBytes*100/max(bytes, 1), collectEarly), 100))
}

// inUse returns what the last collection left, in bytes.
func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
