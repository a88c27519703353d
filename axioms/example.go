package axioms

import (
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/vector"
	"github.com/axiomine/axiomine/axioms/prose"
)

// Example is a worked example in plain words, analysed by splitting at spaces. Its documents are the whole collection.
type Example struct {
	Query        string
	Docs         []string         // the pair or triple, then documents that only fill the collection
	Scores       []float64        // retrieval scores, where the axiom reads them
	Ranks        []int            // places in the candidate run, likewise
	Grades       []int            // judgements, likewise
	Similarities []termSimilarity // all others are 0; a word and itself have 1
	Plane        []point          // word vectors in two dimensions
	Says         string           // in one sentence, why
	Want         []int            // the preference on (Docs[0], Docs[1]); for tfc2 one triple, for lnc2 the repeats of Docs[0]
}

// termSimilarity is the similarity of two words.
type termSimilarity struct {
	A, B string
	Sim  float64
}

// point is a word's vector.
type point struct {
	Word string
	X, Y float64
}

// View analyses the example: it returns the query, the documents and the collection that an axiom
// reads. Words get ids in the order of their first occurrence.
func (e *Example) View() (Query, []Doc, *Collection) {
	texts := NewTexts(strings.Fields)
	q := texts.Query(e.Query)
	docs := texts.Add(e.Docs...)
	for i := range docs {
		docs[i].Sentences = prose.Read(e.Docs[i])
		if e.Scores != nil {
			docs[i].Score = e.Scores[i]
		}
		if e.Ranks != nil {
			docs[i].Rank = e.Ranks[i]
		}
		if e.Grades != nil {
			docs[i].Grade = e.Grades[i]
		}
	}
	if e.Plane != nil {
		plane := examplePlane{}
		for _, p := range e.Plane {
			plane[texts.term(p.Word)] = []float64{p.X, p.Y}
		}
		return q, docs, &Collection{Stats: texts, Vectors: plane, Similarity: plane}
	}
	alike := exampleTable{}
	for _, a := range e.Similarities {
		alike[sortedPair(texts.term(a.A), texts.term(a.B))] = a.Sim
	}
	return q, docs, &Collection{Stats: texts, Similarity: alike}
}

// exampleTable holds an example's similarities, by ordered pair of terms.
type exampleTable map[[2]uint32]float64

// Sim returns the similarity of a pair in the table.
func (t exampleTable) Sim(a, b uint32) (float64, bool) {
	if a == b {
		return 1, true
	}
	return t[sortedPair(a, b)], true
}

func sortedPair(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }

// examplePlane holds an example's word vectors, by term.
type examplePlane map[uint32][]float64

func (examplePlane) Dim() int                       { return 2 }
func (p examplePlane) Vector(term uint32) []float64 { return p[term] }

// Sim returns the cosine of two words' vectors.
func (p examplePlane) Sim(a, b uint32) (float64, bool) {
	x, y := p[a], p[b]
	if x == nil || y == nil {
		return 0, false
	}
	return vector.Cosine(x, y), true
}
