// Package explain explains the answers of axioms on a query and documents: on texts, or on documents of
// a collection.
package explain

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/prose"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
)

// subject is a query and documents, with the collection that axioms use: an index, or the documents
// themselves if there is none.
type subject struct {
	analyzer   *analysis.Analyzer
	index      index.Reader // nil: the documents are the collection
	words      []string     // terms that the index lacks, with ids after those of the index
	ids        map[string]uint32
	forms      map[uint32]map[string]int64
	df         map[uint32]int
	cf         map[uint32]int64
	total      int64
	query      axioms.Query
	text       string
	docs       []axioms.Doc
	names      []string
	pieces     []int
	collection *axioms.Collection
}

func newSubject(a *analysis.Analyzer, x index.Reader) *subject {
	s := &subject{analyzer: a, index: x, ids: map[string]uint32{}, forms: map[uint32]map[string]int64{},
		df: map[uint32]int{}, cf: map[uint32]int64{}}
	s.collection = &axioms.Collection{Stats: s}
	if x != nil {
		s.collection.Stats = x
	}
	return s
}

// numIndexTerms returns the number of the index's terms.
func (s *subject) numIndexTerms() uint32 {
	if s.index == nil {
		return 0
	}
	return uint32(s.index.Lexicon().NumTerms())
}

// terms returns the terms of a text. It adds new ones to the subject.
func (s *subject) terms(text string) []uint32 {
	var terms []uint32
	s.analyzer.Each(text, func(surface []byte) {
		term, keep := s.analyzer.Term(string(surface))
		if !keep {
			return
		}
		id := s.id(term)
		if s.forms[id] == nil {
			s.forms[id] = map[string]int64{}
		}
		s.forms[id][string(surface)]++
		terms = append(terms, id)
	})
	return terms
}

func (s *subject) id(term string) uint32 {
	if s.index != nil {
		if id, ok := s.index.Lexicon().TermID(term); ok {
			return id
		}
	}
	id, ok := s.ids[term]
	if !ok {
		id = s.numIndexTerms() + uint32(len(s.words))
		s.ids[term] = id
		s.words = append(s.words, term)
	}
	return id
}

// word returns the text of a term.
func (s *subject) word(term uint32) string {
	if term < s.numIndexTerms() {
		return s.index.Lexicon().Term(term)
	}
	return s.words[term-s.numIndexTerms()]
}

// ask sets the query. id is the query's id, or its text if it has none.
func (s *subject) ask(id, text string) {
	s.text, s.query = text, axioms.Query{ID: id, Terms: s.terms(text)}
}

// add adds a document that is in no run. id is the document's id, or its text if it has none.
func (s *subject) add(name, id, text string, terms []uint32) *axioms.Doc {
	s.names = append(s.names, name)
	s.docs = append(s.docs, axioms.Doc{ID: id, Terms: terms, Score: math.NaN(), Sentences: prose.Read(text)})
	s.pieces = append(s.pieces, 0)
	inDoc := map[uint32]bool{}
	for _, t := range terms {
		s.cf[t]++
		s.total++
		if !inDoc[t] {
			inDoc[t] = true
			s.df[t]++
		}
	}
	return &s.docs[len(s.docs)-1]
}

func (s *subject) NumDocs() int            { return len(s.docs) }
func (s *subject) TotalTerms() int64       { return s.total }
func (s *subject) AvgLen() float64         { return float64(s.total) / float64(max(len(s.docs), 1)) }
func (s *subject) DocFreq(t uint32) int    { return s.df[t] }
func (s *subject) CollFreq(t uint32) int64 { return s.cf[t] }

// NumTerms returns the number of terms. With Term and Forms it makes the subject a lexicon for word vectors.
func (s *subject) NumTerms() int        { return len(s.words) }
func (s *subject) Term(t uint32) string { return s.words[t] }

// Forms returns the surface forms of a term in the query and the documents, by falling count, then by
// bytes.
func (s *subject) Forms(t uint32) []index.Form {
	var forms []index.Form
	for _, surface := range slices.Sorted(maps.Keys(s.forms[t])) {
		forms = append(forms, index.Form{Surface: surface, Count: s.forms[t][surface]})
	}
	slices.SortStableFunc(forms, func(a, b index.Form) int { return cmp.Compare(b.Count, a.Count) })
	return forms
}
