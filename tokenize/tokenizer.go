package tokenize

import (
	"errors"
	"fmt"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
)

// The models of a Tokenizer, by HF's names.
const (
	WordPiece = "WordPiece"
	BPE       = "BPE" // byte-level
	Unigram   = "Unigram"
)

// Tokenizer encodes texts. It is safe for use by several goroutines at once.
type Tokenizer struct {
	encoder
	kind       string // the name of the model, as Model returns it
	vocab      *Vocab
	unknown    int32 // the id of text without a piece; -1 if there is none
	template   pipeline.Template
	truncation *pipeline.Truncation // the truncation of a tokenizer.json, for callers that set no length; nil for none
	padding    *pipeline.Padding    // the padding of a tokenizer.json; nil for none
	source     []byte               // the tokenizer.json that was read; nil for WordPiece, for which WriteJSON makes a new one
}

// encoder turns a text into ids, without special tokens around them.
type encoder interface {
	AppendIDs(dst []int32, text string) []int32
}

// New returns a WordPiece tokenizer over a vocabulary.
func New(v *Vocab, o Options) (*Tokenizer, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	w := newWordPieces(v, o)
	return &Tokenizer{encoder: w, kind: WordPiece, vocab: v, unknown: int32(v.ids[UnkToken]), template: pipeline.BERT(w.cls, w.sep)}, nil
}

// Model returns WordPiece, BPE or Unigram.
func (t *Tokenizer) Model() string { return t.kind }

// Vocab returns the vocabulary, added tokens included.
func (t *Tokenizer) Vocab() *Vocab { return t.vocab }

// Unknown returns the id of text without a piece, and -1 if there is none.
func (t *Tokenizer) Unknown() int32 { return t.unknown }

// Options returns the options given to New. They are zero for the other models.
func (t *Tokenizer) Options() Options {
	if w, ok := t.encoder.(*wordPieces); ok {
		return w.options
	}
	return Options{}
}

// Template returns the template: the special tokens around texts, and the type ids.
func (t *Tokenizer) Template() pipeline.Template { return t.template }

// Encode returns the ids of a text, without special tokens around them.
func (t *Tokenizer) Encode(text string) []int32 {
	return t.AppendIDs(make([]int32, 0, len(text)/4+1), text) // a piece has about four bytes
}

// AppendNamed appends the ids of a text to dst. If the normalised text is too long, it returns an error with the name.
func (t *Tokenizer) AppendNamed(dst []int32, text, name string) (ids []int32, err error) {
	defer func() {
		if long, is := errors.AsType[*errs.Error](err); is && long.Kind == errs.Input {
			long.Problem = fmt.Sprintf("the text %q: %s", name, long.Problem)
		}
	}()
	defer errs.Rescue(&err)
	return t.AppendIDs(dst, text), nil
}
