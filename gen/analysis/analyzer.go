// Package analysis turns text into terms. A tokenizer splits it into lower-cased surface forms, a stop list drops some of
// them, and a stemmer maps the other forms to terms. Documents and queries are treated alike.
//
// The tokenizer unicode, the default, keeps words of every script whole and splits Chinese, Japanese and Korean into pairs of
// neighbouring characters (see everyScript). alnum keeps a to z and digits, alpha a to z; every other character separates.
// words keeps runs of letters, marks and numbers unchanged; wordpiece uses a vocabulary. On ASCII unicode, words and alnum agree.
// Stemmers are Porter's, those of Snowball for 18 languages, or a table. Stop lists are Bleve's for 27 languages, which are
// Lucene's, an English one with the s and t of 's and n't, Lucene's short English one, Indri's inquery, or a file.
//
// Census detects texts in another script or language than the analyser's.
//
// The work is split for caching. Each is cheap and runs over every text. Term depends only on the surface form, so a caller
// needs it once per distinct form.
package analysis

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/cespare/xxhash/v2"
)

// Analyzer is a tokenizer, a stop list and a stemmer. Its methods are safe for concurrent use.
type Analyzer struct {
	options Options
	cut     tokenizer
	stem    stemmer
	stems   map[string]string // the entries of a table of stems; nil for other stemmers
	stop    map[string]bool
	buffers sync.Pool // reused *[]byte: the memory of lower-cased tokens
}

