package retrieve

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/index"
)

// Retriever ranks the documents of one index under one model. At the first use of a term, it computes and stores the term's gain in each of
// its documents, as one byte. Several goroutines may use a Retriever, each with its own Searcher.
type Retriever struct {
	x       index.Reader
	system  system
	m       weighting.Model // system.weighting, the model without feedback and saturation
	lengths []uint32
	norms   []float64 // BM25's norm by document length; nil for other models
	loss    []float64 // QL's ln(length + mu) by document length, 0 for QLJM; nil for other models
	minLoss []float64 // the smallest loss of each window
	terms   []atomic.Pointer[term]
}

// New returns a retriever of the documents of x under m.
func New(x index.Reader, m Model) *Retriever {
	sys := systemOf(m)
	r := &Retriever{x: x, system: sys, m: sys.weighting, lengths: x.Lengths(), terms: make([]atomic.Pointer[term], x.Lexicon().NumTerms())}
	longest := slices.Max(r.lengths)
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
	case weighting.QLJM:
		r.loss = make([]float64, longest+1)
		r.minLoss = make([]float64, r.numWindows())
	}
	return r
}

// numWindows returns the number of windows of the collection.
func (r *Retriever) numWindows() int { return (len(r.lengths) + windowSize - 1) / windowSize }

// weight returns the exact weight of a term that occurs tf times in a document of this length.
func (r *Retriever) weight(e *term, tf, length int) float64 {
	if r.norms == nil {
		return e.weight.Weight(tf, length)
	}
	if tf == 0 {
		return 0
	}
	return e.idf * float64(tf) / (float64(tf) + r.norms[length])
}

// gain returns the weight minus the weight of the term in a document of the same length without it, up to rounding errors.
func (r *Retriever) gain(e *term, tf, length uint32) float64 {
	gain := r.weight(e, int(tf), int(length))
	if r.loss != nil {
		gain -= e.prior - r.loss[length]
	}
	return gain
}

// term holds the data of a term. The gain of a term in a document is its weight minus its weight at tf 0. The latter is prior -
// loss[length] under QL and QLJM, and 0 under other models. A gain is stored as a number of steps from 1 to maxSteps, rounded up. n steps
// mean a gain of at most n*step and, if the gain is positive, more than (n-1)*step. Steps and cells take about two bytes for each posting,
// some 0.7 GB for all terms of 8.8 M passages.
type term struct {
	weight   weighting.TermWeight
	idf      float64 // the idf of BM25; 0 under other models
	prior    float64 // under QL ln(mu cf(t)/cf), under QLJM ln(lambda cf(t)/cf); 0 under other models
	postings index.Postings
	steps    []uint8 // the gain of each posting
	step     float64
	most     float64 // the largest gain; 0 if no gain is positive
	minGain  float64 // the smallest gain; 0 if no gain is negative
	windows  []bounds
	cells    []uint8 // the largest gain, in steps, of each 1<<cellBits documents; 0 if none has the term; nil if windows is nil
	cellBits int
}

const maxSteps = 255

// bounds describes a term's postings in a window. Terms with few postings have no bounds.
type bounds struct {
	begin uint32 // the index of the first posting
	most  uint32 // the largest gain in steps; 0 if there is no posting
}

// term returns term t, which it computes at the first use; nil if no document has the term or the model does not weigh it.
func (r *Retriever) term(t uint32, l *learner) *term {
	if int(t) >= len(r.terms) {
		return nil
	}
	e := r.terms[t].Load()
	if e == nil {
		e = l.learn(r, t) // another goroutine may compute and store the same
		r.terms[t].Store(e)
	}
	if e.weight == nil {
		return nil
	}
	return e
}

func (e *term) stepsOf(gain float64) uint8 {
	if perStep := maxSteps / e.most; gain > 0 && perStep > 0 && perStep <= math.MaxFloat64 {
		return uint8(min(1+int(gain*perStep), maxSteps))
	}
	return 1
}

// cellsPer is the minimum number of cells per posting, up to one per document.
const cellsPer = 1

