package drmm

import (
	"math"
	"math/bits"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	blas "gonum.org/v1/gonum/blas/gonum"
)

// Featurizer fills a store with matching histograms of a query and its candidates: Bins values for each query token. An occurrence of the
// token itself counts in the last bin. An occurrence of another term counts in bin
//
//	min(28, floor((cos + 1) / 2 * 29))
//
// and in no bin if one of the two terms has no vector. The value is the count (CH), the count divided by the row's sum (NH) or
// ln(1 + count) (LCH). Values of the cosine bins are multiplied by CosineScale. histogram_test.go has the definition. This one is faster:
//
//   - The bins of a document's term against all query terms are computed once per query, for all candidates.
//   - Cosines are products of unit vectors in float32. Where rounding could move a cosine over a bin's edge, it is
//     computed in float64.
//
// A Featurizer is not safe for several goroutines.
type Featurizer struct {
	mode    Mode
	gating  Gating
	scale   float64 // the factor on the values of cosine bins
	stats   weighting.Stats
	vectors axioms.Vectors
	store   *Store

	units      []float32 // the unit vectors of the document terms looked up so far
	terms      []termState
	edgeMargin float64 // a cosine that is nearer to a bin's edge, in bins, is computed in float64

	number         int32     // the current query's number in the store
	query          []uint32  // the tokens of the current query
	queryUnits     []float32 // a unit vector of dim values for each query token
	queryHasVector []bool    // reports for each query token whether it has a vector
	bins           []uint8   // a row for each document term looked up for this query: its bin for each query token
	counts         []uint32  // binStride counts for each query token
	binBits        []uint32  // for each query token, a bit for each bin with a count
	values         []float64 // values[c] is the value of count c, for counts below numValues; nil for NH
	gates          []float64
}

// termState is the featurizer's state of a document's term.
type termState struct {
	unit  int32  // 1 + the term's row in units; noUnit for a term without a vector; 0 before the first look-up
	query int32  // 1 + the number of the last query that looked the term up; 0 before the first look-up
	row   uint32 // the term's row in the bins of that query
}

const (
	noUnit    = -1
	noBin     = Bins // for a pair of terms one of which has no vector
	binStride = 32   // number of counts of a query token: Bins, noBin and one unused
	numValues = 256
)

// NewFeaturizer returns a featurizer with an empty store for models of the given options. Only IDF gating
// reads stats. If vectors is nil, only exact matches count.
func NewFeaturizer(o Options, stats weighting.Stats, vectors axioms.Vectors) *Featurizer {
	mode, gateValues := o.Mode, 1 // per term
	if vectors = nonNil(vectors); o.Gating != IDF {
		gateValues = vectors.Dim()
	}
	f := &Featurizer{mode: mode, gating: o.Gating, scale: o.CosineScale, stats: stats, vectors: vectors, store: newStore(gateValues)}
	// An inner product of n float32 products of unit vectors errs by less than (n + 8) 2^-24, and a bin is 2/29 wide.
	f.edgeMargin = float64(vectors.Dim()+8) / (1 << 24) * simBins / 2
	if mode != NH {
		f.values = make([]float64, numValues)
		for c := range f.values {
			f.values[c] = mode.value(float64(c), 0)
		}
	}
	return f
}

// Store returns the store with all inputs added so far.
func (f *Featurizer) Store() *Store { return f.store }

// BeginQuery begins a query with these tokens.
func (f *Featurizer) BeginQuery(query []uint32) {
	f.gates = f.gating.gateInput(f.gates[:0], query, f.stats, f.vectors)
	f.number = f.store.addQuery(f.gates, len(query))
	f.query = append(f.query[:0], query...)
	f.bins = f.bins[:0]
	f.queryUnits, f.queryHasVector = f.queryUnits[:0], f.queryHasVector[:0]
	for _, q := range query {
		v := f.vectors.Vector(q)
		f.queryHasVector = append(f.queryHasVector, v != nil)
		f.queryUnits = appendUnit(f.queryUnits, v, f.vectors.Dim())
	}
	f.counts = make([]uint32, len(query)*binStride)
	f.binBits = make([]uint32, len(query))
}

// AddDoc adds a candidate of the query and returns the input's number.
func (f *Featurizer) AddDoc(doc []uint32) (input int32) {
	n := len(f.query)
	for _, t := range doc {
		for i, b := range f.termBins(t) {
			f.counts[i*binStride+int(b)]++
			f.binBits[i] |= 1 << b
		}
	}
	s := f.store
	input = s.beginInput(f.number)
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
	if state.query == f.number+1 {
		return f.bins[int(state.row)*n:][:n]
	}
	state.query, state.row = f.number+1, uint32(len(f.bins)/max(n, 1))
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
		case state.unit == noUnit || !f.queryHasVector[i]:
			f.bins = append(f.bins, noBin)
		default:
			unit := f.units[int(state.unit-1)*dim:][:dim]
			pos := position(float64(blas.Implementation{}.Sdot(dim, f.queryUnits[i*dim:], 1, unit, 1)))
			if b := int(pos); pos-float64(b) > f.edgeMargin && float64(b+1)-pos > f.edgeMargin && b < simBins {
				f.bins = append(f.bins, uint8(b))
				continue
			}
			sim, _ := f.vectors.Sim(q, t)
			f.bins = append(f.bins, uint8(bin(sim)))
		}
	}
	return f.bins[len(f.bins)-n:]
}

// appendUnit appends v scaled to length 1, or dim zeros if v is nil.
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
