package drmm

import (
	"math"
	"math/bits"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	blas "gonum.org/v1/gonum/blas/gonum"
)

// Featurizer fills a store: Query begins a query, Doc adds a candidate of the query. An input has the matching histogram of the query and
// the document, Bins values for each query token. An occurrence of the same term counts in the last bin, any other in bin
//
//	min(28, floor((cos + 1) / 2 * 29))
//
// It is not counted where one of the two terms has no vector. The value is the count (CH), the count divided by the row's sum (NH) or
// ln(1 + count) (LCH). Values of the cosine bins are multiplied by CosineScale. histogram_test.go has the definition; here it is faster:
//
//   - The bins of a document's term against all query terms are computed once per query, for all candidates.
//   - Cosines are products of unit vectors in float32. Where rounding could move a cosine over a bin's edge, it is
//     computed in float64.
//
// A Featurizer is not safe for several goroutines.
type Featurizer struct {
	mode    Mode
	gating  Gating
	scale   float64 // of cosine bins
	stats   weighting.Stats
	vectors axioms.Vectors
	store   *Store

	units []float32 // unit vectors of the document terms met so far
	terms []termState
	turn  uint32 // number of the query; a term's bins are valid in the turn they were made
	near  float64

	number  int32 // the store's number of the query
	query   []uint32
	unitsQ  []float32 // query tokens x dim
	hasQ    []bool    // by query token: it has a vector
	bins    []uint8   // of the terms met in this turn, x query tokens
	counts  []uint32  // query tokens x 32
	binBits []uint32  // by query token: a bit for each bin with a count
	values  []float64 // of small counts, nil for NH
	gates   []float64
}

// termState is the featurizer's state of a document's term.
type termState struct {
	unit int32  // 0 before the first look, noUnit, or 1 + its row in units
	turn uint32 // of the bins
	row  uint32 // in bins
}

const (
	noUnit    = -1
	noBin     = Bins // for a pair of terms one of which has no vector
	binStride = 32   // counts of a query token: Bins, noBin and one to spare
	numValues = 256
)

// NewFeaturizer returns a featurizer with an empty store for models of the given options. It reads
// stats for IDF gating only. Without vectors (nil) only exact matches count.
func NewFeaturizer(o Options, stats weighting.Stats, vectors axioms.Vectors) *Featurizer {
	mode := o.Mode
	vectors = orNone(vectors)
	f := &Featurizer{mode: mode, gating: o.Gating, scale: o.CosineScale, stats: stats, vectors: vectors,
		store: newStore(o.Gating.width(vectors))}
	// An inner product of n float32 products of unit vectors errs by less than (n + 8) 2^-24, and a bin is 2/29 wide.
	f.near = float64(vectors.Dim()+8) / (1 << 24) * simBins / 2
	if mode != NH {
		f.values = make([]float64, numValues)
		for c := range f.values {
			f.values[c] = mode.value(float64(c), 0)
		}
	}
	return f
}

// Store returns the store with everything added so far.
func (f *Featurizer) Store() *Store { return f.store }

// Query begins a query with these tokens.
func (f *Featurizer) Query(query []uint32) {
	f.gates = f.gating.gateInput(f.gates[:0], query, f.stats, f.vectors)
	f.number = f.store.addQuery(f.gates, len(query))
	f.query = append(f.query[:0], query...)
	f.turn++
	f.bins = f.bins[:0]
	f.unitsQ, f.hasQ = f.unitsQ[:0], f.hasQ[:0]
	for _, q := range query {
		v := f.vectors.Vector(q)
		f.hasQ = append(f.hasQ, v != nil)
		f.unitsQ = appendUnit(f.unitsQ, v, f.vectors.Dim())
	}
	f.counts = make([]uint32, len(query)*binStride)
	f.binBits = make([]uint32, len(query))
}

// Doc adds a candidate of the query and returns the input's number.
func (f *Featurizer) Doc(doc []uint32) (input int32) {
	n := len(f.query)
	for _, t := range doc {
		for i, b := range f.termBins(t) {
			f.counts[i*binStride+int(b)]++
			f.binBits[i] |= 1 << b
		}
	}
	s := f.store
	input = s.begin(f.number)
	for i := range n {
		counts := f.counts[i*binStride:][:binStride]
		counts[noBin] = 0
		nonEmpty := f.binBits[i] &^ (1 << noBin)
		f.binBits[i] = 0
		var total float64
		if f.mode == NH {
			for _, c := range counts {
				total += float64(c)
			}
		}
		for ; nonEmpty != 0; nonEmpty &= nonEmpty - 1 {
			b := bits.TrailingZeros32(nonEmpty)
			c := counts[b]
			counts[b] = 0
			scale := f.scale
			if b == exactBin {
				scale = 1
			}
			switch {
			case scale == 0:
			case int(c) < len(f.values):
				s.addCell(b, scale*f.values[c])
			default:
				s.addCell(b, scale*f.mode.value(float64(c), total))
			}
		}
		s.endRow()
	}
	return input
}

// termBins returns a term's bin for each query token. It computes them once per query.
func (f *Featurizer) termBins(t uint32) []uint8 {
	n := len(f.query)
	if int(t) >= len(f.terms) {
		f.terms = append(f.terms, make([]termState, int(t)+1-len(f.terms))...)
	}
	state := &f.terms[t]
	if state.turn == f.turn {
		return f.bins[int(state.row)*n:][:n]
	}
	state.turn, state.row = f.turn, uint32(len(f.bins)/max(n, 1))
	dim := f.vectors.Dim()
	if state.unit == 0 {
		state.unit = noUnit
		if v := f.vectors.Vector(t); v != nil {
			f.units = appendUnit(f.units, v, dim)
			state.unit = int32(len(f.units) / dim)
		}
	}
	for i, q := range f.query {
		switch {
		case t == q:
			f.bins = append(f.bins, exactBin)
		case state.unit == noUnit || !f.hasQ[i]:
			f.bins = append(f.bins, noBin)
		default:
			unit := f.units[int(state.unit-1)*dim:][:dim]
			pos := position(float64(blas.Implementation{}.Sdot(dim, f.unitsQ[i*dim:], 1, unit, 1)))
			if b := int(pos); pos-float64(b) > f.near && float64(b+1)-pos > f.near && b < simBins {
				f.bins = append(f.bins, uint8(b))
				continue
			}
			sim, _ := f.vectors.Sim(q, t)
			f.bins = append(f.bins, uint8(bin(sim)))
		}
	}
	return f.bins[len(f.bins)-n:]
}

// appendUnit appends v at length 1, or zeros for nil.
func appendUnit(dst []float32, v []float64, dim int) []float32 {
	if v == nil {
		return append(dst, make([]float32, dim)...)
	}
	var length float64
	for _, x := range v {
		length += float64(x * x)
	}
	length = math.Sqrt(length)
	for _, x := range v {
		dst = append(dst, float32(x/length))
	}
	return dst
}
