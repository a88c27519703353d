package axioms

import (
	"math"

	"github.com/axiomine/axiomine/axioms/weighting"
)

// Texts is a small collection in memory. It assigns term ids to words, in the order of their first
// occurrence, and counts what axioms read from a collection's Stats. It does for a few texts what
// an index does for a collection on disk. Several goroutines may read it at once while nothing is
// added.
type Texts struct {
	split    func(text string) []string
	ids      map[string]uint32
	words    []string
	docFreq  []int   // by term
	collFreq []int64 // by term
	docs     int
	total    int64
}

var _ weighting.Stats = (*Texts)(nil)

// NewTexts returns an empty collection. split returns the words of a text; an example is
// strings.Fields.
func NewTexts(split func(text string) []string) *Texts {
	return &Texts{split: split, ids: map[string]uint32{}}
}

// Add adds texts to the collection and returns them as candidates without score, rank or judgement.
func (t *Texts) Add(texts ...string) []Doc {
	docs := make([]Doc, len(texts))
	for i, text := range texts {
		docs[i] = Doc{Terms: t.terms(text), Score: math.NaN()}
		seenTerms := map[uint32]bool{}
		for _, term := range docs[i].Terms {
			t.collFreq[term]++
			if !seenTerms[term] {
				seenTerms[term] = true
				t.docFreq[term]++
			}
		}
		t.docs++
		t.total += int64(len(docs[i].Terms))
	}
	return docs
}

// Query returns a text as a query. It changes none of the collection's numbers.
func (t *Texts) Query(text string) Query { return Query{Terms: t.terms(text)} }

func (t *Texts) terms(text string) []uint32 {
	var terms []uint32
	for _, word := range t.split(text) {
		terms = append(terms, t.term(word))
	}
	return terms
}

// term returns the id of a word, a new id for a new word.
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
