//go:build !unix

package axioms

import "time"

var started = time.Now()

// cpuTime is the time passed, which on an idle machine is what one thread uses.
func cpuTime() time.Duration { return time.Since(started) }
