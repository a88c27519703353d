package pairs

import "iter"

// Adjacent yields the longest parts of a list whose elements are all the same as the first of the part, in the order of the list.
func Adjacent[T any](list []T, equal func(a, b T) bool) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for rest := list; len(rest) > 0; {
			end := 1
			for end < len(rest) && equal(rest[0], rest[end]) {
				end++
			}
			if !yield(rest[:end:end]) {
				return
			}
			rest = rest[end:]
		}
	}
}

// Equal yields the longest parts of a list whose elements are equal, in the order of the list.
func Equal[T comparable](list []T) iter.Seq[[]T] {
	return Adjacent(list, func(a, b T) bool { return a == b })
}
