package model

import "sync"

// symbol is a part of a word, in a doubly linked list.
type symbol struct {
	id         int32
	prev, next int32 // the indexes of the neighbours; -1: there is none
	isMerged   bool  // the symbol is part of the previous one
}

// merge is the result of merging two neighbouring symbols.
type merge struct {
	rank int32 // the index in BPEConfig.Merges
	id   int32 // the id of the merged symbol
}

// offer is a possible merge of the symbol at index with the next symbol.
type offer struct {
	merge
	index int32
}

func (o offer) less(p offer) bool { return o.rank < p.rank || o.rank == p.rank && o.index < p.index }

// merging holds the symbols of one word while they are merged.
type merging struct {
	symbols []symbol
	offers  []offer // a heap whose first element is the best offer
}

var mergings = sync.Pool{New: func() any { return new(merging) }} // reuses their memory

// add appends a symbol.
func (m *merging) add(id int32) {
	n := int32(len(m.symbols))
	if n > 0 {
		m.symbols[n-1].next = n
	}
	m.symbols = append(m.symbols, symbol{id: id, prev: n - 1, next: -1})
}

// mergeAll merges pairs in the order of their ranks, and from left to right among equal ranks. As in Word::merge_all of HF tokenizers, an
// offer whose symbols have changed still counts if the current symbols merge to the same id, whatever their rank.
func (m *merging) mergeAll(merges map[uint64]merge) {
	m.offers = m.offers[:0]
	for i := range m.symbols[1:] {
		m.pushOffer(merges, int32(i))
	}
	for len(m.offers) > 0 {
		top := m.pop()
		s := &m.symbols[top.index]
		if s.isMerged || s.next < 0 {
			continue
		}
		right := &m.symbols[s.next]
		if current, ok := merges[pair(s.id, right.id)]; !ok || current.id != top.id {
			continue
		}
		s.id, s.next, right.isMerged = top.id, right.next, true
		if s.next >= 0 {
			m.symbols[s.next].prev = top.index
			m.pushOffer(merges, top.index)
		}
		if s.prev >= 0 {
			m.pushOffer(merges, s.prev)
		}
	}
}

// pushOffer pushes the offer for a symbol onto the heap, if there is a merge of it with the next symbol.
func (m *merging) pushOffer(merges map[uint64]merge, index int32) {
	s := m.symbols[index]
	candidate, ok := merges[pair(s.id, m.symbols[s.next].id)]
	if !ok {
		return
	}
	i := len(m.offers)
	m.offers = append(m.offers, offer{candidate, index})
	for ; i > 0 && m.offers[i].less(m.offers[(i-1)/2]); i = (i - 1) / 2 {
		m.offers[i], m.offers[(i-1)/2] = m.offers[(i-1)/2], m.offers[i]
	}
}

// pop removes the best offer from the heap and returns it.
func (m *merging) pop() offer {
	top, last := m.offers[0], len(m.offers)-1
	m.offers[0] = m.offers[last]
	m.offers = m.offers[:last]
	for i := 0; ; {
		best := i
		for _, child := range [...]int{2*i + 1, 2*i + 2} {
			if child < last && m.offers[child].less(m.offers[best]) {
				best = child
			}
		}
		if best == i {
			return top
		}
		m.offers[i], m.offers[best] = m.offers[best], m.offers[i]
		i = best
	}
}

// pair returns the key of two neighbouring ids.
func pair(left, right int32) uint64 { return uint64(uint32(left))<<32 | uint64(uint32(right)) }
