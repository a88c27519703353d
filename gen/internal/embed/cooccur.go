package embed

import "slices"

// counter counts how often words stand near each other: 16 bytes for a pair of words that do, and as much while they are put
// in order.
type counter struct {
	sorted []cooccurrence // each pair once
	recent []cooccurrence
}

// cooccurrence is a pair of words, the smaller number in the upper half of key, and X.
type cooccurrence struct {
	key uint64
	x   float64
}

// recentPairs is how many pairs are gathered before they are put in order.
const recentPairs = 1 << 22

// add counts the pairs of a document up to window words apart.
func (c *counter) add(words []int32, window int) {
	for i, word := range words {
		for j := max(0, i-window); j < i; j++ {
			other := words[j]
			c.recent = append(c.recent, cooccurrence{uint64(min(word, other))<<32 | uint64(max(word, other)), 1 / float64(i-j)})
			if word == other { // it stands near itself, on either side
				c.recent[len(c.recent)-1].x *= 2
			}
		}
		if len(c.recent) >= recentPairs+len(c.sorted)/2 {
			c.merge()
		}
	}
}

// counts returns every pair once, in order.
func (c *counter) counts() []cooccurrence {
	c.merge()
	return c.sorted
}

func (c *counter) merge() {
	slices.SortStableFunc(c.recent, func(a, b cooccurrence) int {
		switch {
		case a.key < b.key:
			return -1
		case a.key > b.key:
			return 1
		}
		return 0
	})
	out := make([]cooccurrence, 0, len(c.sorted)+len(c.recent))
	put := func(p cooccurrence) {
		if n := len(out); n > 0 && out[n-1].key == p.key {
			out[n-1].x += p.x
			return
		}
		out = append(out, p)
	}
	i := 0
	for _, p := range c.recent {
		for ; i < len(c.sorted) && c.sorted[i].key <= p.key; i++ {
			put(c.sorted[i])
		}
		put(p)
	}
	for ; i < len(c.sorted); i++ {
		put(c.sorted[i])
	}
	c.sorted, c.recent = slices.Clip(out), c.recent[:0]
}
