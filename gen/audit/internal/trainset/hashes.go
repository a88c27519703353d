package trainset

import "github.com/axiomine/axiomine/internal/intern"

// hashTable finds numbers by hashes, of which it holds 96 bits. It takes less memory and time than a map.
type hashTable struct {
	slots []slot // their number is a power of two
	used  int
}

// slot holds a hash, whose high part is 0 where it is free, beside its number: they are read from memory together.
type slot struct {
	high        uint64
	low, number uint32
}

func slotOf(sum intern.Sum) slot { return slot{max(sum.High, 1), uint32(sum.Low), 0} }

// find returns the number of a hash.
func (t *hashTable) find(sum intern.Sum) (number uint32, has bool) {
	if t.used == 0 {
		return 0, false
	}
	s := &t.slots[t.place(slotOf(sum))]
	return s.number, s.high != 0
}

// add adds a hash that is not in the table with its number.
func (t *hashTable) add(sum intern.Sum, number uint32) {
	if t.used*4 >= len(t.slots)*3 {
		old := t.slots
		t.slots = make([]slot, max(1<<10, 2*len(old)))
		for _, s := range old {
			if s.high != 0 {
				t.slots[t.place(s)] = s
			}
		}
	}
	s := slotOf(sum)
	s.number = number
	t.slots[t.place(s)] = s
	t.used++
}

// place returns the place of a hash, or the free one where it would be.
func (t *hashTable) place(s slot) uint64 {
	mask := uint64(len(t.slots) - 1)
	for i := s.high & mask; ; i = (i + 1) & mask {
		if entry := &t.slots[i]; entry.high == 0 || entry.high == s.high && entry.low == s.low {
			return i
		}
	}
}
