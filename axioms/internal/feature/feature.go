// Package feature computes what axioms compare: places of query terms, words of documents, their
// similarities to a query, and products of vectors. Every processor computes the same bits.
package feature

import "math"

// Dot returns the inner product. Four partial sums let the additions overlap.
func Dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += float64(a[i] * b[i])
		s1 += float64(a[i+1] * b[i+1])
		s2 += float64(a[i+2] * b[i+2])
		s3 += float64(a[i+3] * b[i+3])
	}
	for ; i < len(a); i++ {
		s0 += float64(a[i] * b[i])
	}
	return s0 + s1 + s2 + s3
}

// Add adds v to sum.
func Add(sum, v []float64) {
	v = v[:len(sum)]
	for i, x := range v {
		sum[i] += x
	}
}

// Cosine returns the cosine of two vectors that are not zero.
func Cosine(a, b []float64) float64 { return Dot(a, b) / math.Sqrt(Dot(a, a)*Dot(b, b)) }

// Deviation returns the standard deviation (with divisor n) of value(0) to value(n-1), without NaNs.
// It returns 0 for fewer than two numbers.
func Deviation(n int, value func(i int) float64) float64 {
	count, mean, sum := 0, 0.0, 0.0
	for i := range n {
		if x := value(i); !math.IsNaN(x) {
			count++
			mean += (x - mean) / float64(count)
		}
	}
	for i := range n {
		if x := value(i); !math.IsNaN(x) {
			sum += float64((x - mean) * (x - mean))
		}
	}
	if count < 2 {
		return 0
	}
	return math.Sqrt(sum / float64(count))
}

// Words assigns numbers from 0 up to the words of a query's documents, in the order of their first
// occurrence. Terms of the query get no number.
type Words struct {
	numbers  map[uint32]int32 // the number of each word; -1 for a term of the query
	terms    []uint32         // terms[n] is the word with number n
	last     []int            // last[n] is the number of the last document that held word n
	document int              // the number of the current document, from 1

	list     []int32   // the memory that the slices of distinct share
	distinct [][]int32 // for each document of the last call of Documents, the numbers of its words, each once
}

// NewWords returns a table for a query, without words yet.
func NewWords(query []uint32) *Words {
	w := &Words{numbers: map[uint32]int32{}}
	for _, t := range query {
		w.numbers[t] = -1
	}
	return w
}

// Documents reads n documents and returns for each the numbers of its words, each word once, in the
// order of first occurrence. tokens(i) are the tokens of document i. The result is valid until the next call.
func (w *Words) Documents(n int, tokens func(i int) []uint32) [][]int32 {
	w.list, w.distinct = w.list[:0], w.distinct[:0]
	for i := range n {
		begin := len(w.list)
		w.read(tokens(i))
		w.distinct = append(w.distinct, w.list[begin:])
	}
	return w.distinct
}

// read appends the numbers of a document's words, each once.
func (w *Words) read(tokens []uint32) {
	w.document++
	for _, t := range tokens {
		number, ok := w.numbers[t]
		if !ok {
			number = int32(len(w.terms))
			w.numbers[t], w.terms, w.last = number, append(w.terms, t), append(w.last, 0)
		}
		if number >= 0 && w.last[number] != w.document {
			w.last[number] = w.document
			w.list = append(w.list, number)
		}
	}
}

// Terms returns the words by number.
func (w *Words) Terms() []uint32 { return w.terms }

// Count returns the number of distinct terms. It clears set and reuses its memory.
func Count(terms []uint32, set map[uint32]bool) int {
	clear(set)
	for _, t := range terms {
		set[t] = true
	}
	return len(set)
}
