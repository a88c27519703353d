package budgettest

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// Work that takes too much memory, held or only for a moment, or too much time, is told; other work is not.
func TestMeasure(t *testing.T) {
	var sink []byte
	hold := func(size int) func() {
		return func() { sink = make([]byte, size); runtime.KeepAlive(sink) }
	}
	for _, c := range []struct {
		name string
		work func()
		want string
	}{
		{"nothing", func() {}, ""},
		{"little", hold(64 << 20), ""},
		{"sleep", func() { time.Sleep(10 * time.Millisecond) }, ""},
		{"much", hold(Memory + 16<<20), "MiB of memory"},
	} {
		sink = nil
		if got := Measure(c.work); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	w := watch{begin: time.Now().Add(-time.Hour), used: -time.Hour}
	if w.took() < time.Hour {
		t.Errorf("%v", w.took())
	}
}
