package pairs

import "iter"

// Adjacent cuts a list into parts and yields them in order. A part is as long as possible with all elements equal to its first element.
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

// Equal cuts a list into parts of equal elements, as long as possible, and yields them in order.
func Equal[T comparable](list []T) iter.Seq[[]T] {
	return Adjacent(list, func(a, b T) bool { return a == b })
}
