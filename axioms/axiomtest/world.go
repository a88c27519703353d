package axiomtest

import (
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"pgregory.net/rapid"
)

// world is a query with candidates and a small collection's statistics, vectors and similarities.
type world struct {
	query   axioms.Query
	docs    []axioms.Doc
	n       int
	total   int64
	average float64
	df      map[uint32]int
	cf      map[uint32]int64
	vectors map[uint32][]float64
	sims    map[[2]uint32]float64
	scores  map[string]float64    // of a run, by document
	prefers map[[2]string]float64 // confidence of preferences between documents
}

const (
	vocabulary = 12 // few terms, so that ties and agreement are common
	dimensions = 3
)

// anyWorld draws a world. Beside unrelated documents there are some that differ from another one by little.
func anyWorld(t *rapid.T) *world {
	term := rapid.Uint32Range(0, vocabulary-1)
	w := &world{
		query:   axioms.Query{ID: "q", Terms: rapid.SliceOfN(term, 0, 10).Draw(t, "query")},
		n:       rapid.IntRange(0, 40).Draw(t, "N"),
		average: rapid.SampledFrom([]float64{0, 1, 3.5, 6}).Draw(t, "avgdl"),
		df:      map[uint32]int{}, cf: map[uint32]int64{}, vectors: map[uint32][]float64{}, sims: map[[2]uint32]float64{},
	}
	few := rapid.SampledFrom([]int{0, 1, 2, 5, 40}) // so that terms share an idf, and the query holds unknown ones
	coordinates := rapid.SliceOfN(rapid.SampledFrom([]float64{-1, 0, 0, 1, 0.5}), dimensions, dimensions)
	alike := rapid.SampledFrom([]float64{0, 0.25, 0.5, 0.9})
	for a := range uint32(vocabulary) {
		w.df[a] = min(few.Draw(t, "df"), w.n)
		if w.df[a] > 0 {
			w.cf[a] = int64(w.df[a] + rapid.IntRange(0, 3).Draw(t, "more"))
		}
		w.total += w.cf[a]
		if v := coordinates.Draw(t, "vector"); slices.ContainsFunc(v, func(x float64) bool { return x != 0 }) {
			w.vectors[a] = v
		}
		for b := range a {
			w.sims[[2]uint32{b, a}] = alike.Draw(t, "sim")
		}
	}
	for range rapid.IntRange(1, 3).Draw(t, "docs") {
		terms := rapid.SliceOfN(term, 0, 14).Draw(t, "doc")
		w.addDoc(t, terms)
		switch rapid.SampledFrom([]string{"copy", "longer", "twice", "exchanged", "shuffled"}).Draw(t, "relative") {
		case "copy":
			w.docs = append(w.docs, w.docs[len(w.docs)-1])
		case "longer":
			w.addDoc(t, append(slices.Clone(terms), term.Draw(t, "extra")))
		case "twice":
			w.addDoc(t, append(slices.Clone(terms), terms...))
		case "exchanged":
			other := slices.Clone(terms)
			if len(other) > 0 {
				other[rapid.IntRange(0, len(other)-1).Draw(t, "at")] = term.Draw(t, "instead")
			}
			w.addDoc(t, other)
		case "shuffled":
			w.addDoc(t, rapid.Permutation(terms).Draw(t, "order"))
		}
	}
	w.scores, w.prefers = map[string]float64{}, map[[2]string]float64{}
	for i, d := range w.docs {
		if rapid.IntRange(0, 3).Draw(t, "in the run") > 0 {
			w.scores[d.ID] = rapid.SampledFrom([]float64{-3, 0, 1, 1.05, 2}).Draw(t, "score in the run")
		}
		for _, e := range w.docs[:i] {
			pair := [2]string{d.ID, e.ID}
			if rapid.Bool().Draw(t, "the other way") {
				pair = [2]string{e.ID, d.ID}
			}
			if _, ok := w.prefers[[2]string{pair[1], pair[0]}]; !ok && pair[0] != pair[1] && rapid.Bool().Draw(t, "preferred") {
				w.prefers[pair] = rapid.SampledFrom([]float64{0.2, 0.5, 1}).Draw(t, "confidence")
			}
		}
	}
	return w
}

