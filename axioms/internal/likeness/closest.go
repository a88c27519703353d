package likeness

import (
	"github.com/axiomine/axiomine/axioms/internal/terms"
)

// Closest finds the most similar pairs of a query term and another term in documents. Words are the
// terms outside the query. Each has a number, by its first token, so that its similarities are
// computed once for all documents.
type Closest struct {
	query   *Query
	equal   func(a, b float64) bool
	words   *terms.Words
	ranges  []span    // by number
	similar []similar // of all words whose similarities were computed
	pairs   []Pair    // of all documents
}

// Pair is a query term and another term of the highest similarity.
type Pair struct {
	Slot  int // of the query term
	Term  uint32
	Count int32 // of Term in the document
}

// Highest holds a document's pairs of its highest similarity.
type Highest struct {
	IsSet bool
	Best  float64
	Pairs []Pair
}

// span is where a word's similarities are in Closest.similar, once they are computed.
type span struct {
	done       bool
	begin, end int32
}

type similar struct {
	slot int
	sim  float64
}

// NewClosest returns what finds the pairs of a query. equal reports whether two similarities are the same.
func NewClosest(query *Query, equal func(a, b float64) bool) *Closest {
	return &Closest{query: query, equal: equal, words: terms.NewWords(query.terms)}
}

// Find calls use with the pairs of each of n documents. They are valid until the next call.
func (c *Closest) Find(n int, tokens func(i int) []uint32, use func(i int, h Highest)) {
	c.words.Documents(n, tokens)
	c.ranges = append(c.ranges, make([]span, len(c.words.Terms())-len(c.ranges))...)
	c.pairs = c.pairs[:0]
	for i := range n {
		use(i, c.findPairs(tokens(i), c.words.Distinct(i)))
	}
}

// findPairs returns the pairs of a document with these tokens and distinct words.
func (c *Closest) findPairs(tokens []uint32, distinct []int32) (h Highest) {
	for _, n := range distinct {
		for _, s := range c.similarities(n) {
			if !h.IsSet || s.sim > h.Best {
				h.IsSet, h.Best = true, s.sim
			}
		}
	}
	first := len(c.pairs)
	for _, n := range distinct {
		for _, s := range c.similarities(n) {
			if c.equal(s.sim, h.Best) {
				word := c.words.Term(n)
				c.pairs = append(c.pairs, Pair{s.slot, word, occurrences(word, tokens)})
			}
		}
	}
	h.Pairs = c.pairs[first:len(c.pairs):len(c.pairs)]
	return h
}

// similarities returns a word's similarities to query terms.
func (c *Closest) similarities(number int32) []similar {
	a := &c.ranges[number]
	if !a.done {
		a.done, a.begin = true, int32(len(c.similar))
		c.query.VisitSimilar(c.words.Term(number), func(slot int, sim float64) { c.similar = append(c.similar, similar{slot, sim}) })
		a.end = int32(len(c.similar))
	}
	return c.similar[a.begin:a.end]
}

func occurrences(term uint32, tokens []uint32) (n int32) {
	for _, t := range tokens {
		if t == term {
			n++
		}
	}
	return n
}
