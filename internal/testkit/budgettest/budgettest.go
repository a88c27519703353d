// Package budgettest fails a test whose input takes more memory or time than any small input may.
package budgettest

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/testkit/cputime"
)

// What an input of less than Input bytes may take.
const (
	Input  = 1 << 20
	Memory = 512 << 20
	Time   = 5 * time.Second // without the race detector
)

// stopFactor is how many times as much stops the test at once: it would not come to its end.
const stopFactor = 4

// pace is how often memory is looked at.
const pace = 2 * time.Millisecond

// Run runs the work on an input of so many bytes, and fails the test if it takes more memory or time than it may. Time is that of the
// clock and of the processors, so that another program's load fails no test.
func Run(t testing.TB, input int, work func()) {
	t.Helper()
	if fault := Measure(work); fault != "" && input < Input {
		t.Fatalf("an input of %d bytes %s", input, fault)
	}
}

// Measure runs the work and returns what it took too much of, or "".
func Measure(work func()) string {
	w := watch{stop: make(chan struct{}), end: make(chan uint64)}
	if w.base = heap(); w.base > Memory/8 {
		runtime.GC()
		w.base = heap()
	}
	w.begin, w.used = time.Now(), cputime.Used()
	go w.look()
	ok := false
	defer func() {
		if !ok { // a panic, or the test's end
			close(w.stop)
			<-w.end
		}
	}()
	work()
	ok = true
	close(w.stop)
	switch peak := <-w.end; {
	case peak > Memory:
		return fmt.Sprintf("takes %d MiB of memory, where %d are allowed", peak>>20, Memory>>20)
	case w.took() > slower*Time:
		return fmt.Sprintf("takes %v, where %v are allowed", w.took().Round(time.Millisecond), slower*Time)
	}
	return ""
}

// watch looks at memory and time while the work is done.
type watch struct {
	begin time.Time
	used  time.Duration
	base  uint64
	stop  chan struct{}
	end   chan uint64 // the most memory
}

func (w *watch) took() time.Duration { return min(time.Since(w.begin), cputime.Used()-w.used) }

func (w *watch) look() {
	var peak uint64
	ticks := time.NewTicker(pace)
	defer ticks.Stop()
	for {
		if now := heap(); now > w.base {
			peak = max(peak, now-w.base)
		}
		if peak > stopFactor*Memory || w.took() > slower*stopFactor*Time {
			stacks := make([]byte, 1<<16)
			stacks = stacks[:runtime.Stack(stacks, true)]
			panic(fmt.Sprintf("stopped after %d MiB and %v\n%s", peak>>20, w.took(), stacks))
		}
		select {
		case <-w.stop:
			if now := heap(); now > w.base {
				peak = max(peak, now-w.base)
			}
			w.end <- peak
			return
		case <-ticks.C:
		}
	}
}

// heap returns how many bytes lie in memory, those that are no longer used included until they are collected.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
