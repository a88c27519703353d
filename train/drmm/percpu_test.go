package drmm

import (
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/testkit/cputime"
)

// perCPU reports units a second of this process's CPU time, which a busy machine does not change, since start.
func perCPU(b *testing.B, units int, unit string, start time.Duration) {
	b.ReportMetric(float64(units)/(cputime.Used()-start).Seconds(), unit+"/cpu-s")
}
