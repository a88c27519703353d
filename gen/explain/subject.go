// Package explain explains the answers of axioms on a query and documents, which are texts or are in a collection.
package explain

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/lists"
)

// subject is a query and documents, with the collection that axioms use: an index or, without an index, the documents.
type subject struct {
	text    string // the text of the query
	lexicon *lexicon
	texts   *axioms.Texts // the statistics of the documents, if there is no index; term ids are those of lexicon
	all     axioms.Case   // the case of all documents
}

// newSubject returns a subject without documents. id is the query's id, or the text of a query without an id. x may be nil.
func newSubject(a *analysis.Analyzer, x index.Reader, id, query string) *subject {
	s := &subject{text: query, lexicon: &lexicon{analyzer: a, ids: map[string]uint32{}, forms: map[uint32]map[string]int64{}},
		texts: axioms.NewTexts(a.Terms)}
	s.all.Collection = &axioms.Collection{Stats: s.texts}
	s.texts.Query(query) // numbers the query's terms first, as s.lexicon does
	if x != nil {
		s.lexicon.index, s.all.Collection.Stats = x.Lexicon(), x
	}
	s.all.Word = s.lexicon.Term
	s.all.Query = axioms.Query{ID: id, Terms: s.lexicon.add(query)}
	return s
}

// add adds a document without score and rank, and returns it. name is what explanations call it, such as d1. id is its id, or its text if
// it has none. terms are the terms of text.
func (s *subject) add(name, id, text string, terms []uint32) *axioms.Doc {
	s.all.Names = append(s.all.Names, name)
	s.all.Docs = append(s.all.Docs, axioms.Doc{ID: id, Terms: terms, Score: math.NaN()})
	s.all.Pieces = append(s.all.Pieces, 0) // its length in word pieces, which the caller sets if it is known
	if s.lexicon.index == nil {
		s.texts.Add(text)
	}
	return &s.all.Docs[len(s.all.Docs)-1]
}

// lexicon numbers the terms of texts. Terms of an index, if there is one, have the ids of the index; new terms follow in order of
// occurrence. It keeps the surface forms of all terms, which word vectors need.
type lexicon struct {
	analyzer *analysis.Analyzer
	index    index.Lexicon               // the lexicon of the index; nil without an index
	words    []string                    // the new terms
	ids      map[string]uint32           // the ids of the new terms
	forms    map[uint32]map[string]int64 // for each term, the number of occurrences of each form
}

// add returns the terms of a text. It adds new terms and the forms to the lexicon.
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

// id returns the id of a term, which it adds if it is new.
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

// numIndexTerms returns the number of terms in the index, or 0 without an index.
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

// Forms returns the surface forms of a term in the query and the documents, by descending count, then by bytes.
func (l *lexicon) Forms(t uint32) []index.Form {
	forms := lists.Map(slices.Sorted(maps.Keys(l.forms[t])), func(surface string) index.Form { return index.Form{Surface: surface, Count: l.forms[t][surface]} })
	slices.SortStableFunc(forms, func(a, b index.Form) int { return cmp.Compare(b.Count, a.Count) })
	return forms
}
