package analysis

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// Analyzer is a tokenizer, a stop list and a stemmer. Its methods may be called from several goroutines.
type Analyzer struct {
	options Options
	cut     tokenizer
	stem    stemmer
	stop    map[string]bool
	buffers sync.Pool // *[]byte: where tokens are lower-cased
}

// New makes the analyser that o describes and reads its stop list.
func New(o Options) (*Analyzer, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	words, err := readStopwords(o)
	if err != nil {
		return nil, err
	}
	return Restore(o, words)
}

// Restore makes an analyser from options and the words of its stop list as Stopwords gave them, so that an index works
// without the file the list came from.
func Restore(o Options, stopwords []string) (*Analyzer, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	a := &Analyzer{options: o, cut: tokenizers[o.Tokenizer], stem: stemmers[o.Stemmer], stop: map[string]bool{}}
	a.buffers.New = func() any { return new([]byte) }
	for _, word := range stopwords {
		a.stop[word] = true
	}
	return a, nil
}

// Options are what the analyser was made from.
func (a *Analyzer) Options() Options { return a.options }

// Stopwords is the stop list in byte order.
func (a *Analyzer) Stopwords() []string { return slices.Sorted(maps.Keys(a.stop)) }

// Each yields the surface forms of text in order: the lower-cased tokens, stop words included. The bytes are valid until
// yield returns.
func (a *Analyzer) Each(text string, yield func(surface []byte)) {
	buffer := a.buffers.Get().(*[]byte)
	*buffer = a.cut(text, *buffer, yield)
	a.buffers.Put(buffer)
}

// longestWord bounds what is stemmed. Longer runs of letters are no words, and stemming a run of y takes quadratic time.
const longestWord = 255 // bytes

// Term maps a surface form to its term; keep is false for a stop word. The stop list is asked before stemming. The
// answer depends on the surface form only and is never the empty term.
func (a *Analyzer) Term(surface string) (term string, keep bool) {
	if a.stop[surface] {
		return "", false
	}
	if len(surface) <= longestWord {
		term = a.stem(surface)
	}
	if term == "" {
		term = surface
	}
	return term, true
}

// Terms analyses a whole text: the kept terms in order, repeats included.
func (a *Analyzer) Terms(text string) []string {
	var terms []string
	a.Each(text, func(surface []byte) {
		if term, keep := a.Term(string(surface)); keep {
			terms = append(terms, term)
		}
	})
	return terms
}

// names lists the keys of a table of parts, for messages.
func names[V any](table map[string]V) string {
	return strings.Join(slices.Sorted(maps.Keys(table)), ", ")
}
