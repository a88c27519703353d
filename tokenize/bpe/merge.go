package bpe

import "sync"

// symbol is a stretch of a word, in a list linked both ways. A dead one was merged into the one before it.
type symbol struct {
	id         int32
	prev, next int32 // places in the list, -1 beyond its ends
	dead       bool
}

// merge is what two neighbouring symbols may become.
type merge struct {
	rank int32 // place in the list of merges
	id   int32 // of what they become
}

// offer is a merge of the symbol at a place with the next one.
type offer struct {
	merge
	at int32
}

func (o offer) before(p offer) bool { return o.rank < p.rank || o.rank == p.rank && o.at < p.at }

// merging is the memory of one word's merges.
type merging struct {
	symbols []symbol
	offers  []offer // a heap, the best one first
}

var mergings = sync.Pool{New: func() any { return new(merging) }}

// add puts a symbol behind the others.
func (m *merging) add(id int32) {
	n := int32(len(m.symbols))
	if n > 0 {
		m.symbols[n-1].next = n
	}
	m.symbols = append(m.symbols, symbol{id: id, prev: n - 1, next: -1})
}

// all merges pair after pair, the one of the lowest rank first, of equal ones the leftmost. It follows Word::merge_all of HF tokenizers,
// also where an offer has become stale: it still stands if what is at its place now merges to the same id, whatever the rank of that.
func (m *merging) all(merges map[uint64]merge) {
	m.offers = m.offers[:0]
	for i := range m.symbols[1:] {
		m.offer(merges, int32(i))
	}
	for len(m.offers) > 0 {
		top := m.pop()
		s := &m.symbols[top.at]
		if s.dead || s.next < 0 {
			continue
		}
		right := &m.symbols[s.next]
		if now, ok := merges[pair(s.id, right.id)]; !ok || now.id != top.id {
			continue
		}
		s.id, s.next, right.dead = top.id, right.next, true
		if s.next >= 0 {
			m.symbols[s.next].prev = top.at
			m.offer(merges, top.at)
		}
		if s.prev >= 0 {
			m.offer(merges, s.prev)
		}
	}
}

// offer puts the merge of a symbol that has a next one into the heap, if there is any.
func (m *merging) offer(merges map[uint64]merge, at int32) {
	s := m.symbols[at]
	found, ok := merges[pair(s.id, m.symbols[s.next].id)]
	if !ok {
		return
	}
	i := len(m.offers)
	m.offers = append(m.offers, offer{found, at})
	for ; i > 0 && m.offers[i].before(m.offers[(i-1)/2]); i = (i - 1) / 2 {
		m.offers[i], m.offers[(i-1)/2] = m.offers[(i-1)/2], m.offers[i]
	}
}

// pop takes the best offer out of the heap.
func (m *merging) pop() offer {
	top, last := m.offers[0], len(m.offers)-1
	m.offers[0] = m.offers[last]
	m.offers = m.offers[:last]
	for i := 0; ; {
		best := i
		for _, child := range [...]int{2*i + 1, 2*i + 2} {
			if child < last && m.offers[child].before(m.offers[best]) {
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

// pair is the key of two neighbouring ids.
func pair(left, right int32) uint64 { return uint64(uint32(left))<<32 | uint64(uint32(right)) }
