package index

import "testing"

// TestNegativeOptions: neither threads nor memory are negative. None of either is the default and the least.
func TestNegativeOptions(t *testing.T) {
	for o, want := range map[[2]int]bool{{0, 0}: true, {-1, 0}: false, {0, -1}: false, {1, 1}: true} {
		if err := (Options{Threads: o[0], MemoryBytes: int64(o[1])}).validate(); (err == nil) != want {
			t.Errorf("%d threads and %d bytes: %v", o[0], o[1], err)
		}
	}
}
