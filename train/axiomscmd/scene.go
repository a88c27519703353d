package axiomscmd

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
)

// scene is a query and documents with the collection in whose light axioms see them: an index, or where there is none the
// documents themselves.
type scene struct {
	analyzer   *analysis.Analyzer
	index      *index.Index // nil: the documents are the collection
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

func newScene(a *analysis.Analyzer, x *index.Index) *scene {
	s := &scene{analyzer: a, index: x, ids: map[string]uint32{}, forms: map[uint32]map[string]int64{}, df: map[uint32]int{}, cf: map[uint32]int64{}}
	s.collection = &axioms.Collection{Stats: s}
	if x != nil {
		s.collection.Stats = x
	}
	return s
}

// known is the number of the index's terms.
func (s *scene) known() uint32 {
	if s.index == nil {
		return 0
	}
	return uint32(s.index.NumTerms())
}

// terms analyses a text.
func (s *scene) terms(text string) []uint32 {
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

func (s *scene) id(term string) uint32 {
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
func (s *scene) word(term uint32) string {
	if term < s.known() {
		return s.index.Term(term)
	}
	return s.words[term-s.known()]
}

// ask sets the query; given is what was asked for, an id or the text.
func (s *scene) ask(given, text string) {
	s.text, s.query = text, axioms.Query{ID: given, Terms: s.terms(text)}
}

// add adds a document that stands in no run; given is what was asked for, an id or a text.
func (s *scene) add(name, given string, terms []uint32) *axioms.Doc {
	s.names = append(s.names, name)
	s.docs = append(s.docs, axioms.Doc{ID: given, Terms: terms, Score: math.NaN()})
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

func (s *scene) NumDocs() int            { return len(s.docs) }
func (s *scene) TotalTerms() int64       { return s.total }
func (s *scene) AvgLen() float64         { return float64(s.total) / float64(max(len(s.docs), 1)) }
func (s *scene) DocFreq(t uint32) int    { return s.df[t] }
func (s *scene) CollFreq(t uint32) int64 { return s.cf[t] }

// NumTerms, Term and Forms make the scene a lexicon that word vectors can be bound to.
func (s *scene) NumTerms() int        { return len(s.words) }
func (s *scene) Term(t uint32) string { return s.words[t] }

// Forms are the surface forms of a term in the query and the documents, by falling count, then bytes.
func (s *scene) Forms(t uint32) []index.Form {
	var forms []index.Form
	for _, surface := range slices.Sorted(maps.Keys(s.forms[t])) {
		forms = append(forms, index.Form{Surface: surface, Count: s.forms[t][surface]})
	}
	slices.SortStableFunc(forms, func(a, b index.Form) int { return cmp.Compare(b.Count, a.Count) })
	return forms
}
