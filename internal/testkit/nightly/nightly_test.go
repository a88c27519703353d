package nightly

import "testing"

func TestSomeAndStride(t *testing.T) {
	t.Setenv("ALL_TESTS", "")
	if n := Some(t, "kills", 5, 20); n != 5 {
		t.Errorf("%d by day", n)
	}
	if n := Some(t, "kills", 5, 2); n != 2 {
		t.Errorf("%d of 2", n)
	}
	if n := Stride(t, "states", 4); n != 4 {
		t.Errorf("every %dth by day", n)
	}
	t.Setenv("ALL_TESTS", "1")
	if n := Some(t, "kills", 5, 20); n != 20 {
		t.Errorf("%d at night", n)
	}
	if n := Stride(t, "states", 4); n != 1 {
		t.Errorf("every %dth at night", n)
	}
}

func TestOnly(t *testing.T) {
	for all, isLeft := range map[string]bool{"": true, "1": false} {
		t.Setenv("ALL_TESTS", all)
		goesOn := false
		t.Run("night", func(t *testing.T) {
			Only(t)
			goesOn = true
		})
		if goesOn == isLeft {
			t.Errorf("ALL_TESTS=%q: goes on: %v", all, goesOn)
		}
	}
}
