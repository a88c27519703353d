package index

import "testing"

// TestTableSize: by hand. A table of four has room for three, one of eight for six.
func TestTableSize(t *testing.T) {
	for n, want := range map[int]int{0: 4, 3: 4, 4: 8, 6: 8, 7: 16, 12: 16, 13: 32} {
		if got := tableSize(n); got != want {
			t.Errorf("%d strings: %d slots, want %d", n, got, want)
		}
	}
}

// TestFindSlot: strings whose hashes begin at the same slot, the last one, follow each other from there and from the first one on.
func TestFindSlot(t *testing.T) {
	slots := make([]uint32, 8)
	none := func(uint32) bool { return false }
	for i, want := range []int{7, 0, 1} {
		slot, _, ok := findSlot(slots, 8+7, none)
		if slot != want || ok {
			t.Fatalf("string %d is in slot %d, %v, want %d", i, slot, ok, want)
		}
		slots[slot] = uint32(i) + 1
	}
	for i, want := range []int{7, 0, 1} {
		if slot, number, ok := findSlot(slots, 7, func(n uint32) bool { return n == uint32(i) }); slot != want || number != uint32(i) || !ok {
			t.Errorf("string %d: slot %d, number %d, %v, want slot %d", i, slot, number, ok, want)
		}
	}
	if slot, number, ok := findSlot(slots, 3, none); slot != 3 || number != 0 || ok {
		t.Errorf("slot %d, number %d, %v, want the free slot 3 and no number", slot, number, ok)
	}
}
