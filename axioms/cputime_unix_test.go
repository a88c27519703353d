//go:build unix

package axioms

import (
	"syscall"
	"time"
)

// cpuTime is what the process has used of all processors.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
