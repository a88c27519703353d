package retrieve

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
)

// Searches work on one window of document numbers after the other.
const (
	windowBits = 12
	windowSize = 1 << windowBits
)

// Retriever ranks one index under one model and keeps, for every term that was asked for, upper bounds of what it adds to
// a score. They are learned from the term's postings at its first use, so they are exact and fit any model. A Retriever
// may be used from several goroutines, each with a Searcher of its own.
type Retriever struct {
	x       *index.Index
	system  system
	m       axioms.Weighting // the system's
	lengths []uint32
	norms   []float64 // BM25's norm by document length; nil for other models
	loss    []float64 // QL's ln(length + mu) by document length, 0 for QLJM; nil for other models
	minLoss []float64 // its minimum by window
	terms   []atomic.Pointer[term]
}

// New prepares retrieval from x under m.
func New(x *index.Index, m Model) *Retriever {
	sys := systemOf(m)
	r := &Retriever{x: x, system: sys, m: sys.weighting, lengths: x.Lengths(), terms: make([]atomic.Pointer[term], x.NumTerms())}
	longest := slices.Max(r.lengths)
	switch m := r.m.(type) {
	case axioms.BM25:
		r.norms = make([]float64, longest+1)
		for n := range r.norms {
			r.norms[n] = m.Norm(n, x.AvgLen())
		}
	case axioms.QL:
		r.loss = make([]float64, longest+1)
		for n := range r.loss {
			r.loss[n] = math.Log(float64(n) + m.Mu)
		}
		for part := range slices.Chunk(r.lengths, windowSize) {
			r.minLoss = append(r.minLoss, r.loss[slices.Min(part)])
		}
	case axioms.QLJM:
		r.loss = make([]float64, longest+1)
		r.minLoss = make([]float64, r.numWindows())
	}
	return r
}

// numWindows is the number of windows of the collection.
func (r *Retriever) numWindows() int { return (len(r.lengths) + windowSize - 1) / windowSize }

// term is what a Retriever knows of a term. A term's gain in a document is its weight there less its weight at tf 0, which
// is not 0 under QL and QLJM only: there it is prior - loss[length].
type term struct {
	weight   axioms.TermWeight
	idf      float64   // BM25's
	prior    float64   // QL's ln(mu cf(t)/cf), QLJM's ln(lambda cf(t)/cf)
	byTF     []float64 // QL's gains by tf, which do not depend on the length
	postings []index.Posting
	most     float64 // largest gain, 0 if none is positive
	least    float64 // smallest gain, 0 if none is negative
	windows  []window
	high     [len(highRanks)]float64 // at least highRanks[i] documents gain as much; -Inf where the term has fewer
}

// window is a term's part of a window. Terms with fewer postings than there are windows keep none.
type window struct {
	begin uint32  // first posting
	most  float64 // largest gain, 0 if none is positive
}

// highRanks are the numbers of results for which a term knows a threshold.
var highRanks = [...]int{10, 20, 50, 100, 200, 500, 1000}

// term gives what is known of t, learning it at first use; nil for a term that no document holds or the model leaves out.
func (r *Retriever) term(t uint32) *term {
	if int(t) >= len(r.terms) {
		return nil
	}
	known := r.terms[t].Load()
	if known == nil {
		known = r.learn(t) // whoever learns it learns the same
		r.terms[t].Store(known)
	}
	if known.weight == nil {
		return nil
	}
	return known
}

func (r *Retriever) learn(t uint32) *term {
	w, ok := r.m.Term(r.x, t)
	if !ok {
		return &term{}
	}
	e := &term{weight: w, postings: r.x.Postings(t)}
	switch w := w.(type) {
	case axioms.BM25Term:
		e.idf = w.IDF
	case axioms.QLTerm:
		e.prior = math.Log(w.Prior)
		e.byTF = make([]float64, 16)
		for tf := range e.byTF {
			e.byTF[tf] = math.Log1p(float64(tf) / w.Prior)
		}
	case axioms.QLJMTerm:
		e.prior = math.Log(w.Prior)
	}
	if len(e.postings) >= 8*r.numWindows() {
		e.windows = make([]window, r.numWindows()+1)
	}
	last := -1 // window that has begun last
	for i, p := range e.postings {
		gain := r.gain(e, p)
		e.most, e.least = max(e.most, gain), min(e.least, gain)
		if e.windows != nil {
			for at := int(p.Doc >> windowBits); last < at; {
				last++
				e.windows[last].begin = uint32(i)
			}
			e.windows[last].most = max(e.windows[last].most, gain)
		}
	}
	if e.windows != nil {
		for last++; last < len(e.windows); last++ {
			e.windows[last].begin = uint32(len(e.postings))
		}
	}
	if r.loss == nil { // the background is no help in telling scores from gains
		r.learnHigh(e)
	}
	return e
}

// learnHigh counts gains in steps of 1/128 of the largest.
func (r *Retriever) learnHigh(e *term) {
	const steps = 128
	for i := range e.high {
		e.high[i] = math.Inf(-1)
	}
	if len(e.postings) < highRanks[0] || !(e.most > 0) || math.IsInf(e.most, 1) {
		return
	}
	var counts [steps + 1]int
	for _, p := range e.postings {
		counts[int(max(r.gain(e, p), 0)/e.most*steps)]++
	}
	reached, rank := 0, 0
	for step := steps; step > 0; step-- { // gains of step 0 may be negative
		reached += counts[step]
		for ; rank < len(highRanks) && highRanks[rank] <= reached; rank++ {
			e.high[rank] = float64(step) / steps * e.most
		}
	}
}

// gain is what a term adds to the score in the document of p, up to rounding.
func (r *Retriever) gain(e *term, p index.Posting) float64 {
	switch length := r.lengths[p.Doc]; {
	case r.norms != nil:
		return e.idf * float64(p.TF) / (float64(p.TF) + r.norms[length])
	case p.TF < uint32(len(e.byTF)):
		return e.byTF[p.TF]
	case r.loss != nil:
		return e.weight.Weight(int(p.TF), int(length)) - (e.prior - r.loss[length])
	default:
		return e.weight.Weight(int(p.TF), int(length))
	}
}
