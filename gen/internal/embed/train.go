// Package embed trains word vectors on the documents of a collection: word2vec's skip-gram and CBOW (Mikolov et al., 2013), and
// GloVe (Pennington et al., 2014). The same documents and options give the same vectors at any number of threads.
package embed

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Architecture is a model of word vectors.
type Architecture string

// The first two are of Mikolov et al., "Efficient Estimation of Word Representations in Vector Space", 2013, with negative
// sampling.
const (
	SkipGram Architecture = "skip-gram" // each word around a word predicts it
	CBOW     Architecture = "cbow"      // the mean of the words around a word predicts it
	GloVe    Architecture = "glove"     // two words' vectors give how often they stand together (Pennington et al., EMNLP 2014)
)

// architectures lists the models, the default first.
func architectures() []Architecture { return []Architecture{SkipGram, CBOW, GloVe} }

// Options set how word vectors are trained.
type Options struct {
	Architecture Architecture `json:"Architecture"`
	Dim          int          `json:"Dim"`      // values of a vector
	Window       int          `json:"Window"`   // words on each side; word2vec's models draw the actual reach from 1 to Window for each word
	Negative     int          `json:"Negative"` // negative samples for each word (not GloVe)
	// Sample leaves words with a larger share of the tokens out at random (eq. 5 as word2vec.c has it); 0 keeps all (not GloVe).
	Sample       float64 `json:"Sample"`
	MinCount     int64   `json:"MinCount"` // rarer words get no vector
	Epochs       int     `json:"Epochs"`
	LearningRate float64 `json:"LearningRate"` // at the start; it falls linearly to a ten-thousandth (GloVe: Adagrad's)
	Seed         uint64  `json:"Seed"`
	Threads      int     `json:"-"` // changes speed only
}

// Defaults returns the options of word2vec.c.
func Defaults() Options {
	return Options{Architecture: SkipGram, Dim: 100, Window: 5, Negative: 5, Sample: 1e-3, MinCount: 5, Epochs: 5,
		LearningRate: 0.025, Seed: 42, Threads: 1}
}

// Validate returns every fault at once of the options that a configuration names.
func (o Options) Validate() error {
	var faults []error
	check := func(ok bool, hint, format string, args ...any) {
		if !ok {
			faults = append(faults, errs.BadUsage(hint, format, args...))
		}
	}
	check(slices.Contains(architectures(), o.Architecture), fmt.Sprintf("use one of %v", architectures()),
		"unknown model of word vectors %q", o.Architecture)
	check(o.Dim >= 1 && o.Dim <= similarity.MaxDim, "100 and 300 are usual", "dimension is %d", o.Dim)
	check(o.Epochs >= 1, "5 is usual, 25 for glove", "epochs is %d", o.Epochs)
	return errors.Join(faults...)
}

// Count is a word of a vocabulary and how often it occurs.
type Count struct {
	Word  string
	Count int64
}

// Report counts what the training saw.
type Report struct {
	Words      int   // that got a vector
	RareWords  int   // below MinCount
	Tokens     int64 // in one epoch
	RareTokens int64 // in one epoch; skipped, so that the words around them stand side by side
}

// Trainer is word vectors under training, epoch by epoch. The same documents, options and seed give the same vectors at any
// number of threads, and after Save and Restore.
type Trainer struct {
	Report Report

	o     Options
	docs  iter.Seq[[]uint32]
	vocab []Count
	order []int   // the rows' words as places in vocab: by falling count, then by word
	row   []int32 // by vocabulary id, -1 for a rare word
	model learner
	done  int // epochs
}

// learner is what the models differ in.
type learner interface {
	// epoch goes through the documents, given as rows, once; stage counts their tokens.
	epoch(ctx context.Context, number int, docs rows, stage *progress.Stage) error
	// weights is all that an epoch changes.
	weights() [][]float32
	// vector sets v to the vector of a row.
	vector(row int, v []float64)
}

// rows yields documents as rows without rare words. The slice is the receiver's until the next document.
type rows = iter.Seq2[[]int32, error]

