// Package analysis turns text into terms. A tokenizer splits it into lower-cased surface forms, a stop list drops some of
// them, and a stemmer maps the others to terms. Documents and queries are treated alike.
//
// The tokenizer unicode, the default, keeps words of every script whole and splits Chinese, Japanese and Korean into pairs of
// neighbouring characters (see everyScript). alnum keeps a to z and digits, alpha a to z; every other character separates.
// words keeps runs of letters, marks and numbers unchanged; wordpiece uses a vocabulary. On ASCII unicode, words and alnum agree.
// Stemmers are Porter's, those of Snowball for 18 languages, or a table. Stop lists are Bleve's for 27 languages, which are
// Lucene's, an English one with the s and t of 's and n't, Lucene's short English one, Indri's inquery, or a file.
//
// Census detects texts in another script or language than the analyser's.
//
// The work is split for caching: Each is cheap and runs over every text. Term depends on the surface form only, so a caller
// calls it once per distinct form.
package analysis

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// Options choose the parts of an analyser by name.
type Options struct {
	Tokenizer   string `json:"tokenizer"`             // unicode | alnum | alpha | words | wordpiece
	Stemmer     string `json:"stemmer"`               // none | porter | snowball:LANGUAGE | table:FILE
	Stopwords   string `json:"stopwords"`             // none | LANGUAGE | lucene | inquery | path of a file with one word a line
	Possessives bool   `json:"possessives,omitempty"` // drop 's at the end of a word before cutting

	Pieces Pieces `json:"-"` // what the tokenizer wordpiece cuts with
}

// Pieces cuts texts into word pieces. Its methods may be called from several goroutines.
type Pieces interface {
	// Each yields the pieces of text in order, those inside of a word with their mark.
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

// Portable returns the options with files named without their folders, so that output does not depend on
// the folders.
func (o Options) Portable() Options {
	o.Stopwords = filepath.Base(o.Stopwords)
	if file := o.table(); file != "" {
		o.Stemmer = tablePrefix + filepath.Base(file)
	}
	return o
}

// String returns the canonical form that manifests print. Files are named without their folders.
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
