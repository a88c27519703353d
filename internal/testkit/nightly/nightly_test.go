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
