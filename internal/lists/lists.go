// Package lists makes lists and sets of lists.
package lists

import (
	"cmp"
	"slices"
)

// Map returns the values of a function of the items, in their order; nil for no items.
func Map[T, U any](items []T, value func(T) U) []U {
	if len(items) == 0 {
		return nil
	}
	out := make([]U, len(items))
	for i, item := range items {
		out[i] = value(item)
	}
	return out
}

// Filter returns the items for which keep is true, in a new slice; nil if there are none.
func Filter[T any](items []T, keep func(T) bool) (out []T) {
	for _, item := range items {
		if keep(item) {
			out = append(out, item)
		}
	}
	return out
}

// AddNew adds the items that a list lacks.
func AddNew[T comparable](list []T, items ...T) []T {
	for _, item := range items {
		if !slices.Contains(list, item) {
			list = append(list, item)
		}
	}
	return list
}

// Groups holds lists of values by key, with the keys in the order in which they came.
type Groups[K comparable, V any] struct {
	Keys []K
	Of   map[K][]V
}

// Add adds a value to the list of a key.
func (g *Groups[K, V]) Add(key K, value V) {
	if g.Of == nil {
		g.Of = map[K][]V{}
	}
	if g.Of[key] == nil {
		g.Keys = append(g.Keys, key)
	}
	g.Of[key] = append(g.Of[key], value)
}

// Set returns the set of the values of a function of the items.
func Set[T any, K comparable](items []T, value func(T) K) map[K]bool {
	set := make(map[K]bool, len(items))
	for _, item := range items {
		set[value(item)] = true
	}
	return set
}

// Common returns the number of elements that two sorted lists share.
func Common[T cmp.Ordered](a, b []T) (n int) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}
