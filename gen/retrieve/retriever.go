package retrieve

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
)

// Retriever ranks one index under one model and keeps, for every term that was asked for, upper bounds of what it adds to
// a score. They are learned from the term's postings at its first use, so they are exact and fit any model. A Retriever
// may be used from several goroutines, each with a Searcher of its own.
type Retriever struct {
	x           *index.Index
	system      system
	m           axioms.Weighting // the system's
	lengths     []uint32
	norms       []float64                      // BM25's norm by document length; nil for other models
	saturations *[tableTF << tableBits]float32 // by tf, then length: BM25's tf / (tf + norm), where no norm is negative
	loss        []float64                      // QL's ln(length + mu) by document length, 0 for QLJM; nil for other models
	minLoss     []float64                      // its minimum by window
	terms       []atomic.Pointer[term]
}

// Saturations are kept for term frequencies and lengths below these.
const (
	tableTF     = 16
	tableBits   = 12
	tableLength = 1 << tableBits
)

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
		if slices.Min(r.norms) >= 0 {
			r.saturations = new([tableTF << tableBits]float32)
			for tf := uint32(1); tf < tableTF; tf++ {
				for length := range uint32(min(len(r.norms), tableLength)) {
					r.saturations[tf<<tableBits|length] = saturation(tf, r.norms[length])
				}
			}
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

// saturation is BM25's tf / (tf + norm) in a document of this length, where these are kept.
func (r *Retriever) saturation(tf, length uint32) float32 {
	if tf < tableTF && length < tableLength {
		return r.saturations[tf<<tableBits|length]
	}
	return saturation(tf, r.norms[length])
}

func saturation(tf uint32, norm float64) float32 { return float32(float64(tf) / (float64(tf) + norm)) }

// gain is what a term adds to the score in the document of p, up to rounding.
func (r *Retriever) gain(e *term, p index.Posting) float64 {
	switch length := r.lengths[p.Doc]; {
	case r.saturations != nil:
		return e.idf * float64(r.saturation(p.TF, length))
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
