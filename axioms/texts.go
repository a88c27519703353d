package axioms

import (
	"math"

	"github.com/axiomine/axiomine/axioms/weighting"
)

// Texts is a small collection held in memory: it gives words their term ids, in the order in which they come, and counts what
// axioms ask of a collection's Stats. What an index does for a collection on disk it does for a few texts. It may be read by
// several goroutines at once while nothing is added.
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

// NewTexts makes an empty collection; split gives the words of a text, such as strings.Fields.
func NewTexts(split func(text string) []string) *Texts {
	return &Texts{split: split, ids: map[string]uint32{}}
}

// Add adds texts to the collection and gives them as candidates without score, place or judgement.
func (t *Texts) Add(texts ...string) []Doc {
	docs := make([]Doc, len(texts))
	for i, text := range texts {
		docs[i] = Doc{Terms: t.terms(text), Score: math.NaN()}
		seen := map[uint32]bool{}
		for _, term := range docs[i].Terms {
			t.collFreq[term]++
			if !seen[term] {
				seen[term] = true
				t.docFreq[term]++
			}
		}
		t.docs++
		t.total += int64(len(docs[i].Terms))
	}
	return docs
}

// Query is a text as a query; it adds nothing to the collection's numbers.
func (t *Texts) Query(text string) Query { return Query{Terms: t.terms(text)} }

func (t *Texts) terms(text string) []uint32 {
	var terms []uint32
	for _, word := range t.split(text) {
		terms = append(terms, t.term(word))
	}
	return terms
}

// term is the id of a word, a new one where it has none.
func (t *Texts) term(word string) uint32 {
	id, ok := t.ids[word]
	if !ok {
		id = uint32(len(t.words))
		t.ids[word] = id
		t.words, t.docFreq, t.collFreq = append(t.words, word), append(t.docFreq, 0), append(t.collFreq, 0)
	}
	return id
}

// Word is the word of a term that Query or Add gave.
func (t *Texts) Word(term uint32) string { return t.words[term] }

// NumDocs is the number of texts added.
func (t *Texts) NumDocs() int { return t.docs }

// TotalTerms is the number of their words.
func (t *Texts) TotalTerms() int64 { return t.total }

// AvgLen is the number of words a text, 0 where there is none.
func (t *Texts) AvgLen() float64 { return float64(t.total) / float64(max(t.docs, 1)) }

// DocFreq is the number of texts that hold the term.
func (t *Texts) DocFreq(term uint32) int {
	if int(term) >= len(t.docFreq) {
		return 0
	}
	return t.docFreq[term]
}

// CollFreq is the number of the term's occurrences.
func (t *Texts) CollFreq(term uint32) int64 {
	if int(term) >= len(t.collFreq) {
		return 0
	}
	return t.collFreq[term]
}
