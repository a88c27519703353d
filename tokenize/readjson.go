package tokenize

import (
	"bytes"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
	sugarme "github.com/sugarme/tokenizer/model"
)

const jsonHint = "tokenize/README.md lists the parts of a tokenizer.json that are read"

// Load reads a tokenizer.json if the name ends in .json, and a vocab.txt if it does not. The options are for a vocab.txt. A tokenizer.json
// has its own; Load returns an error if that file makes letters lower case and the given options do not.
func Load(path string, o Options) (*Tokenizer, error) {
	if !IsJSON(path) {
		v, err := LoadVocab(path)
		if err != nil {
			return nil, err
		}
		return New(v, o)
	}
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if err != nil {
		return nil, errs.CannotOpen(path, err)
	}
	t, err := ParseJSON(path, raw)
	if err != nil {
		return nil, err
	}
	if !o.Lowercase && t.Options().Lowercase {
		return nil, errs.BadUsage("leave --set cased=true out: a tokenizer.json says itself what it does",
			"%s makes letters lower case, and --set cased=true was asked for", filepath.Base(path))
	}
	return t, nil
}

// IsJSON reports whether a file is read as a tokenizer.json.
func IsJSON(path string) bool { return strings.ToLower(filepath.Ext(path)) == ".json" }

// ParseJSON reads the bytes of a tokenizer.json. Errors contain name. A feature that this package does not support is an error that names
// the feature. The decoder is ignored. Truncation and padding of the file are used only by EncodeLines, for lines that set no length.
func ParseJSON(name string, raw []byte) (*Tokenizer, error) {
	p, err := pipeline.Parse(raw)
	if err != nil {
		return nil, errs.BadInput(name, 0, jsonHint, "%v", err)
	}
	if t := bertOf(name, p); t != nil {
		return t, nil
	}
	return newPipeline(p, raw), nil
}

// newPipeline returns the tokenizer that runs the parts of a file. raw is the file's content.
func newPipeline(p *pipeline.Tokenizer, raw []byte) *Tokenizer {
	v := &Vocab{pieces: p.Pieces, ids: make(sugarme.Vocab, len(p.Pieces)), sha256: sumOf(raw)}
	for id, piece := range p.Pieces {
		if piece != "" {
			v.ids[piece] = id
		}
	}
	kind := p.Kind
	if kind == WordPiece {
		kind = otherWordPiece
	}
	return &Tokenizer{encoder: p, kind: kind, vocab: v, unknown: p.Unknown, template: p.Template,
		truncation: p.Truncation, padding: p.Padding, source: raw}
}

// otherWordPiece is the model of a WordPiece file whose parts, special tokens or template are not BERT's, such as that of
// all-mpnet-base-v2. Such a file is kept whole. Of BERT's tokenizer only the vocabulary and the options are kept.
const otherWordPiece = "WordPiece of a tokenizer.json"

// bertOf returns BERT's own tokenizer, which a vocabulary and options define. It returns nil if the file describes another tokenizer, or
// if a vocab.txt cannot hold the vocabulary.
func bertOf(name string, p *pipeline.Tokenizer) *Tokenizer {
	b := p.BERT
	if b == nil || b.Normalizer == nil || !b.Normalizer.Clean || !b.Normalizer.Chinese || !b.PreTokenizer || b.Unknown != UnkToken ||
		b.Prefix != continuation || len(p.Vocab) != len(p.Pieces) {
		return nil
	}
	v, err := newVocab(name, p.Pieces)
	if err != nil {
		return nil
	}
	var text bytes.Buffer
	if err := v.Write(&text); err != nil {
		return nil
	}
	if again, err := ParseVocab(name, text.Bytes()); err != nil || !slices.Equal(again.pieces, v.pieces) {
		return nil // a piece is empty, has a line break or ends in white space
	}
	t, err := New(v, Options{Lowercase: b.Normalizer.Lowercase, StripAccents: b.Normalizer.StripAccents, MaxWordChars: b.MaxWordChars})
	if err != nil || !t.encoder.(*wordPieces).hasAdded(p.Added) || !reflect.DeepEqual(p.Template, t.template) {
		return nil
	}
	t.truncation, t.padding = p.Truncation, p.Padding
	return t
}

// hasAdded reports whether a file's added tokens are this package's. Each special token of the vocabulary, and no other token, must be
// matched in the raw text just as it is.
func (t *wordPieces) hasAdded(tokens []pipeline.AddedToken) bool {
	for _, a := range tokens {
		if !slices.Contains(t.specials, special{a.Content, a.ID}) || a.SingleWord || a.LStrip || a.RStrip || a.Normalized || !a.Special {
			return false
		}
	}
	return len(tokens) == len(t.specials)
}
