package explain

import (
	"cmp"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
)

// lexicon numbers the terms of texts: those of an index, if there is one, then the others as they come. Of these it has the surface
// forms, as word vectors need them.
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
		term, keep := l.analyzer.Term(string(surface))
		if !keep {
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

// Forms returns the surface forms of a term in the query and the documents, by falling count, then by
// bytes.
func (l *lexicon) Forms(t uint32) []index.Form {
	var forms []index.Form
	for _, surface := range slices.Sorted(maps.Keys(l.forms[t])) {
		forms = append(forms, index.Form{Surface: surface, Count: l.forms[t][surface]})
	}
	slices.SortStableFunc(forms, func(a, b index.Form) int { return cmp.Compare(b.Count, a.Count) })
	return forms
}
