// Package analysis turns text into terms: a tokenizer cuts out lower-cased surface forms, a stop list drops some of
// them, a stemmer maps the rest to terms. Documents and queries are treated alike.
//
// The work is split where it pays to cache: Each is cheap and runs over every text, Term depends on the surface form
// alone, so a caller asks it once per distinct form.
package analysis

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// Options choose the three parts of an analyser by name.
type Options struct {
	Tokenizer string `json:"tokenizer"` // alnum | unicode
	Stemmer   string `json:"stemmer"`   // none | porter | snowball:LANGUAGE
	Stopwords string `json:"stopwords"` // none | english | path of a file with one word a line
}

// None switches the stemmer or the stop list off.
const None = "none"

// Defaults are the contract's: runs of ASCII letters and digits, Snowball English stems, no stop list.
func Defaults() Options {
	return Options{Tokenizer: "alnum", Stemmer: "snowball:english", Stopwords: None}
}

// Validate names all faults at once. A stop list's file is not opened here.
func (o Options) Validate() error {
	var faults []string
	if _, ok := tokenizers[o.Tokenizer]; !ok {
		faults = append(faults, fmt.Sprintf("tokenizer: %q is none of %s", o.Tokenizer, names(tokenizers)))
	}
	if _, ok := stemmers[o.Stemmer]; !ok {
		faults = append(faults, fmt.Sprintf("stemmer: %q is none of %s", o.Stemmer, names(stemmers)))
	}
	if o.Stopwords == "" {
		faults = append(faults, "stopwords: empty, wanted none, english or a file")
	}
	if len(faults) > 0 {
		return fault.BadUsage("", "%s", strings.Join(faults, "; "))
	}
	return nil
}

// String is the canonical form that manifests print. A stop list's file is named without its folder.
func (o Options) String() string {
	return fmt.Sprintf("tokenizer=%s stemmer=%s stopwords=%s", o.Tokenizer, o.Stemmer, filepath.Base(o.Stopwords))
}
