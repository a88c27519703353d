package index

import (
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// TestLookUp: a table finds a name by its number. A number that no name has, and a table without a free slot, are damage and no loop.
func TestLookUp(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	nameOf := func(i uint32) string { return names[i] }
	table := func(list ...string) []uint32 {
		slots := make([]uint32, 4)
		for i, name := range list {
			slot, _, _ := findSlot(slots, xxhash.Sum64String(name), func(uint32) bool { return false })
			slots[slot] = uint32(i) + 1
		}
		return slots
	}
	for name, want := range map[string]int{"a": 0, "b": 1, "c": -1} {
		if number, ok := lookUp(&mapping{}, table(names[:2]...), 2, name, nameOf); ok != (want >= 0) || ok && int(number) != want {
			t.Errorf("%s: %d, %v", name, number, ok)
		}
	}
	for i, name := range names { // without a free slot, which the walk does not need
		if number, ok := lookUp(&mapping{}, table(names...), 4, name, nameOf); !ok || number != uint32(i) {
			t.Errorf("%s of a full table: %d, %v", name, number, ok)
		}
	}
	for name, slots := range map[string][]uint32{"a number that no name has": {3, 3, 3, 3}, "no free slot": {1, 1, 1, 1}} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "its hash table leads nowhere") {
					t.Errorf("%s: %v", name, err)
				}
			}()
			lookUp(&mapping{path: "file"}, slots, 2, "c", nameOf)
		}()
	}
}

// TestPlacesInLexicon: the arrays of a lexicon follow each other in its file, and the names are the rest.
func TestPlacesInLexicon(t *testing.T) {
	file := &mapping{m: make([]byte, 1000)}
	var l lexicon
	if err := readLexicon(&l, file, 3, 5); err != nil {
		t.Fatal(err)
	}
	terms, forms, slots := uint64(len(raw(l.terms.list))), uint64(len(raw(l.forms.list))), uint64(len(raw(l.slots)))
	if len(l.terms.list) != 4 || len(l.forms.list) != 6 || len(l.slots) != 4 || l.forms.begin != terms || l.slotsAt != terms+forms ||
		l.namesAt != terms+forms+slots || l.namesAt+uint64(len(l.names)) != 1000 {
		t.Errorf("%d terms, %d forms and %d slots; forms at %d, slots at %d, names at %d", len(l.terms.list), len(l.forms.list), len(l.slots), l.forms.begin,
			l.slotsAt, l.namesAt)
	}
	least := int(l.namesAt)
	for size, want := range map[int]bool{least: true, least - 1: false} {
		if err := readLexicon(&l, &mapping{m: make([]byte, size)}, 3, 5); (err == nil) != want {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}
