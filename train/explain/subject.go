// Package explain says what axioms make of a query and documents, and why: of texts given on the spot, or in the light of a
// collection.
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

// subject is a query and documents with the collection in whose light axioms see them: an index, or where there is none the
// documents themselves.
type subject struct {
	analyzer   *analysis.Analyzer
	index      index.Reader // nil: the documents are the collection
	words      []string     // terms that the index lacks, their ids after the index's
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

// known is the number of the index's terms.
func (s *subject) known() uint32 {
	if s.index == nil {
		return 0
	}
	return uint32(s.index.NumTerms())
}

// terms analyses a text.
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
		if id, ok := s.index.TermID(term); ok {
			return id
		}
	}
	id, ok := s.ids[term]
	if !ok {
		id = s.known() + uint32(len(s.words))
		s.ids[term] = id
		s.words = append(s.words, term)
	}
	return id
}

// word is the text of a term.
func (s *subject) word(term uint32) string {
	if term < s.known() {
		return s.index.Term(term)
	}
	return s.words[term-s.known()]
}

// ask sets the query; given is what was asked for, an id or the text.
func (s *subject) ask(given, text string) {
	s.text, s.query = text, axioms.Query{ID: given, Terms: s.terms(text)}
}

// add adds a document that stands in no run; given is what was asked for, an id or the text.
func (s *subject) add(name, given, text string, terms []uint32) *axioms.Doc {
	s.names = append(s.names, name)
	s.docs = append(s.docs, axioms.Doc{ID: given, Terms: terms, Score: math.NaN(), Sentences: prose.Read(text)})
	s.pieces = append(s.pieces, 0)
	seen := map[uint32]bool{}
	for _, t := range terms {
		s.cf[t]++
		s.total++
		if !seen[t] {
			seen[t] = true
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

// NumTerms, Term and Forms make the subject a lexicon that word vectors can be bound to.
func (s *subject) NumTerms() int        { return len(s.words) }
func (s *subject) Term(t uint32) string { return s.words[t] }

// Forms are the surface forms of a term in the query and the documents, by falling count, then bytes.
func (s *subject) Forms(t uint32) []index.Form {
	var forms []index.Form
	for _, surface := range slices.Sorted(maps.Keys(s.forms[t])) {
		forms = append(forms, index.Form{Surface: surface, Count: s.forms[t][surface]})
	}
	slices.SortStableFunc(forms, func(a, b index.Form) int { return cmp.Compare(b.Count, a.Count) })
	return forms
}
