// Package embed trains word vectors on the documents of a collection: word2vec's skip-gram (Mikolov et al., 2013). The same documents
// and options give the same vectors at any number of threads.
package embed

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Options are the hyperparameters of the training.
type Options struct {
	Dim          int     `json:"Dim"`      // number of values of a vector
	Window       int     `json:"Window"`   // maximum number of context words on each side; each word draws its reach from 1 to Window
	Negative     int     `json:"Negative"` // number of negative samples for each context word
	Sample       float64 `json:"Sample"`   // share of the tokens above which words are dropped at random (eq. 5 as in word2vec.c); 0 keeps all
	MinCount     int64   `json:"MinCount"` // minimum number of occurrences of a word with a vector
	Epochs       int     `json:"Epochs"`
	LearningRate float64 `json:"LearningRate"` // learning rate at the start; it falls linearly to a ten-thousandth
	Seed         uint64  `json:"Seed"`
	Threads      int     `json:"-"` // number of threads, which changes only the speed
}

// Defaults returns the options of word2vec.c.
func Defaults() Options {
	return Options{Dim: 100, Window: 5, Negative: 5, Sample: 1e-3, MinCount: 5, Epochs: 5, LearningRate: 0.025, Seed: 42, Threads: 1}
}

// Report has the numbers of words and tokens of a training.
type Report struct {
	Words     int   // number of words with a vector
	RareWords int   // number of words below MinCount
	Tokens    int64 // number of tokens in one epoch, without those of rare words, which are skipped
}

// vocabulary holds words by id, and a row for each frequent word.
type vocabulary struct {
	words []index.Form
	order []int   // for each row, the id of its word; rows are sorted by falling count, then by word
	row   []int32 // for each id, its row; -1 for a rare word
}

// Train returns vectors of the words that occur often enough, in the order of falling count, then of the word. Documents are sequences of
// ids in vocab, and are read once in each epoch. A context stays within a document.
func Train(ctx context.Context, docs iter.Seq[[]uint32], vocab []index.Form, o Options, stage *progress.Stage) (*similarity.Words, Report, error) {
	v, report := frequent(vocab, o.MinCount)
	if len(v.order) == 0 {
		return nil, report, errs.BadInput("", 0, "take more text", "no word occurs %s", terminal.Plural(o.MinCount, "time", "times"))
	}
	counts := make([]int64, len(v.order))
	for r, id := range v.order {
		counts[r] = vocab[id].Count
	}
	model := newNetwork(o, counts, report.Tokens)
	stage.Total(int(report.Tokens) * o.Epochs)
	for epoch := range o.Epochs {
		if err := model.epoch(ctx, epoch, v.rows(ctx, docs), stage); err != nil {
			return nil, report, err
		}
	}
	words, err := v.vectors(model)
	return words, report, err
}

// frequent returns the vocabulary with a row for each word that occurs at least least times, and the numbers of words.
func frequent(words []index.Form, least int64) (v vocabulary, report Report) {
	v = vocabulary{words: words, row: slices.Repeat([]int32{-1}, len(words))}
	for id, c := range words {
		if c.Count < least {
			report.RareWords++
			continue
		}
		v.order = append(v.order, id)
		report.Tokens += c.Count
	}
	slices.SortFunc(v.order, func(a, b int) int {
		return cmp.Or(cmp.Compare(words[b].Count, words[a].Count), cmp.Compare(words[a].Surface, words[b].Surface))
	})
	for r, id := range v.order {
		v.row[id] = int32(r)
	}
	report.Words = len(v.order)
	return v, report
}

// rows yields documents as rows, without rare words. The next document overwrites the slice.
func (v *vocabulary) rows(ctx context.Context, docs iter.Seq[[]uint32]) iter.Seq2[[]int32, error] {
	return func(yield func([]int32, error) bool) {
		var words []int32
		for doc := range docs {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			words = words[:0]
			for _, id := range doc {
				if int(id) >= len(v.row) {
					yield(nil, fmt.Errorf("a document holds the word id %d, the vocabulary ends at %d", id, len(v.row)-1))
					return
				}
				if r := v.row[id]; r >= 0 {
					words = append(words, r)
				}
			}
			if !yield(words, nil) {
				return
			}
		}
	}
}

// vectors returns the input vectors of the words with a row.
func (v *vocabulary) vectors(model *network) (*similarity.Words, error) {
	out := similarity.NewWords(model.o.Dim)
	vector := make([]float64, model.o.Dim)
	for r, id := range v.order {
		for i, x := range model.input(int32(r)) {
			vector[i] = float64(x)
		}
		if !out.Add(v.words[id].Surface, vector) {
			return nil, fmt.Errorf("the vocabulary holds %q twice", v.words[id].Surface)
		}
	}
	return out, nil
}