// divide computes windows and cells from the term's postings. docs and windows are the numbers of documents and windows of the collection.
func (e *term) divide(postings []index.Posting, docs, windows int) {
	e.windows = make([]bounds, windows+1)
	for docs>>(e.cellBits+1) >= cellsPer*len(postings) {
		e.cellBits++
	}
	e.cells = make([]uint8, docs>>e.cellBits+1)
	w := 0
	for i, p := range postings {
		for ; w <= int(p.Doc>>windowBits); w++ {
			e.windows[w].begin = uint32(i)
		}
		cell := &e.cells[p.Doc>>e.cellBits]
		*cell = max(*cell, e.steps[i])
	}
	for ; w <= windows; w++ {
		e.windows[w].begin = uint32(len(postings))
	}
	for w := range windows {
		most := uint8(0)
		for _, steps := range e.steps[e.windows[w].begin:e.windows[w+1].begin] {
			most = max(most, steps)
		}
		e.windows[w].most = uint32(most)
	}
}

// learner computes the data of terms for one goroutine. A posting's gain depends only on its pair: its count and its document's length.
// Many postings have the same pair, so the gain of a pair is computed once.
type learner struct {
	postings  []index.Posting // the postings of the term
	pairs     []uint16        // for each posting, its pair; 0 if it has no pair: see pairOf
	hasPair   [maxPair]bool   // for each pair, whether a posting of the term has it; all are false between terms
	steps     [maxPair]uint8  // for each pair, the steps of its gain
	termPairs []uint16        // the pairs of the term's postings, each once
	gains     []float64       // the gains of termPairs
}

// A pair is a count below maxTF and a length below maxLength.
const (
	maxTF      = 16
	lengthBits = 12
	maxLength  = 1 << lengthBits
	maxPair    = maxTF << lengthBits
)

// pairOf returns the pair of a count and a length; 0 if one of them is too large.
func pairOf(tf, length uint32) uint16 {
	if tf < maxTF && length < maxLength {
		return uint16(tf<<lengthBits | length)
	}
	return 0
}

// learn computes and returns term t. If the model does not weigh the term, its weight is nil.
func (l *learner) learn(r *Retriever, t uint32) *term {
	w, ok := r.m.Term(r.x, t)
	if !ok {
		return &term{}
	}
	e := &term{weight: w, postings: r.x.Postings(t)}
	l.postings = e.postings.Append(l.postings[:0])
	switch w := w.(type) {
	case weighting.BM25Term:
		e.idf = w.IDF
	case weighting.QLTerm:
		e.prior = math.Log(w.Prior)
	case weighting.QLJMTerm:
		e.prior = math.Log(w.Prior)
	}
	l.weigh(r, e)
	l.measure(r, e)
	if len(l.postings) >= 8*r.numWindows() {
		e.divide(l.postings, len(r.lengths), r.numWindows())
	}
	return e
}

// weigh computes the gains of the term's pairs, and sets the largest and the smallest gain of all postings.
func (l *learner) weigh(r *Retriever, e *term) {
	l.termPairs, l.gains = l.termPairs[:0], l.gains[:0]
	l.pairs = slices.Grow(l.pairs[:0], len(l.postings))[:len(l.postings)]
	for i, p := range l.postings {
		length := r.lengths[p.Doc]
		pair := pairOf(p.TF, length)
		l.pairs[i] = pair
		if pair == 0 {
			gain := r.gain(e, p.TF, length)
			e.most, e.minGain = max(e.most, gain), min(e.minGain, gain)
			continue
		}
		if !l.hasPair[pair] {
			l.hasPair[pair], l.termPairs = true, append(l.termPairs, pair)
		}
	}
	for _, pair := range l.termPairs {
		gain := r.gain(e, uint32(pair>>lengthBits), uint32(pair%maxLength))
		e.most, e.minGain = max(e.most, gain), min(e.minGain, gain)
		l.gains = append(l.gains, gain)
	}
}

// measure sets the steps of each posting's gain.
func (l *learner) measure(r *Retriever, e *term) {
	e.step = e.most / maxSteps
	for i, pair := range l.termPairs {
		l.steps[pair], l.hasPair[pair] = e.stepsOf(l.gains[i]), false
	}
	e.steps = make([]uint8, len(l.postings))
	for i, pair := range l.pairs {
		if pair != 0 {
			e.steps[i] = l.steps[pair]
			continue
		}
		p := l.postings[i]
		e.steps[i] = e.stepsOf(r.gain(e, p.TF, r.lengths[p.Doc]))
	}
}