// Score and Each are what a run and a file of preferences say of the world's one query.
func (w *world) Score(query, doc string) (float64, bool) {
	score, ok := w.scores[doc]
	return score, ok && query == w.query.ID
}

func (w *world) Each(query string, yield func(preferred, other string, confidence float64)) {
	for pair, confidence := range w.prefers {
		if query == w.query.ID {
			yield(pair[0], pair[1], confidence)
		}
	}
}

func (w *world) addDoc(t *rapid.T, terms []uint32) {
	w.docs = append(w.docs, axioms.Doc{
		ID:    fmt.Sprintf("d%d", len(w.docs)),
		Terms: terms,
		Score: rapid.SampledFrom([]float64{math.NaN(), 0, 1, 1.05, 2, -1}).Draw(t, "score"),
		Rank:  rapid.IntRange(0, 3).Draw(t, "rank"),
		Grade: rapid.IntRange(-1, 2).Draw(t, "grade"),
	})
}

// renamed is the world with other ids for all its terms.
func (w *world) renamed(id func(uint32) uint32) *world {
	ids := func(terms []uint32) []uint32 {
		other := make([]uint32, len(terms))
		for i, t := range terms {
			other[i] = id(t)
		}
		return other
	}
	r := &world{query: axioms.Query{ID: w.query.ID, Terms: ids(w.query.Terms)}, scores: w.scores, prefers: w.prefers, n: w.n, total: w.total, average: w.average,
		df: map[uint32]int{}, cf: map[uint32]int64{}, vectors: map[uint32][]float64{}, sims: map[[2]uint32]float64{}}
	for _, d := range w.docs {
		d.Terms = ids(d.Terms)
		r.docs = append(r.docs, d)
	}
	for t, n := range w.df {
		r.df[id(t)], r.cf[id(t)] = n, w.cf[t]
	}
	for t, v := range w.vectors {
		r.vectors[id(t)] = v
	}
	for p, s := range w.sims {
		r.sims[unordered(id(p[0]), id(p[1]))] = s
	}
	return r
}

func unordered(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }

// collection holds only what the axiom says it needs, so that an undeclared need is met with a nil pointer.
func (w *world) collection(needs axioms.Needs, vectorsOnly bool) *axioms.Collection {
	c := &axioms.Collection{}
	if needs.IDF {
		c.Stats = w
	}
	if needs.Vectors {
		c.Vectors = plane{w}
	}
	if needs.File {
		c.Runs, c.Preferences = map[string]axioms.Scored{"FILE": w}, map[string]axioms.Preferring{"FILE": w}
	}
	if needs.Similarity {
		c.Similarity = w
		if vectorsOnly {
			c.Vectors, c.Similarity = plane{w}, plane{w}
		}
	}
	return c
}

func (w *world) NumDocs() int            { return w.n }
func (w *world) TotalTerms() int64       { return w.total }
func (w *world) AvgLen() float64         { return w.average }
func (w *world) DocFreq(t uint32) int    { return w.df[t] }
func (w *world) CollFreq(t uint32) int64 { return w.cf[t] }

// Sim is the table of similarities, as WordNet gives one.
func (w *world) Sim(a, b uint32) (float64, bool) {
	if a == b {
		return 1, true
	}
	return w.sims[unordered(a, b)], true
}

// plane is the world's word vectors.
type plane struct{ *world }

func (plane) Dim() int                    { return dimensions }
func (p plane) Vector(t uint32) []float64 { return p.vectors[t] }

func (p plane) Sim(a, b uint32) (float64, bool) {
	x, y := p.vectors[a], p.vectors[b]
	if x == nil || y == nil {
		return 0, false
	}
	var xy, xx, yy float64
	for i := range x {
		xy, xx, yy = xy+x[i]*y[i], xx+x[i]*x[i], yy+y[i]*y[i]
	}
	return xy / math.Sqrt(xx*yy), true
}
