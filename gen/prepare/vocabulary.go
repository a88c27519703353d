package prepare

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize"
)

// VocabFile is the file of the trained vocabulary in an output directory.
const VocabFile = "vocab.txt"

// WithVocabulary returns the run with the configured vocabulary. If none is configured, it trains a vocabulary on the collection and
// writes it as vocab.txt.
func (p *Preparation) WithVocabulary(ctx context.Context) (*Preparation, error) {
	if p.Vocabulary != nil {
		return p, nil
	}
	p = clone(p)
	var err error
	p.Vocabulary, err = readVocabulary(ctx, p.Run, p.Index)
	return p, err
}

// readVocabulary returns the configured vocabulary, or a vocabulary that it trains on the texts of x.
func readVocabulary(ctx context.Context, r *stage.Run, x index.Reader) (*tokenize.Tokenizer, error) {
	options := VocabularyOptions(&r.Config.Tokenize)
	if path := r.Config.Tokenize.Vocab; path != "" {
		tokenizer, in, err := GivenVocabulary(path, options)
		if err != nil {
			return nil, err
		}
		r.Read(in)
		r.Note(stage.Vocabulary, in.SHA256)
		return tokenizer, retire(r.Out, stage.Vocabulary)
	}
	r.Note(stage.Vocabulary, "trained")
	err := writeOnce(r, stage.Vocabulary, VocabFile, func() (func(io.Writer) error, error) {
		st := r.Progress.Stage("vocab", "texts", x.NumDocs())
		defer st.Done()
		vocab, err := TrainVocabulary(ctx, r.Config, options, x, st)
		return vocab.Write, err
	})
	if err != nil {
		return nil, err
	}
	vocab, err := tokenize.LoadVocab(r.Out.Path(VocabFile))
	if err != nil {
		return nil, err
	}
	return tokenize.New(vocab, options)
}

// retire removes the result of a stage from the output directory: an earlier run made it, and this run does not use it.
func retire(out *result.Dir, name stage.Name) error {
	if out == nil {
		return nil
	}
	return out.Retire(func(stage string) bool { return stage == string(name) })
}

// writeOnce writes the file of a stage, unless an earlier run finished the stage. train returns a function that writes the content.
func writeOnce(r *stage.Run, name stage.Name, file string, train func() (func(io.Writer) error, error)) error {
	key := r.Key(name)
	if _, ok := r.Out.FinishedFiles(string(name), key); ok {
		return nil
	}
	write, err := train()
	if err != nil {
		return err
	}
	batch := r.Out.Batch()
	batch.Write(file, write)
	return batch.Finish(string(name), key)
}

// TrainVocabulary returns a vocabulary of word pieces, trained on the texts of all documents of the index, in order.
func TrainVocabulary(ctx context.Context, c *configs.Config, options tokenize.Options, x index.Reader, st *progress.Stage) (*tokenize.Vocab, error) {
	train := tokenize.TrainDefaults()
	train.Options, train.Threads = options, c.Gen.Threads
	texts := func(yield func(string) bool) {
		for d := range uint32(x.NumDocs()) {
			if !yield(x.Texts().FullText(d)) {
				return
			}
		}
	}
	return tokenize.Train(ctx, texts, c.Tokenize.VocabSize, train, st)
}

// GivenVocabulary returns the vocabulary in a file, and the entry of the file for the manifest.
func GivenVocabulary(path string, o tokenize.Options) (*tokenize.Tokenizer, stage.Input, error) {
	format := "vocab.txt"
	if tokenize.IsJSON(path) {
		format = "tokenizer.json"
	}
	t, err := tokenize.Load(path, o)
	if err != nil {
		return nil, stage.Input{}, err
	}
	in, err := stage.InputOf("vocab", path, format)
	in.Count = t.Vocab().Size()
	return t, in, err
}

// Analyser returns the configured analyser. Its word pieces come from the vocabulary that tokenize.vocab names.
func Analyser(c *configs.Config) (*analysis.Analyzer, error) {
	g := &c.Gen
	o := analysis.Options{Tokenizer: g.Tokenizer, Stemmer: g.Stemmer, Stopwords: g.Stopwords, Possessives: g.Possessives == "strip"}
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

// VocabularyOptions returns the options of the vocabulary: with or without case.
func VocabularyOptions(t *configs.Tokenize) tokenize.Options {
	if t.Cased {
		return tokenize.CasedOptions()
	}
	return tokenize.Defaults()
}

// WordPieces divides texts into word pieces for the analyser.
type WordPieces struct{ *tokenize.Tokenizer }

// Each yields the pieces of text, without special pieces. A word without pieces in the vocabulary is no term: all such words would share
// the term [UNK].
func (w WordPieces) Each(text string, yield func(piece string)) {
	if w.Model() == tokenize.BPE {
		text = " " + text // the first word is then the same term as at other places
	}
	for _, id := range w.Encode(text) {
		if id != w.Unknown() {
			yield(w.Vocab().Piece(id))
		}
	}
}

// Fingerprint returns the vocabulary's checksum with the options. An index of word pieces stores it.
func (w WordPieces) Fingerprint() string {
	return fmt.Sprintf("%s %s without %s", w.Vocab().SHA256(), w.Options().Fingerprint(), w.Vocab().Piece(w.Unknown()))
}

// countPieces sets p.Pieces, and p.Vocabulary if it is nil. A length is computed at its first use.
func countPieces(ctx context.Context, p *Preparation) (err error) {
	if p.Vocabulary == nil {
		if p.Vocabulary, err = readVocabulary(ctx, p.Run, p.Index); err != nil {
			return err
		}
	}
	p.Run.Note(stage.Pieces, "counted")
	vocabulary, texts := p.Vocabulary, p.Index.Texts()
	lengths := make([]atomic.Int32, p.Index.NumDocs()) // length + 1; 0 if not computed yet
	p.Pieces = func(doc uint32) int {
		if n := lengths[doc].Load(); n > 0 {
			return int(n) - 1
		}
		n := len(vocabulary.Encode(texts.FullText(doc)))
		lengths[doc].Store(int32(n) + 1)
		return n
	}
	return nil
}
