package bpe

import (
	"math/bits"

	"github.com/axiomine/axiomine/tokenize/internal/cache"
)

// mergeTable is a map from pairs of ids to merges, at most half of whose slots are taken. `tokenize
// encode` takes a twentieth less time than with a map of Go.
type mergeTable struct {
	slots []mergeSlot
	shift uint // of a hash, to the place of a slot
}

type mergeSlot struct {
	pair  uint64
	place int32 // the merge's rank, plus 1; 0: the slot is free
	id    int32
}

// newMergeTable returns a table for so many merges.
func newMergeTable(count int) mergeTable {
	size := uint(bits.Len(uint(2 * count)))
	return mergeTable{slots: make([]mergeSlot, 1<<size), shift: 64 - size}
}

// slot returns the slot of a pair, or the free one where it belongs.
func (t *mergeTable) slot(pair uint64) *mergeSlot {
	for i := int(pair * uint64(cache.Seed) >> t.shift); ; i++ {
		if s := &t.slots[i&(len(t.slots)-1)]; s.pair == pair || s.place == 0 {
			return s
		}
	}
}

// put adds a merge, or replaces that of its pair.
func (t *mergeTable) put(pair uint64, m merge) {
	*t.slot(pair) = mergeSlot{pair, m.rank + 1, m.id}
}

// get returns the merge of a pair.
func (t *mergeTable) get(pair uint64) (m merge, ok bool) {
	s := t.slot(pair)
	return merge{s.place - 1, s.id}, s.place > 0
}
