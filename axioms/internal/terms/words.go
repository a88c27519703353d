// Package terms counts term ids in hash tables that are used for one document after the other.
package terms

import (
	"math/bits"
	"slices"
)

// Words numbers the words of one document after the other, from 0 up in the order of their first
// token. Terms of the query are left out. It is an open-addressing table with more entries than
// tokens.
type Words struct {
	entries  []word
	used     int
	shift    uint32
	document uint32   // the number of the current document, from 2; 1 for the query
	terms    []uint32 // by number

	distinct []int32 // the numbers of the words of all documents of a call, each word once per document
	ends     []int   // by document: the end of its words in distinct
}

type word struct {
	term     uint32
	document uint32 // the last document that held the term; 0: the entry is empty
	number   int32  // -1 for a term of the query
}

// NewWords returns a table without words.
func NewWords(query []uint32) *Words {
	w := &Words{}
	w.size(len(query))
	w.Reset(query)
	return w
}

// maxKept is up to how many entries a table serves the next query too. Clearing a larger table
// takes longer than most queries need.
const maxKept = 1 << 16

// Reset removes all words and begins another query.
func (w *Words) Reset(query []uint32) {
	if len(w.entries) > maxKept {
		w.entries = nil
	}
	clear(w.entries)
	w.used, w.document, w.terms = 0, 1, w.terms[:0]
	if len(query) >= len(w.entries) {
		w.size(len(query))
	}
	for _, t := range query {
		e := w.find(t)
		if e.document == 0 {
			w.used++
		}
		*e = word{t, w.document, -1}
	}
}

// Documents reads n documents. Distinct returns their words until the next call.
func (w *Words) Documents(n int, tokens func(i int) []uint32) {
	sum := 0
	for i := range n {
		sum += len(tokens(i))
	}
	w.reserve(sum)
	w.distinct, w.ends = slices.Grow(w.distinct[:0], sum), w.ends[:0]
	for i := range n {
		w.distinct = w.read(tokens(i), w.distinct)
		w.ends = append(w.ends, len(w.distinct))
	}
}

// Distinct returns the numbers of a document's words, each once, in the order of their first
// tokens.
func (w *Words) Distinct(i int) []int32 {
	begin := 0
	if i > 0 {
		begin = w.ends[i-1]
	}
	return w.distinct[begin:w.ends[i]]
}

// reserve makes room for that number of tokens.
func (w *Words) reserve(tokens int) {
	w.terms = slices.Grow(w.terms, tokens)
	if tokens += w.used; tokens >= len(w.entries) {
		w.size(tokens)
	}
}

// size moves the words into a table with room for n.
func (w *Words) size(n int) {
	old := w.entries
	log := bits.Len(uint(n) | 63)
	w.entries, w.shift = make([]word, 1<<log), uint32(32-log)
	for _, e := range old {
		if e.document != 0 {
			*w.find(e.term) = e
		}
	}
}

// find returns a term's entry, or the empty entry for it.
func (w *Words) find(term uint32) *word {
	entries := w.entries
	for h := term * 0x9E3779B1 >> w.shift; ; h++ {
		if e := &entries[h&uint32(len(entries)-1)]; e.term == term || e.document == 0 {
			return e
		}
	}
}

// read appends the numbers of a document's words, each once. There must be room for its tokens.
func (w *Words) read(tokens []uint32, distinct []int32) []int32 {
	w.document++
	n, words := len(distinct), w.terms[:len(w.terms)+len(tokens)]
	distinct = slices.Grow(distinct, len(tokens))[:n+len(tokens)]
	count := len(w.terms)
	for _, t := range tokens {
		// No branch can predict whether a word is new, or new in the document: a word that is not is overwritten.
		e := w.find(t)
		number := e.number
		if e.document == 0 {
			number = int32(count)
		}
		words[count], distinct[n] = t, number
		fresh := 0
		if e.document == 0 {
			fresh = 1
		}
		count += fresh
		first := 0
		if e.document != w.document {
			first = 1
		}
		n += first &^ int(number>>31)
		*e = word{t, w.document, number}
	}
	w.used += count - len(w.terms)
	w.terms = words[:count]
	return distinct[:n]
}

// Terms returns the words by number.
func (w *Words) Terms() []uint32 { return w.terms }

// Term returns the word of a number.
func (w *Words) Term(number int32) uint32 { return w.terms[number] }