// NewTrainer sets up the training of word vectors on documents, given as sequences of vocabulary ids, which are walked once an
// epoch. A window does not reach beyond a document.
func NewTrainer(docs iter.Seq[[]uint32], vocab []Count, o Options) (*Trainer, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	t := &Trainer{o: o, docs: docs, vocab: vocab, row: make([]int32, len(vocab))}
	t.order, t.Report = frequent(vocab, o.MinCount)
	if len(t.order) == 0 {
		return nil, errs.BadInput("", 0, "take more text", "no word occurs %s", terminal.Plural(o.MinCount, "time", "times"))
	}
	for i := range t.row {
		t.row[i] = -1
	}
	counts := make([]int64, len(t.order))
	for r, id := range t.order {
		t.row[id] = int32(r)
		counts[r] = vocab[id].Count
	}
	if o.Architecture == GloVe {
		t.model = newGloVe(o, counts, t.Report.Tokens)
	} else {
		t.model = newNetwork(o, counts, t.Report.Tokens)
	}
	return t, nil
}

// frequent returns the ids of the words that occur often enough, by falling count, then by word.
func frequent(vocab []Count, least int64) (order []int, report Report) {
	for id, c := range vocab {
		if c.Count < least {
			report.RareWords++
			report.RareTokens += c.Count
			continue
		}
		order = append(order, id)
		report.Tokens += c.Count
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(vocab[b].Count, vocab[a].Count), cmp.Compare(vocab[a].Word, vocab[b].Word))
	})
	report.Words = len(order)
	return order, report
}

// TokensLeft returns the number of tokens that the epochs to come go through.
func (t *Trainer) TokensLeft() int { return int(t.Report.Tokens) * (t.o.Epochs - t.done) }

// EpochsDone returns the number of epochs trained.
func (t *Trainer) EpochsDone() int { return t.done }

// Epoch trains one more pass over the texts. After an error the weights are those of an unfinished pass.
func (t *Trainer) Epoch(ctx context.Context, stage *progress.Stage) error {
	err := t.model.epoch(ctx, t.done, t.rows(ctx), stage)
	if err == nil {
		t.done++
	}
	return err
}

// rows returns the documents as rows of the model.
func (t *Trainer) rows(ctx context.Context) rows {
	return func(yield func([]int32, error) bool) {
		var words []int32
		for doc := range t.docs {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			words = words[:0]
			for _, id := range doc {
				if int(id) >= len(t.row) {
					yield(nil, fmt.Errorf("a document holds the word id %d, the vocabulary ends at %d", id, len(t.row)-1))
					return
				}
				if r := t.row[id]; r >= 0 {
					words = append(words, r)
				}
			}
			if !yield(words, nil) {
				return
			}
		}
	}
}

// Words returns the vectors, the words by falling count, then by word.
func (t *Trainer) Words() (*similarity.Words, error) {
	out := similarity.NewWords(t.o.Dim)
	vector := make([]float64, t.o.Dim)
	for r, id := range t.order {
		t.model.vector(r, vector)
		if !out.Add(t.vocab[id].Word, vector) {
			return nil, fmt.Errorf("the vocabulary holds %q twice", t.vocab[id].Word)
		}
	}
	return out, nil
}

// Save writes the epochs done and all weights, as little-endian numbers.
func (t *Trainer) Save(w io.Writer) error {
	if err := binary.Write(w, binary.LittleEndian, int64(t.done)); err != nil {
		return err
	}
	for _, part := range t.model.weights() {
		if err := binary.Write(w, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	return nil
}

// Restore reads what Save wrote of a trainer with the same documents and options.
func (t *Trainer) Restore(r io.Reader) error {
	var epochs int64
	if err := binary.Read(r, binary.LittleEndian, &epochs); err != nil {
		return err
	}
	for _, part := range t.model.weights() {
		if err := binary.Read(r, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	t.done = int(epochs)
	return nil
}

// Train trains all epochs.
func Train(ctx context.Context, docs iter.Seq[[]uint32], vocab []Count, o Options,
	stage *progress.Stage) (*similarity.Words, Report, error) {
	t, err := NewTrainer(docs, vocab, o)
	if err != nil {
		return nil, Report{}, err
	}
	stage.Total(t.TokensLeft())
	for t.EpochsDone() < o.Epochs {
		if err := t.Epoch(ctx, stage); err != nil {
			return nil, t.Report, err
		}
	}
	words, err := t.Words()
	return words, t.Report, err
}
