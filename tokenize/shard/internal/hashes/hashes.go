// Package hashes decides the labels of the inputs of pointwise rows, of which there may be
// millions.
package hashes

import "slices"

// Places are different numbers, rising.
type Places []uint64

// Common returns the numbers that two rising lists, of different numbers each, have in common.
func Common(a, b []uint64) (list Places) {
	for _, x := range a {
		for len(b) > 0 && b[0] < x {
			b = b[1:]
		}
		if len(b) > 0 && b[0] == x {
			list = append(list, x)
		}
	}
	return list
}

// Number returns the index of x, and -1 where x is not in the list.
func (p Places) Number(x uint64) int {
	if i, ok := slices.BinarySearch(p, x); ok {
		return i
	}
	return -1
}
