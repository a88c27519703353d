package axioms

import (
	"math"
	"strings"
)

// Example is a worked example in plain words, analysed by splitting at spaces. Its documents are the whole collection.
type Example struct {
	Query  string
	Docs   []string    // the pair or triple, then documents that only fill the collection
	Scores []float64   // retrieval scores, where the axiom looks at them
	Ranks  []int       // places in the candidate run, likewise
	Grades []int       // judgements, likewise
	Alike  []Alikeness // similarities; all others are 0, and a word is like itself 1
	Plane  []Point     // word vectors in two dimensions
	Says   string      // in one sentence, why
	Want   []int       // the preference on (Docs[0], Docs[1]); for tfc2 one triple, for lnc2 the repeats of Docs[0]
}

// Alikeness is the similarity of two words.
type Alikeness struct {
	A, B string
	Sim  float64
}

// Point is a word's vector.
type Point struct {
	Word string
	X, Y float64
}

// View makes of the example what an axiom asks for; words get ids in the order in which they come.
func (e *Example) View() (Query, []Doc, *Collection) {
	v := &exampleView{ids: map[string]uint32{}, df: map[uint32]int{}, cf: map[uint32]int64{}, sims: map[[2]uint32]float64{}, vectors: map[uint32][]float64{}}
	q := Query{Terms: v.analyse(e.Query)}
	docs := make([]Doc, len(e.Docs))
	for i, text := range e.Docs {
		d := Doc{Terms: v.analyse(text), Score: math.NaN()}
		if e.Scores != nil {
			d.Score = e.Scores[i]
		}
		if e.Ranks != nil {
			d.Rank = e.Ranks[i]
		}
		if e.Grades != nil {
			d.Grade = e.Grades[i]
		}
		docs[i] = d
		v.add(d.Terms)
	}
	for _, a := range e.Alike {
		v.sims[ordered(v.id(a.A), v.id(a.B))] = a.Sim
	}
	for _, p := range e.Plane {
		v.vectors[v.id(p.Word)] = []float64{p.X, p.Y}
	}
	c := &Collection{Stats: v, Similarity: v}
	if e.Plane != nil {
		plane := examplePlane{v}
		c.Vectors, c.Similarity = plane, plane
	}
	return q, docs, c
}

// exampleView is an example's collection: the statistics of its documents and a table of similarities.
type exampleView struct {
	ids     map[string]uint32
	df      map[uint32]int
	cf      map[uint32]int64
	docs    int
	total   int64
	sims    map[[2]uint32]float64
	vectors map[uint32][]float64
}

func (v *exampleView) id(word string) uint32 {
	id, ok := v.ids[word]
	if !ok {
		id = uint32(len(v.ids))
		v.ids[word] = id
	}
	return id
}

func (v *exampleView) analyse(text string) []uint32 {
	var terms []uint32
	for _, word := range strings.Fields(text) {
		terms = append(terms, v.id(word))
	}
	return terms
}

func (v *exampleView) add(terms []uint32) {
	seen := map[uint32]bool{}
	for _, t := range terms {
		v.cf[t]++
		if !seen[t] {
			seen[t] = true
			v.df[t]++
		}
	}
	v.docs++
	v.total += int64(len(terms))
}

func (v *exampleView) NumDocs() int               { return v.docs }
func (v *exampleView) TotalTerms() int64          { return v.total }
func (v *exampleView) AvgLen() float64            { return float64(v.total) / float64(max(v.docs, 1)) }
func (v *exampleView) DocFreq(term uint32) int    { return v.df[term] }
func (v *exampleView) CollFreq(term uint32) int64 { return v.cf[term] }

// Sim looks a pair up in the table.
func (v *exampleView) Sim(a, b uint32) (float64, bool) {
	if a == b {
		return 1, true
	}
	return v.sims[ordered(a, b)], true
}

func ordered(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }

// examplePlane is an example's word vectors.
type examplePlane struct{ *exampleView }

func (examplePlane) Dim() int                       { return 2 }
func (v examplePlane) Vector(term uint32) []float64 { return v.vectors[term] }

// Sim is the cosine.
func (v examplePlane) Sim(a, b uint32) (float64, bool) {
	x, y := v.vectors[a], v.vectors[b]
	if x == nil || y == nil {
		return 0, false
	}
	return cosine(x, y), true
}
