// Package explain explains the answers of axioms on a query and documents: on texts, or on documents of
// a collection.
package explain

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
)

// subject is a query and documents, with the collection that axioms use: an index or, without one, the documents themselves.
type subject struct {
	text    string // of the query
	lexicon *lexicon
	texts   *axioms.Texts // counts the documents' terms; without an index it numbers them as the lexicon does
	all     axioms.Case   // of all documents
}

// newSubject returns a subject without documents. id is the query's id, or its text if it has none. x is nil without an index.
func newSubject(a *analysis.Analyzer, x index.Reader, id, query string) *subject {
	s := &subject{text: query, lexicon: &lexicon{analyzer: a, ids: map[string]uint32{}, forms: map[uint32]map[string]int64{}},
		texts: axioms.NewTexts(a.Terms)}
	s.all.Collection = &axioms.Collection{Stats: s.texts}
	s.texts.Query(query)
	if x != nil {
		s.lexicon.index, s.all.Collection.Stats = x.Lexicon(), x
	}
	s.all.Word = s.lexicon.Term
	s.all.Query = axioms.Query{ID: id, Terms: s.lexicon.add(query)}
	return s
}

// add adds a document that is in no run. id is the document's id, or its text if it has none; text is the text that was analysed.
func (s *subject) add(name, id, text string, terms []uint32) *axioms.Doc {
	s.all.Names = append(s.all.Names, name)
	s.all.Docs = append(s.all.Docs, axioms.Doc{ID: id, Terms: terms, Score: math.NaN()})
	s.all.Pieces = append(s.all.Pieces, 0)
	if s.lexicon.index == nil {
		s.texts.Add(text)
	}
	return &s.all.Docs[len(s.all.Docs)-1]
}

// lexicon numbers the terms of texts: those of an index, if there is one, then new ones in order of occurrence. It keeps the surface
// forms of all, as word vectors need them.
type lexicon struct {
	analyzer *analysis.Analyzer
	index    index.Lexicon // nil without an index
	words    []string      // terms that the index lacks
	ids      map[string]uint32
	forms    map[uint32]map[string]int64
}

// add returns the terms of a text. It adds new ones to the lexicon.
func (l *lexicon) add(text string) []uint32 {
	var terms []uint32
	l.analyzer.Each(text, func(surface []byte) {
		term, isTerm := l.analyzer.Term(string(surface))
		if !isTerm {
			return
		}
		id := l.id(term)
		if l.forms[id] == nil {
			l.forms[id] = map[string]int64{}
		}
		l.forms[id][string(surface)]++
		terms = append(terms, id)
	})
	return terms
}

func (l *lexicon) id(term string) uint32 {
	if l.index != nil {
		if id, ok := l.index.TermID(term); ok {
			return id
		}
	}
	id, ok := l.ids[term]
	if !ok {
		id = uint32(l.NumTerms())
		l.ids[term] = id
		l.words = append(l.words, term)
	}
	return id
}

// numIndexTerms returns the number of the index's terms.
func (l *lexicon) numIndexTerms() uint32 {
	if l.index == nil {
		return 0
	}
	return uint32(l.index.NumTerms())
}

func (l *lexicon) NumTerms() int { return int(l.numIndexTerms()) + len(l.words) }

func (l *lexicon) Term(t uint32) string {
	if n := l.numIndexTerms(); t >= n {
		return l.words[t-n]
	}
	return l.index.Term(t)
}

// Forms returns the surface forms of a term in the query and the documents, by falling count, then by bytes.
func (l *lexicon) Forms(t uint32) []index.Form {
	var forms []index.Form
	for _, surface := range slices.Sorted(maps.Keys(l.forms[t])) {
		forms = append(forms, index.Form{Surface: surface, Count: l.forms[t][surface]})
	}
	slices.SortStableFunc(forms, func(a, b index.Form) int { return cmp.Compare(b.Count, a.Count) })
	return forms
}
