package rule

import (
	"math"
	"strings"

	"github.com/axiomine/axiomine/axioms/internal/feature"
	"github.com/axiomine/axiomine/axioms/weighting"
)

// Example is a worked example in plain words, analysed by splitting at spaces. Its documents are the whole collection.
type Example struct {
	Query        string
	Docs         []string         // the pair or triple, then documents that only belong to the collection
	Scores       []float64        // the retrieval scores; nil if the axiom reads none
	Ranks        []int            // the ranks in the candidate run; nil if the axiom reads none
	Grades       []int            // the judgements; nil if the axiom reads none
	Similarities []TermSimilarity // the similarities of words; other pairs have 0, and a word has 1 with itself
	Plane        []Point          // word vectors in two dimensions; nil if the axiom reads none
	Says         string           // the reason for the answer, in one sentence
	Want         []int            // the preference on (Docs[0], Docs[1]); for tfc2 one triple, for lnc2 the repeats of Docs[0]
}

// ExamplePair returns the example of a pair whose first document is preferred; says is the reason.
func ExamplePair(query, says string, docs ...string) Example {
	return Example{Query: query, Says: says, Docs: docs, Want: []int{1}}
}

// TermSimilarity is the similarity of two words.
type TermSimilarity struct {
	A, B string
	Sim  float64
}

// Point is a word's vector.
type Point struct {
	Word string
	X, Y float64
}

// View returns the example's query, documents and collection. Words get ids in the order of their first occurrence.
func (e *Example) View() (Query, []Doc, *Collection) {
	texts := NewTexts(strings.Fields)
	q := texts.Query(e.Query)
	docs := texts.Add(e.Docs...)
	for i := range docs {
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
	table := exampleTable{}
	for _, s := range e.Similarities {
		table[sortedPair(texts.term(s.A), texts.term(s.B))] = s.Sim
	}
	return q, docs, &Collection{Stats: texts, Similarity: table}
}

// exampleTable holds an example's similarities, by sortedPair.
type exampleTable map[[2]uint32]float64

// Sim returns the similarity of two terms, 0 for a pair that is not in the table.
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
	return feature.Cosine(x, y), true
}

// Texts is a small collection in memory, in place of an index. It assigns term ids to words in the order of their first occurrence. It
// implements weighting.Stats. Several goroutines may read it at once while no text is added.
type Texts struct {
	split    func(text string) []string
	ids      map[string]uint32
	words    []string
	docFreq  []int   // the document frequency of each term
	collFreq []int64 // the collection frequency of each term
	docs     int     // the number of texts
	total    int64   // the number of words in all texts
}

var _ weighting.Stats = (*Texts)(nil)

// NewTexts returns an empty collection. split returns the words of a text; an example is strings.Fields.
func NewTexts(split func(text string) []string) *Texts {
	return &Texts{split: split, ids: map[string]uint32{}}
}

// Add adds texts to the collection and returns them as candidates without score, rank or judgement.
func (t *Texts) Add(texts ...string) []Doc {
	docs := make([]Doc, len(texts))
	for i, text := range texts {
		docs[i] = Doc{Terms: t.terms(text), Score: math.NaN()}
		isCounted := map[uint32]bool{}
		for _, term := range docs[i].Terms {
			t.collFreq[term]++
			if !isCounted[term] {
				isCounted[term] = true
				t.docFreq[term]++
			}
		}
		t.docs++
		t.total += int64(len(docs[i].Terms))
	}
	return docs
}

// Query returns a text as a query. It does not change the collection's statistics.
func (t *Texts) Query(text string) Query { return Query{Terms: t.terms(text)} }

func (t *Texts) terms(text string) []uint32 {
	var terms []uint32
	for _, word := range t.split(text) {
		terms = append(terms, t.term(word))
	}
	return terms
}

// term returns the id of a word. A new word gets a new id.
func (t *Texts) term(word string) uint32 {
	id, ok := t.ids[word]
	if !ok {
		id = uint32(len(t.words))
		t.ids[word] = id
		t.words, t.docFreq, t.collFreq = append(t.words, word), append(t.docFreq, 0), append(t.collFreq, 0)
	}
	return id
}

// Word returns the word of a term that Query or Add returned.
func (t *Texts) Word(term uint32) string { return t.words[term] }

// NumDocs returns the number of texts added.
func (t *Texts) NumDocs() int { return t.docs }

// TotalTerms returns the number of words in all texts.
func (t *Texts) TotalTerms() int64 { return t.total }

// AvgLen returns the mean number of words of a text, and 0 where there is no text.
func (t *Texts) AvgLen() float64 { return float64(t.total) / float64(max(t.docs, 1)) }

// DocFreq returns the number of texts that hold the term.
func (t *Texts) DocFreq(term uint32) int {
	if int(term) >= len(t.docFreq) {
		return 0
	}
	return t.docFreq[term]
}

// CollFreq returns the number of the term's occurrences.
func (t *Texts) CollFreq(term uint32) int64 {
	if int(term) >= len(t.collFreq) {
		return 0
	}
	return t.collFreq[term]
}
