package trainset

// hashTable finds numbers by hashes of 64 bits. It takes less memory and time than a map.
type hashTable struct {
	hashes  []uint64 // 0 where a place is free; their number is a power of two
	numbers []uint32
	used    int
}

// find returns the number of a hash.
func (t *hashTable) find(hash uint64) (number uint32, has bool) {
	if t.used == 0 {
		return 0, false
	}
	i := t.place(hash)
	return t.numbers[i], t.hashes[i] != 0
}

// add adds a hash that is not in the table with its number.
func (t *hashTable) add(hash uint64, number uint32) {
	if t.used*4 >= len(t.hashes)*3 {
		old := *t
		size := max(1<<10, 2*len(old.hashes))
		t.hashes, t.numbers = make([]uint64, size), make([]uint32, size)
		for i, hash := range old.hashes {
			if hash != 0 {
				j := t.place(hash)
				t.hashes[j], t.numbers[j] = hash, old.numbers[i]
			}
		}
	}
	i := t.place(hash)
	t.hashes[i], t.numbers[i] = max(hash, 1), number
	t.used++
}

// place returns the place of a hash, or the free one where it would be. The hash 0 is that of 1.
func (t *hashTable) place(hash uint64) uint64 {
	hash = max(hash, 1)
	mask := uint64(len(t.hashes) - 1)
	i := hash & mask
	for t.hashes[i] != 0 && t.hashes[i] != hash {
		i = (i + 1) & mask
	}
	return i
}
