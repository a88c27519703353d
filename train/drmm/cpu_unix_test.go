package drmm

import (
	"syscall"
	"testing"
	"time"
)

// perCPU reports units a second of this process's CPU time, which a busy machine does not change, since start.
func perCPU(b *testing.B, units int, unit string, start time.Duration) {
	b.ReportMetric(float64(units)/(cpuTime()-start).Seconds(), unit+"/cpu-s")
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
