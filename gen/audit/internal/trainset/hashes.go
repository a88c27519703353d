package trainset

// hashTable finds numbers by hashes of 64 bits. It takes less memory and time than a map.
type hashTable struct {
	slots []slot // their number is a power of two
	used  int
}

// slot holds a hash in two halves, both 0 where it is free, beside its number: they are read from memory together.
type slot struct{ low, high, number uint32 }

func (s *slot) hash() uint64 { return uint64(s.high)<<32 | uint64(s.low) }

// find returns the number of a hash.
func (t *hashTable) find(hash uint64) (number uint32, has bool) {
	if t.used == 0 {
		return 0, false
	}
	s := &t.slots[t.place(hash)]
	return s.number, s.hash() != 0
}

// add adds a hash that is not in the table with its number.
func (t *hashTable) add(hash uint64, number uint32) {
	if t.used*4 >= len(t.slots)*3 {
		old := t.slots
		t.slots = make([]slot, max(1<<10, 2*len(old)))
		for _, s := range old {
			if hash := s.hash(); hash != 0 {
				t.slots[t.place(hash)] = s
			}
		}
	}
	hash = max(hash, 1)
	t.slots[t.place(hash)] = slot{uint32(hash), uint32(hash >> 32), number}
	t.used++
}

// place returns the place of a hash, or the free one where it would be. The hash 0 is that of 1.
func (t *hashTable) place(hash uint64) uint64 {
	hash = max(hash, 1)
	mask := uint64(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if entry := t.slots[i].hash(); entry == hash || entry == 0 {
			return i
		}
	}
}
