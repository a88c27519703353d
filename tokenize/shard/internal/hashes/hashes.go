// Package hashes decides the labels of the inputs of pointwise rows, of which there may be
// millions. It finds them in flat hash tables.
package hashes

import "math/bits"

// spread is 2^64 over the golden ratio, odd (Knuth, The Art of Computer Programming 3, 6.4).
const spread = 0x9E3779B97F4A7C15

// Places finds the indexes of different numbers in a list, by open addressing: at most half of the
// slots are taken.
type Places struct {
	list  []uint64
	slots []uint32 // the index plus 1; 0: free
	shift int
}

// Common returns the numbers that two rising lists, of different numbers each, have in common.
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

// PlacesOf returns the indexes of a list of different numbers. It keeps the list.
func PlacesOf(list []uint64) *Places {
	log := bits.Len(uint(2 * len(list)))
	n := &Places{list, make([]uint32, 1<<log), 64 - log}
	for i, x := range list {
		k := n.slot(x)
		n.slots[k] = uint32(i + 1)
	}
	return n
}

func (n *Places) slot(x uint64) uint64 {
	mask := uint64(len(n.slots) - 1)
	for k := x * spread >> n.shift; ; k = (k + 1) & mask {
		if place := n.slots[k]; place == 0 || n.list[place-1] == x {
			return k
		}
	}
}

// Len returns the number of numbers.
func (n *Places) Len() int { return len(n.list) }

// Number returns the index of x, and -1 where x is not in the list.
func (n *Places) Number(x uint64) int { return int(n.slots[n.slot(x)]) - 1 }

// Labels holds the labels of inputs, a query with a document, by their numbers in the store.
type Labels struct {
	slots []inputLabel // open addressing, at most half of them taken
	used  int
}

type inputLabel struct {
	input uint64 // query and document, plus 1; 0: free, as no store has 2^32 - 1 texts
	label float64
}

func inputOf(query, doc uint32) uint64 { return (uint64(query)<<32 | uint64(doc)) + 1 }

// slot returns the slot that holds an input, or the free slot for it.
func (l *Labels) slot(input uint64) *inputLabel {
	mask := uint64(len(l.slots) - 1)
	for k := input * spread >> (64 - bits.Len64(mask)); ; k++ {
		if s := &l.slots[k&mask]; s.input == 0 || s.input == input {
			return s
		}
	}
}

// Label returns an input's label, if it has one.
func (l *Labels) Label(query, doc uint32) (label float64, ok bool) {
	if l.used == 0 {
		return 0, false
	}
	s := l.slot(inputOf(query, doc))
	return s.label, s.input != 0
}

// Set sets the label of an input.
func (l *Labels) Set(query, doc uint32, label float64) {
	if 2*(l.used+1) > len(l.slots) {
		old := l.slots
		l.slots = make([]inputLabel, max(64, 2*len(old)))
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
	*s = inputLabel{inputOf(query, doc), label}
}
