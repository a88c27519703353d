package analysis

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/cespare/xxhash/v2"
)

// Analyzer is a tokenizer, a stop list and a stemmer. Its methods are safe for concurrent use.
type Analyzer struct {
	options Options
	cut     tokenizer
	stem    stemmer
	stems   map[string]string // of a table; nil for other stemmers
	stop    map[string]bool
	buffers sync.Pool // *[]byte: where tokens are lower-cased
}

// Lists are what an analyser took from files, so that an index works without them.
type Lists struct {
	Stopwords []string `json:"stopwords,omitempty"` // in byte order
	Stems     []string `json:"stems,omitempty"`     // word TAB stem, in byte order
}

// New returns the analyser that o describes. It reads its stop list and its table of stems.
func New(o Options) (*Analyzer, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	words, err := readStopwords(o)
	if err != nil {
		return nil, err
	}
	stems, err := readStems(o.table())
	if err != nil {
		return nil, err
	}
	return Restore(o, Lists{words, stems})
}

// Restore returns an analyser from options and the lists of an analyser with the same options. It reads no
// file.
func Restore(o Options, lists Lists) (*Analyzer, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	a := &Analyzer{options: o, cut: o.tokenizer(), stem: stemmers[o.Stemmer], stop: map[string]bool{}}
	a.buffers.New = func() any { return new([]byte) }
	for _, word := range lists.Stopwords {
		a.stop[word] = true
	}
	if o.table() != "" {
		a.stems = make(map[string]string, len(lists.Stems))
		for _, entry := range lists.Stems {
			word, stem, _ := strings.Cut(entry, "\t")
			a.stems[word] = stem
		}
		a.stem = func(word string) string { return a.stems[word] } // the empty stem leaves a word as it is
	}
	return a, nil
}

// Options returns the options of the analyser.
func (a *Analyzer) Options() Options { return a.options }

// Lists returns the lists that the analyser read from files.
func (a *Analyzer) Lists() Lists {
	lists := Lists{Stopwords: slices.Sorted(maps.Keys(a.stop))}
	for word, stem := range a.stems {
		lists.Stems = append(lists.Stems, word+"\t"+stem)
	}
	slices.Sort(lists.Stems)
	return lists
}

// Fingerprint returns a hash of the options and the lists. Analysers that treat texts differently have
// different fingerprints, even if their files have the same names.
func (a *Analyzer) Fingerprint() string {
	lists := a.Lists()
	parts := slices.Concat([]string{a.options.String()}, lists.Stopwords, lists.Stems)
	if a.options.Pieces != nil {
		parts = append(parts, a.options.Pieces.Fingerprint())
	}
	return fmt.Sprintf("%016x", xxhash.Sum64String(strings.Join(parts, "\n")))
}

// Each yields the surface forms of text in order: the lower-cased tokens, including stop words. The bytes
// are valid until yield returns.
func (a *Analyzer) Each(text string, yield func(surface []byte)) {
	if a.options.Possessives {
		text = withoutPossessives(text)
	}
	buffer := a.buffers.Get().(*[]byte)
	*buffer = a.cut(text, *buffer, yield)
	a.buffers.Put(buffer)
}

// Term returns the term of a surface form; keep is false for a stop word. The stop list applies before
// stemming. The result depends on the surface form only. A kept term is never empty.
func (a *Analyzer) Term(surface string) (term string, keep bool) {
	if a.stop[surface] {
		return "", false
	}
	if len(surface) <= safefile.Stemmed { // a longer run of letters is no word
		term = a.stem(surface)
	}
	if term == "" {
		term = surface
	}
	return term, true
}

// Terms returns the terms of a whole text in order, with repetitions and without stop words.
func (a *Analyzer) Terms(text string) []string {
	var terms []string
	a.Each(text, func(surface []byte) {
		if term, keep := a.Term(string(surface)); keep {
			terms = append(terms, term)
		}
	})
	return terms
}

// names returns the keys of a table, for messages.
func names[V any](table map[string]V) string {
	return strings.Join(slices.Sorted(maps.Keys(table)), ", ")
}
