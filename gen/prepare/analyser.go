package prepare

import (
	"fmt"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize"
)

// Analyser makes the configured analyser. Word pieces are those of the vocabulary that tokenize.vocab names.
func Analyser(c *configs.Config) (*analysis.Analyzer, error) {
	g := &c.Gen
	o := analysis.Options{Tokenizer: g.Tokenizer, Stemmer: g.Stemmer, Stopwords: g.Stopwords}
	switch g.Possessives {
	case "keep":
	case "strip":
		o.Possessives = true
	default:
		return nil, errs.BadUsage("use keep or strip", "gen.possessives: %q", g.Possessives)
	}
	if g.Tokenizer == analysis.WordPiece {
		if c.Tokenize.Vocab == "" {
			return nil, errs.BadUsage("name a vocab.txt or tokenizer.json with --vocab", "the tokenizer wordpiece needs a vocabulary")
		}
		t, err := tokenize.Load(c.Tokenize.Vocab, VocabularyOptions(&c.Tokenize))
		if err != nil {
			return nil, err
		}
		o.Pieces = WordPieces{t}
	}
	return analysis.New(o)
}

func VocabularyOptions(t *configs.Tokenize) tokenize.Options {
	if t.Cased {
		return tokenize.CasedOptions()
	}
	return tokenize.Defaults()
}

// WordPieces cuts texts for the analyser.
type WordPieces struct{ *tokenize.Tokenizer }

// Each yields the pieces of text without special ones around them. What the vocabulary has no pieces for is no term: [UNK] would
// be one that any two such texts share.
func (w WordPieces) Each(text string, yield func(piece string)) {
	if w.Model() == tokenize.BPE {
		text = " " + text // the first word is the same term as everywhere else
	}
	for _, id := range w.Encode(text) {
		if id != w.Unknown() {
			yield(w.Vocab().Piece(id))
		}
	}
}

// Fingerprint returns the vocabulary's checksum with the options. Every index of word pieces holds it.
func (w WordPieces) Fingerprint() string {
	return fmt.Sprintf("%s %s without %s", w.Vocab().SHA256(), w.Options().Fingerprint(), w.Vocab().Piece(w.Unknown()))
}
