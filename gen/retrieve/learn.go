package retrieve

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/index"
)

// learner learns terms, for one goroutine. A posting's gain depends on its count and its document's length alone, and most
// postings share both with many others, so each such pair is weighed once.
type learner struct {
	postings []index.Posting   // of the term
	pairs    []uint16          // of its postings in order; 0 for a pair beyond maxTF or maxLength
	number   [maxPair]uint32   // of postings with a pair; 0 between terms
	steps    [maxPair]uint8    // of a pair's gain
	met      []uint16          // the term's pairs
	gains    []float64         // theirs
	counts   [maxSteps + 1]int // of postings of documents of the usual length or less, by steps
}

// A pair is a count and a length below these.
const (
	maxTF      = 16
	lengthBits = 12
	maxLength  = 1 << lengthBits
	maxPair    = maxTF << lengthBits
)

// pairOf returns the pair of a count and a length, 0 if either is too large.
func pairOf(tf, length uint32) uint16 {
	if tf < maxTF && length < maxLength {
		return uint16(tf<<lengthBits | length)
	}
	return 0
}

// learn returns the facts of term t, with an empty weight if the model leaves it out.
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
	for i := range e.high {
		e.high[i] = math.Inf(-1)
	}
	e.rank(&l.counts)
	if len(l.postings) >= 8*r.numWindows() {
		e.divide(l.postings, len(r.lengths), r.numWindows())
	}
	return e
}

// weigh finds the term's pairs, their gains, and the largest and the smallest of all gains.
func (l *learner) weigh(r *Retriever, e *term) {
	l.met, l.gains = l.met[:0], l.gains[:0]
	l.pairs = slices.Grow(l.pairs[:0], len(l.postings))[:len(l.postings)]
	for i, p := range l.postings {
		length := r.lengths[p.Doc]
		pair := pairOf(p.TF, length)
		l.pairs[i] = pair
		if pair == 0 {
			gain := r.gain(e, p.TF, length)
			e.most, e.least = max(e.most, gain), min(e.least, gain)
			continue
		}
		if l.number[pair] == 0 {
			l.met = append(l.met, pair)
		}
		l.number[pair]++
	}
	for _, pair := range l.met {
		gain := r.gain(e, uint32(pair>>lengthBits), uint32(pair%maxLength))
		e.most, e.least = max(e.most, gain), min(e.least, gain)
		l.gains = append(l.gains, gain)
	}
}

// measure sets each posting's steps, and counts them.
func (l *learner) measure(r *Retriever, e *term) {
	clear(l.counts[:])
	e.step = e.most / maxSteps
	for i, pair := range l.met {
		l.steps[pair] = e.stepsOf(l.gains[i])
		if uint32(pair%maxLength) <= r.usual {
			l.counts[l.steps[pair]] += int(l.number[pair])
		}
		l.number[pair] = 0
	}
	e.steps = make([]uint8, len(l.postings))
	for i, pair := range l.pairs {
		if pair != 0 {
			e.steps[i] = l.steps[pair]
			continue
		}
		p := l.postings[i]
		length := r.lengths[p.Doc]
		e.steps[i] = e.stepsOf(r.gain(e, p.TF, length))
		if length <= r.usual {
			l.counts[e.steps[i]]++
		}
	}
}
