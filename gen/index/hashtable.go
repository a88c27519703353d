package index

// Tables of hashes keep the numbers of strings in files of an index.

// tableSize returns the size of a hash table for n strings: a power of two, at most three quarters full.
func tableSize(n int) int {
	size := 4
	for size*3 < n*4 {
		size *= 2
	}
	return size
}

// findSlot walks the table from the hash's slot until isMatch says that a number is the wanted one. It returns the slot and
// the number; without a match ok is false and the slot is the free one where the walk ended. A slot holds number + 1.
func findSlot(slots []uint32, hash uint64, isMatch func(number uint32) bool) (slot int, number uint32, ok bool) {
	mask := uint64(len(slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if slots[i] == 0 {
			return int(i), 0, false
		}
		if number = slots[i] - 1; isMatch(number) {
			return int(i), number, true
		}
	}
}
