package tokenize

import (
	"fmt"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/internal/chars"
)

// Options are the options of BERT's tokenizer. They and the vocabulary decide the ids.
type Options struct {
	Lowercase    bool `json:"lowercase"`      // letters become lower case
	StripAccents bool `json:"strip_accents"`  // accents are removed; BERT does this if Lowercase is true
	MaxWordChars int  `json:"max_word_chars"` // a longer word, after normalising, becomes [UNK]
}

// Defaults returns the options of bert-base-uncased.
func Defaults() Options { return Options{Lowercase: true, StripAccents: true, MaxWordChars: 100} }

// CasedOptions returns the options of bert-base-cased.
func CasedOptions() Options { return Options{MaxWordChars: 100} }

// Fingerprint returns all options as one text. Indexes and keys contain this text, so it must not change when a field is renamed.
func (o Options) Fingerprint() string {
	return fmt.Sprintf("{Lowercase:%t StripAccents:%t MaxWordChars:%d}", o.Lowercase, o.StripAccents, o.MaxWordChars)
}

func (o Options) validate() error {
	if o.MaxWordChars < 1 {
		return errs.BadUsage("100 is what BERT has", "max_word_chars is %d, not a positive number", o.MaxWordChars)
	}
	return nil
}

// normalizer returns the normaliser that changes a text before it is cut into words.
func (o Options) normalizer() chars.Normalizer {
	return chars.Normalizer{Clean: true, Chinese: true, StripAccents: o.StripAccents, Lowercase: o.Lowercase}
}
