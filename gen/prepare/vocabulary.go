package prepare

import (
	"context"
	"io"
	"path/filepath"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize"
)

// VocabFile is the trained vocabulary in an output directory.
const VocabFile = "vocab.txt"

// WithVocabulary returns the run with the configured WordPiece vocabulary, or with one trained on the collection and written as
// vocab.txt.
func (p *Prepared) WithVocabulary(ctx context.Context) (*Prepared, error) {
	if p.Vocabulary != nil {
		return p, nil
	}
	p = p.copy()
	options := VocabularyOptions(&p.Inputs.Run.Config.Tokenize)
	if path := p.Inputs.Run.Config.Tokenize.Vocab; path != "" {
		tokenizer, in, err := GivenVocabulary(path, options)
		if err != nil {
			return nil, err
		}
		p.Inputs.Run.Read(in)
		p.Inputs.Run.Note(stage.Vocabulary, in.SHA256)
		p.Vocabulary = tokenizer
		return p, p.retire(stage.Vocabulary)
	}
	p.Inputs.Run.Note(stage.Vocabulary, "trained")
	if key := p.Inputs.Run.Key(stage.Vocabulary); !p.isFinished(stage.Vocabulary, key) {
		if err := p.trainVocabulary(ctx, options, key); err != nil {
			return nil, err
		}
	}
	vocab, err := tokenize.LoadVocab(p.Inputs.Run.Out.Path(VocabFile))
	if err != nil {
		return nil, err
	}
	p.Vocabulary, err = tokenize.New(vocab, options)
	return p, err
}

// retire removes what an earlier run made where this one is given it.
func (p *Prepared) retire(name stage.Name) error {
	if p.Inputs.Run.Out == nil {
		return nil
	}
	return p.Inputs.Run.Out.Retire(func(stage string) bool { return stage == string(name) })
}

// isFinished reports whether a stage was finished under this key.
func (p *Prepared) isFinished(name stage.Name, key string) bool {
	_, ok := p.Inputs.Run.Out.Finished(string(name), key)
	return ok
}

func (p *Prepared) trainVocabulary(ctx context.Context, options tokenize.Options, key string) error {
	st := p.Inputs.Run.Progress.Stage("vocab", "texts", p.Index.NumDocs())
	vocab, err := TrainVocabulary(ctx, p.Inputs.Run.Config, options, []index.Reader{p.Index}, st)
	st.Done()
	if err != nil {
		return err
	}
	f, err := p.Inputs.Run.Out.WriteFile(VocabFile, func(w io.Writer) error { return vocab.Write(w) })
	if err != nil {
		return err
	}
	return p.Inputs.Run.Out.Finish(string(stage.Vocabulary), key, []result.File{f})
}

// TrainVocabulary returns word pieces trained on the texts of all documents of the indexes, in their order.
func TrainVocabulary(ctx context.Context, c *configs.Config, options tokenize.Options, indexes []index.Reader,
	st *progress.Stage) (*tokenize.Vocab, error) {
	train := tokenize.TrainDefaults()
	train.Options, train.Threads = options, c.Gen.Threads
	texts := func(yield func(string) bool) {
		for _, x := range indexes {
			for d := range uint32(x.NumDocs()) {
				if !yield(x.FullText(d)) {
					return
				}
			}
		}
	}
	return tokenize.Train(ctx, texts, c.Tokenize.VocabSize, train, st)
}

// GivenVocabulary loads a vocabulary, and returns it with its entry for the manifest.
func GivenVocabulary(path string, o tokenize.Options) (*tokenize.Tokenizer, stage.Input, error) {
	in := stage.Input{Role: "vocab", Name: filepath.Base(path), Format: "vocab.txt"}
	if tokenize.IsJSON(path) {
		in.Format = "tokenizer.json"
	}
	t, err := tokenize.Load(path, o)
	if err != nil {
		return nil, in, err
	}
	in.Count = t.Vocab().Size()
	in.Bytes, in.SHA256, err = stage.Checksum(path)
	return t, in, err
}
