package budgettest

import (
	"reflect"
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

// The body of a fuzz target gets its input, whose parts are counted together.
func FuzzFuzz(f *testing.F) {
	f.Add([]byte("abc"), "de", 7)
	if got := size([]reflect.Value{reflect.ValueOf([]byte("abc")), reflect.ValueOf("de"), reflect.ValueOf(7)}); got != 5 {
		f.Errorf("%d bytes", got)
	}
	met := 0
	Fuzz(f, func(t *testing.T, content []byte, text string, n int) {
		if met++; met == 1 && (string(content) != "abc" || text != "de" || n != 7) {
			t.Errorf("%s %s %d", content, text, n)
		}
	})
}
