package drmm

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Trainer trains a model on pairs of a store's inputs, on one goroutine. The same options, seed and pairs give the
// same weights, to the last bit on one kind of processor.
//
// A step is a run of Gorgonia's tape machine over the graph of the network, then a step of the solver.
type Trainer struct {
	model  *Model
	tape   *tape
	solver *adagrad
	pairs  int64 // the number of pairs trained on so far
}

// Epoch is the record of one pass of training.
type Epoch struct {
	Epoch   int     `json:"epoch"`   // 1-based
	Loss    float64 `json:"loss"`    // mean hinge loss of a pair
	DevMain float64 `json:"dev_map"` // the main measure on dev after the epoch
	Gate    float64 `json:"gate"`    // the weight of the IDF gate, or the length of the vector gate's weights
	Repeats int     `json:"repeats"` // pairs that repeat within the epoch
}

// NewTrainer returns a trainer with an untrained model.
func NewTrainer(o Options, store *Store) (*Trainer, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	return newTrainer(newModel(o, store.width), store)
}

func newTrainer(m *Model, store *Store) (*Trainer, error) {
	if width := len(m.weights) - atWg; width != store.width || m.options.Gating == IDF && width != 1 { // the gate's weights begin at atWg
		return nil, fmt.Errorf("the store has %s a term, the model (%s gating) %d", terminal.Plural(store.width, "gate value",
			"gate values"), m.options.Gating, width)
	}
	t := &Trainer{model: m, solver: &adagrad{m.options.LearningRate, make([]float64, len(m.weights))}}
	var err error
	t.tape, err = newTape(m.weights, store)
	return t, err
}

// Model returns a copy of the model in its current state.
func (t *Trainer) Model() *Model {
	return &Model{t.model.options, slices.Clone(t.model.weights)}
}

// Epoch takes one step per batch of the pairs, in order, and returns the mean loss of a pair. The loss of a batch is
// computed before its step. Both inputs of a pair belong to one query of the store.
func (t *Trainer) Epoch(ctx context.Context, pairs []Pair) (loss float64, err error) {
	var sum float64
	for batch := range slices.Chunk(pairs, t.model.options.Batch) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		loss, err := t.step(batch)
		if err != nil {
			return 0, err
		}
		sum += float64(loss * float64(len(batch)))
	}
	return sum / float64(max(len(pairs), 1)), nil
}

// step updates the weights by the gradient of a batch.
func (t *Trainer) step(batch []Pair) (loss float64, err error) {
	defer t.tape.machine.Reset()
	if loss, err = t.tape.run(batch); err != nil {
		return 0, err
	}
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return 0, fmt.Errorf("the loss is %v after %s; hint: a smaller learning rate", loss, terminal.Plural(t.pairs, "pair", "pairs"))
	}
	t.pairs += int64(len(batch))
	return loss, t.solver.Step(t.tape.weights)
}
