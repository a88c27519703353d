package retrieve

import (
	"math"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/index"
)

// term is what a Retriever knows of a term. A term's gain in a document is its weight there less its weight at tf 0, which
// is not 0 under QL and QLJM only: there it is prior - loss[length]. Gains are kept as whole steps, rounded up, from 1 to
// maxSteps: a gain of n steps is at most n*step, and more than (n-1)*step where it is above 0. That is a byte a posting, and about
// another for cells: some 0.7 GB where all terms of 8.8 M passages were asked for.
type term struct {
	weight   weighting.TermWeight
	idf      float64 // BM25's
	prior    float64 // QL's ln(mu cf(t)/cf), QLJM's ln(lambda cf(t)/cf)
	postings index.Postings
	steps    []uint8 // the gain of each posting
	step     float64
	most     float64 // largest gain, 0 if none is positive
	least    float64 // smallest gain, 0 if none is negative
	windows  []bounds
	cells    []uint8 // the largest gain, in steps, of each 1<<cellBits documents, 0 where none holds the term; nil where windows is
	cellBits int
	high     [len(highRanks)]float64 // at least highRanks[i] documents of the usual length or less gain it; -Inf where there are fewer
}

const maxSteps = 255

// bounds are a term's part of a window. Terms with few postings keep none.
type bounds struct {
	begin uint32 // first posting
	most  uint32 // largest gain, in steps, 0 without postings
}

// highRanks are the numbers of results for which a term knows a threshold.
var highRanks = [...]int{10, 20, 50, 100, 200, 500, 1000}

// term returns what is known of t, learning it at first use; nil for a term that no document holds or the model leaves out.
func (r *Retriever) term(t uint32, l *learner) *term {
	if int(t) >= len(r.terms) {
		return nil
	}
	e := r.terms[t].Load()
	if e == nil {
		e = l.learn(r, t) // whoever learns it learns the same
		r.terms[t].Store(e)
	}
	if e.weight == nil {
		return nil
	}
	return e
}

// stepsOf returns a gain in steps.
func (e *term) stepsOf(gain float64) uint8 {
	if perStep := maxSteps / e.most; gain > 0 && perStep > 0 && perStep <= math.MaxFloat64 {
		return uint8(min(1+int(gain*perStep), maxSteps))
	}
	return 1
}

// cellsPer is how many cells, at least, a term has per posting, up to one per document.
const cellsPer = 1

// divide sets the windows and cells of a collection of so many documents by the term's postings.
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

// rank learns how many documents gain much from counts of their gains by steps.
func (e *term) rank(counts *[maxSteps + 1]int) {
	total, rank := 0, 0
	for steps := maxSteps; steps > 1; steps-- { // gains of step 1 may be negative
		total += counts[steps]
		for ; rank < len(highRanks) && highRanks[rank] <= total; rank++ {
			e.high[rank] = float64(steps-1) * e.step
		}
	}
}
