package similarity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/progress"
)

// Architecture is one of the two models of Mikolov et al., "Efficient Estimation of Word Representations in Vector
// Space", 2013.
type Architecture string

const (
	SkipGram Architecture = "skip-gram" // the word predicts each word around it
	CBOW     Architecture = "cbow"      // the mean of the words around it predicts the word
)

// TrainOptions say how word vectors are trained with negative sampling (Mikolov et al., "Distributed Representations of
// Words and Phrases and their Compositionality", NIPS 2013).
type TrainOptions struct {
	Architecture Architecture
	Dim          int     // values of a vector
	Window       int     // words on each side; the actual reach is drawn from 1 to Window for each word
	Negative     int     // negative samples for each prediction
	Sample       float64 // words with a larger share of the tokens are left out at random (eq. 5 as word2vec.c has it); 0 keeps all
	MinCount     int64   // rarer words get no vector
	Epochs       int
	LearningRate float64 // at the start; it falls linearly to a ten-thousandth
	Seed         uint64
}

// TrainDefaults are those of word2vec.c.
func TrainDefaults() TrainOptions {
	return TrainOptions{Architecture: SkipGram, Dim: 100, Window: 5, Negative: 5, Sample: 1e-3, MinCount: 5, Epochs: 5, LearningRate: 0.025, Seed: 42}
}

// Validate gives every fault of the options at once.
func (o TrainOptions) Validate() error {
	var faults []error
	check := func(ok bool, hint, format string, args ...any) {
		if !ok {
			faults = append(faults, fault.BadUsage(hint, format, args...))
		}
	}
	check(o.Architecture == SkipGram || o.Architecture == CBOW, "use skip-gram or cbow", "unknown architecture %q", o.Architecture)
	check(o.Dim >= 1 && o.Dim <= maxDim, "100 and 300 are usual", "dim is %d", o.Dim)
	check(o.Window >= 1, "5 is usual", "window is %d", o.Window)
	check(o.Negative >= 1, "5 to 20 are usual", "negative is %d", o.Negative)
	check(o.Sample >= 0 && o.Sample < 1, "0 keeps every token, 0.001 is usual", "sample is %v", o.Sample)
	check(o.MinCount >= 1, "1 keeps every word", "min count is %d", o.MinCount)
	check(o.Epochs >= 1, "5 is usual", "epochs is %d", o.Epochs)
	check(o.LearningRate > 0 && o.LearningRate <= 1, "0.025 is usual", "learning rate is %v", o.LearningRate)
	return errors.Join(faults...)
}

// Count is a word of a vocabulary and how often it occurs.
type Count struct {
	Word  string
	Count int64
}

// TrainReport says what the training saw.
type TrainReport struct {
	Words      int   // that got a vector
	RareWords  int   // below MinCount
	Tokens     int64 // in one epoch
	RareTokens int64 // in one epoch; skipped, so that the words around them stand side by side
}

// Train trains word vectors on documents, given as sequences of vocabulary ids, and yields the words by falling count.
// The documents are walked once an epoch; a window does not reach beyond a document.
//
// Updates are applied one after the other by one goroutine, in float32, so the same input and seed give the same vectors
// whatever the number of threads.
func Train(ctx context.Context, docs iter.Seq[[]uint32], vocab []Count, o TrainOptions, stage *progress.Stage) (*Words, TrainReport, error) {
	if err := o.Validate(); err != nil {
		return nil, TrainReport{}, err
	}
	order, report := frequent(vocab, o.MinCount)
	if len(order) == 0 {
		return nil, report, fault.BadInput("", 0, "lower the minimum count", "no word occurs %d times", o.MinCount)
	}
	stage.Total(int(report.Tokens+report.RareTokens) * o.Epochs)
	m := newModel(o, vocab, order, report.Tokens)
	row := make([]int32, len(vocab)) // by vocabulary id, -1 for a rare word
	for i := range row {
		row[i] = -1
	}
	for r, id := range order {
		row[id] = int32(r)
	}
	var seen int64
	var words []int32 // the document without rare and left out words
	for range o.Epochs {
		for doc := range docs {
			if err := ctx.Err(); err != nil {
				return nil, report, err
			}
			words = words[:0]
			for _, id := range doc {
				if int(id) >= len(row) {
					return nil, report, fmt.Errorf("a document holds the word id %d, the vocabulary ends at %d", id, len(row)-1)
				}
				if r := row[id]; r >= 0 {
					seen++
					if m.keep[r] >= 1 || m.rng.Float64() < m.keep[r] {
						words = append(words, r)
					}
				}
			}
			done := float64(seen) / float64(report.Tokens*int64(o.Epochs)+1)
			m.rate = float32(o.LearningRate * max(1-done, 1e-4))
			m.document(words)
			stage.Add(len(doc))
		}
	}
	out := NewWords(o.Dim)
	vector := make([]float64, o.Dim)
	for r, id := range order {
		for i, v := range m.in(int32(r)) {
			vector[i] = float64(v)
		}
		if !out.Add(vocab[id].Word, vector) {
			return nil, report, fmt.Errorf("the vocabulary holds %q twice", vocab[id].Word)
		}
	}
	return out, report, nil
}

// frequent gives the ids of the words that occur often enough, by falling count, then by word.
func frequent(vocab []Count, least int64) (order []int, report TrainReport) {
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

// newModel sets up the weights: input vectors uniform in +-0.5/dim, output vectors zero, as in word2vec.c.
func newModel(o TrainOptions, vocab []Count, order []int, tokens int64) *model {
	m := &model{
		o:       o,
		rng:     rand.New(rand.NewPCG(o.Seed, 0)),
		inputs:  make([]float32, len(order)*o.Dim),
		outputs: make([]float32, len(order)*o.Dim),
		keep:    make([]float64, len(order)),
		hidden:  make([]float32, o.Dim),
		errs:    make([]float32, o.Dim),
	}
	for i := range m.inputs {
		m.inputs[i] = float32((m.rng.Float64() - 0.5) / float64(o.Dim))
	}
	weights := make([]float64, len(order))
	for r, id := range order {
		weights[r] = math.Pow(float64(vocab[id].Count), 0.75) // the noise distribution, section 2.2
		m.keep[r] = 1
		if o.Sample > 0 {
			share := float64(vocab[id].Count) / float64(tokens)
			m.keep[r] = (math.Sqrt(share/o.Sample) + 1) * o.Sample / share
		}
	}
	m.noise = newAlias(weights)
	return m
}
