package cli

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// A process with little in use keeps within smallLimit bytes, garbage included: a buffer that grows to 64 MiB leaves as much garbage.
// From smallUse bytes in use on there is no limit: a collection at every step would take longer than the work.
const (
	smallLimit = 448 << 20
	smallUse   = 400 << 20
)

// LimitMemory lets the garbage collector come early as long as little is in use, whatever GOGC says. GOMEMLIMIT is left alone where it is
// set. It is the process's: only main calls it.
func LimitMemory() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetMemoryLimit(smallLimit)
	afterCollection(func() { debug.SetMemoryLimit(limitFor(inUse())) })
}

// limitFor returns the limit for so many bytes in use.
func limitFor(bytes uint64) int64 {
	if bytes > smallUse {
		return math.MaxInt64
	}
	return smallLimit
}

// afterCollection calls do after every collection of garbage.
func afterCollection(do func()) {
	type sentinel struct{ _ [16]byte }
	var arm func(*sentinel)
	arm = func(*sentinel) {
		do()
		runtime.SetFinalizer(new(sentinel), arm)
	}
	runtime.SetFinalizer(new(sentinel), arm)
}
