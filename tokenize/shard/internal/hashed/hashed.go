// Package hashed decides about the inputs of pointwise rows, of which there may be millions, and finds them in flat hash tables.
package hashed

import "math/bits"

// spread is 2^64 over the golden ratio, odd (Knuth, The Art of Computer Programming 3, 6.4).
const spread = 0x9E3779B97F4A7C15

// Places finds the places of different numbers in a list, by open addressing: at most half of the slots are taken.
type Places struct {
	list  []uint64
	slots []uint32 // the place plus 1; 0: free
	shift int
}

// Common are the numbers that two rising lists, of different numbers each, have in common.
func Common(a, b []uint64) *Places {
	var list []uint64
	for _, x := range a {
		for len(b) > 0 && b[0] < x {
			b = b[1:]
		}
		if len(b) > 0 && b[0] == x {
			list = append(list, x)
		}
	}
	return PlacesOf(list)
}

// PlacesOf are the places in a list of different numbers, which it keeps.
func PlacesOf(list []uint64) *Places {
	log := bits.Len(uint(2 * len(list)))
	n := &Places{list, make([]uint32, 1<<log), 64 - log}
	for i, x := range list {
		at := n.slot(x)
		n.slots[at] = uint32(i + 1)
	}
	return n
}

func (n *Places) slot(x uint64) uint64 {
	mask := uint64(len(n.slots) - 1)
	for at := x * spread >> n.shift; ; at = (at + 1) & mask {
		if place := n.slots[at]; place == 0 || n.list[place-1] == x {
			return at
		}
	}
}

// Len is how many there are.
func (n *Places) Len() int { return len(n.list) }

// Number is the place of x, -1 where it is not there.
func (n *Places) Number(x uint64) int { return int(n.slots[n.slot(x)]) - 1 }

// Labels are those of inputs, a query with a document, by their numbers in the store.
type Labels struct {
	slots []labelled // open addressing, at most half of them taken
	used  int
}

type labelled struct {
	input uint64 // query and document, plus 1; 0: free, as no store has 2^32 - 1 texts
	label float64
}

func inputOf(query, doc uint32) uint64 { return (uint64(query)<<32 | uint64(doc)) + 1 }

// slot is where an input stands or would stand.
func (l *Labels) slot(input uint64) *labelled {
	mask := uint64(len(l.slots) - 1)
	for at := input * spread >> (64 - bits.Len64(mask)); ; at++ {
		if s := &l.slots[at&mask]; s.input == 0 || s.input == input {
			return s
		}
	}
}

// Of is an input's label, if it has one.
func (l *Labels) Of(query, doc uint32) (label float64, ok bool) {
	if l.used == 0 {
		return 0, false
	}
	s := l.slot(inputOf(query, doc))
	return s.label, s.input != 0
}

// Set gives an input its label.
func (l *Labels) Set(query, doc uint32, label float64) {
	if 2*(l.used+1) > len(l.slots) {
		old := l.slots
		l.slots = make([]labelled, max(64, 2*len(old)))
		for _, s := range old {
			if s.input != 0 {
				*l.slot(s.input) = s
			}
		}
	}
	s := l.slot(inputOf(query, doc))
	if s.input == 0 {
		l.used++
	}
	*s = labelled{inputOf(query, doc), label}
}
