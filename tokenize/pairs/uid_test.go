package pairs

import "testing"

func TestUID(t *testing.T) {
	// The check value is that of the formats' contract (shard/FORMATS.md, uid).
	if got, want := NewUID("pairwise", "tfc1", "q1", "d1", "d2", 0), "6b8ff6a8be6c1eae"; got != want {
		t.Errorf("NewUID = %s, want %s", got, want)
	}
}