// Lists holds the lists that an analyser read from files, so that an index works without the files.
type Lists struct {
	Stopwords []string `json:"stopwords,omitempty"` // stop words in byte order
	Stems     []string `json:"stems,omitempty"`     // entries of a word, a tab and its stem, in byte order
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

// Restore returns an analyser with these options and the lists of an earlier analyser. It reads no file.
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
		a.stem = func(word string) string { return a.stems[word] } // an empty stem keeps the word
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

// Fingerprint returns a hash of the options and the contents of the lists. Analysers that treat texts differently have different
// fingerprints.
func (a *Analyzer) Fingerprint() string {
	lists := a.Lists()
	parts := slices.Concat([]string{a.options.String()}, lists.Stopwords, lists.Stems)
	if a.options.Pieces != nil {
		parts = append(parts, a.options.Pieces.Fingerprint())
	}
	return fmt.Sprintf("%016x", xxhash.Sum64String(strings.Join(parts, "\n")))
}

// Each yields the surface forms of text in order: the lower-cased tokens, including stop words. The bytes are valid until yield returns.
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
	if len(surface) <= safefile.Stemmed { // longer forms are not words
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

// Options are the names of the parts of an analyser.
type Options struct {
	Tokenizer   string `json:"tokenizer"`             // unicode | alnum | alpha | words | wordpiece
	Stemmer     string `json:"stemmer"`               // none | porter | snowball:LANGUAGE | table:FILE
	Stopwords   string `json:"stopwords"`             // none | LANGUAGE | lucene | inquery | path of a file with one word a line
	Possessives bool   `json:"possessives,omitempty"` // true drops 's at the end of a word before tokenizing

	Pieces Pieces `json:"-"` // the word pieces of the tokenizer wordpiece
}

// Pieces divides texts into word pieces. Several goroutines may call its methods.
type Pieces interface {
	// Each yields the pieces of text in order; a piece inside a word has its mark, such as ##.
	Each(text string, yield func(piece string))
	// Fingerprint returns a text that differs between vocabularies and between their options.
	Fingerprint() string
}

const (
	// None switches the stemmer or the stop list off.
	None = "none"
	// WordPiece is the tokenizer that needs Options.Pieces.
	WordPiece = "wordpiece"
)

// Defaults returns the default options: words of every script, Snowball English stems, no stop list.
func Defaults() Options {
	return Options{Tokenizer: "unicode", Stemmer: "snowball:english", Stopwords: None}
}

// validate returns an error that names all faults at once. It opens no files.
func (o Options) validate() error {
	var faults []string
	hint := ""
	switch _, ok := tokenizers[o.Tokenizer]; {
	case ok:
	case o.Tokenizer != WordPiece:
		faults = append(faults, fmt.Sprintf("tokenizer: %q is none of %s, %s", o.Tokenizer, names(tokenizers), WordPiece))
	case o.Pieces == nil:
		faults = append(faults, "tokenizer: wordpiece needs a vocabulary")
	case o.Stemmer != None:
		faults = append(faults, fmt.Sprintf("stemmer: %q, but word pieces are not stemmed: none", o.Stemmer))
	}
	if _, ok := stemmers[o.Stemmer]; !ok && o.table() == "" {
		faults = append(faults, fmt.Sprintf("stemmer: %q is none of %s, table:FILE", o.Stemmer, names(stemmers)))
		hint = strings.TrimSpace(errs.Suggestion(o.Stemmer, Stemmers()...))
	}
	if o.Stopwords == "" {
		faults = append(faults, "stopwords: empty, wanted none, a language such as english, lucene, inquery or a file")
	}
	if len(faults) > 0 {
		return errs.BadUsage(hint, "%s", strings.Join(faults, "; "))
	}
	return nil
}

// table returns the file of a stemmer table:FILE, "" for other stemmers.
func (o Options) table() string {
	file, ok := strings.CutPrefix(o.Stemmer, tablePrefix)
	if !ok {
		return ""
	}
	return file
}

// Portable returns the options with files named without their folders, so that output does not depend on the folders.
func (o Options) Portable() Options {
	o.Stopwords = filepath.Base(o.Stopwords)
	if file := o.table(); file != "" {
		o.Stemmer = tablePrefix + filepath.Base(file)
	}
	return o
}

// String returns the canonical form that manifests have. Files are named without their folders.
func (o Options) String() string {
	p := o.Portable()
	s := fmt.Sprintf("tokenizer=%s stemmer=%s stopwords=%s", p.Tokenizer, p.Stemmer, p.Stopwords)
	if o.Possessives {
		s += " possessives"
	}
	return s
}

// Stemmers returns the names of the stemmers, except tables.
func Stemmers() []string { return slices.Sorted(maps.Keys(stemmers)) }

// Numbering holds the numbers of a collection's terms.
type Numbering interface {
	NumTerms() int
	TermID(term string) (number uint32, ok bool)
}

// Distinct returns the number of distinct terms in a list.
func Distinct(terms []uint32) int {
	return len(slices.Compact(slices.Sorted(slices.Values(terms))))
}

// Count returns the number of occurrences of a term in terms.
func Count(terms []uint32, term uint32) (n int) {
	for _, t := range terms {
		if t == term {
			n++
		}
	}
	return n
}

// NumberTerms returns a function that returns the numbers of a text's terms. One goroutine may use the function. A term that the collection
// lacks has the number NumTerms() + k, where k counts such terms in the text from 0. Every surface form is analysed once.
func NumberTerms(an *Analyzer, terms Numbering) func(text string) []uint32 {
	type form struct {
		term    string
		id      uint32
		isKnown bool // true if the collection has the term
		isTerm  bool // true if the form is no stop word
	}
	forms := map[string]form{}
	return func(text string) (ids []uint32) {
		missing := map[string]uint32{}
		an.Each(text, func(surface []byte) {
			f, ok := forms[string(surface)]
			if !ok {
				if f.term, f.isTerm = an.Term(string(surface)); f.isTerm {
					f.id, f.isKnown = terms.TermID(f.term)
				}
				forms[string(surface)] = f
			}
			if f.isTerm && !f.isKnown {
				if f.id, ok = missing[f.term]; !ok {
					f.id = uint32(terms.NumTerms() + len(missing))
					missing[f.term] = f.id
				}
			}
			if f.isTerm {
				ids = append(ids, f.id)
			}
		})
		return ids
	}
}

func (o Options) tokenizer() tokenizer {
	switch {
	case o.Tokenizer == "unicode" && o.Stemmer == "snowball:turkish":
		return func(text string, buffer []byte, yield func(token []byte)) []byte { // lower-cases I to ı; İ becomes i everywhere
			return everyScript(strings.ReplaceAll(text, "I", "ı"), buffer, yield)
		}
	case o.Tokenizer != WordPiece:
		return tokenizers[o.Tokenizer]
	}
	return func(text string, buffer []byte, yield func(token []byte)) []byte {
		o.Pieces.Each(text, func(piece string) {
			buffer = append(buffer[:0], piece...)
			yield(buffer)
		})
		return buffer
	}
}
