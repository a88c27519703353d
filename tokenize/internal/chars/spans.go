package chars

import "sort"

// Spans are stretches of characters, in order.
type Spans []struct{ Low, High rune }

// Has reports whether a character is in one of the spans. It searches them by bisection.
func (s Spans) Has(r rune) bool {
	i := sort.Search(len(s), func(i int) bool { return r <= s[i].High })
	return i < len(s) && s[i].Low <= r
}
