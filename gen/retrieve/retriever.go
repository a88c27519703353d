package retrieve

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/index"
)

// Retriever ranks one index under one model and keeps, for every term that was asked for, what it adds to the score of each of its
// documents, to a byte. That is learned from the term's postings at its first use, so it fits any model. A Retriever may be used from
// several goroutines, each with a Searcher of its own.
type Retriever struct {
	x       index.Reader
	system  system
	m       weighting.Model // the system's
	lengths []uint32
	norms   []float64 // BM25's norm by document length; nil for other models
	loss    []float64 // QL's ln(length + mu) by document length, 0 for QLJM; nil for other models
	usual   uint32    // a length that nine documents in ten do not exceed; the longest where no loss differs
	minLoss []float64 // its minimum by window
	terms   []atomic.Pointer[term]
}

// New prepares retrieval from x under m.
func New(x index.Reader, m Model) *Retriever {
	sys := systemOf(m)
	r := &Retriever{x: x, system: sys, m: sys.weighting, lengths: x.Lengths(), terms: make([]atomic.Pointer[term], x.Lexicon().NumTerms())}
	longest := slices.Max(r.lengths)
	r.usual = longest
	switch m := r.m.(type) {
	case weighting.BM25:
		r.norms = make([]float64, longest+1)
		for n := range r.norms {
			r.norms[n] = m.Norm(n, x.AvgLen())
		}
	case weighting.QL:
		r.loss = make([]float64, longest+1)
		for n := range r.loss {
			r.loss[n] = math.Log(float64(n) + m.Mu)
		}
		for part := range slices.Chunk(r.lengths, windowSize) {
			r.minLoss = append(r.minLoss, r.loss[slices.Min(part)])
		}
		r.usual = usualLength(r.lengths, longest)
	case weighting.QLJM:
		r.loss = make([]float64, longest+1)
		r.minLoss = make([]float64, r.numWindows())
	}
	return r
}

// usualLength returns the smallest length that at least nine lengths in ten do not exceed.
func usualLength(lengths []uint32, longest uint32) uint32 {
	counts := make([]int, longest+1)
	for _, n := range lengths {
		counts[n]++
	}
	total := 0
	for n, count := range counts {
		if total += count; 10*total >= 9*len(lengths) {
			return uint32(n)
		}
	}
	return longest
}

// numWindows returns the number of windows of the collection.
func (r *Retriever) numWindows() int { return (len(r.lengths) + windowSize - 1) / windowSize }

// weight returns the term's weight in a document of a length that holds it tf times, to the last bit.
func (r *Retriever) weight(e *term, tf, length int) float64 {
	if r.norms == nil {
		return e.weight.Weight(tf, length)
	}
	if tf == 0 {
		return 0
	}
	return e.idf * float64(tf) / (float64(tf) + r.norms[length])
}

// gain returns the part of the weight that a document without the term has not, up to rounding.
func (r *Retriever) gain(e *term, tf, length uint32) float64 {
	gain := r.weight(e, int(tf), int(length))
	if r.loss != nil {
		gain -= e.prior - r.loss[length]
	}
	return gain
}
