package trial

import (
	"context"
	"math"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
)

// Trial is one training: a setting of an arm under a seed on a fold. It runs on one thread.
type Trial struct {
	Name     string // names the training in the progress
	fold     *Fold
	features *Features
	options  drmm.Options
	schedule Schedule
	pairSet  *Pairs
	loss     quota.Loss     // the weights and margins of each axiomatic pool
	vectors  map[string]any // the values of the keys that decide the word vectors
	main     eval.Measure   // decides which epoch is best on dev
	epochs   int            // the largest number of epochs
	minDelta float64        // an epoch is better if its dev value is larger by more than minDelta
	patience int            // training stops after this number of epochs without a better one; 0 never stops it early
}

// TrainedModel is the result of a training: the weights that were best on dev, and a record of all epochs.
// For a user's command it holds scores instead of a model.
type TrainedModel struct {
	Model     *drmm.Model // nil for a user's command
	Features  *Features
	Scores    mine.Scorer // the scores of a user's command; nil for a DRMM
	BestEpoch int         // 1-based; 0 for the untrained model
	Dev       float64     // the mean of the main measure on dev at BestEpoch
	DevSample eval.Sample // sums over the values of the dev queries; empty for a user's command
	Epochs    []drmm.Epoch
	Pairs     map[string]int // the number of distinct pairs trained on, by the name of their pool
}

// Scorer returns the command's scores, or a scorer of the model.
func (m *TrainedModel) Scorer() mine.Scorer {
	if m.Scores != nil {
		return m.Scores
	}
	return &Scorer{Features: m.Features, Model: m.Model}
}

// Restore returns a model that was trained earlier. It computes Dev and DevSample again; the caller sets the other fields.
func Restore(model *drmm.Model, f *Fold, inputs *Features, main eval.Measure) *TrainedModel {
	m := &TrainedModel{Features: inputs}
	m.offer(model, 0, &Trial{fold: f, features: inputs, main: main})
	return m
}

// New returns a trial of a setting. c is the fold's configuration with the setting, pairs are the pairs
// that c draws, and inputs the network's inputs under c.
func New(name string, draw Draw, c *configs.Config, main eval.Measure, pairs *Pairs,
	inputs *Features) (*Trial, error) {
	out := &Trial{Name: name, fold: draw.Fold, options: NetworkOptions(c, draw.Seed), main: main, epochs: c.Train.Epochs,
		pairSet: pairs, features: inputs, vectors: c.Deciding(configs.Similarity)}
	out.options.Vectors, out.options.FirstStage = c.Gen.Vectors != "", FirstStageText(draw.Fold.Source.Chain)
	var err error
	if out.patience, out.minDelta, err = configs.ParsePatience(c.Train.Patience); err != nil {
		return nil, err
	}
	if out.schedule, err = ScheduleOf(c, pairs.Chain); err != nil {
		return nil, err
	}
	if out.loss, err = pairs.Chain.Axioms.Loss(c, pairs.Drawn); err != nil {
		return nil, err
	}
	return out, nil
}

// Unmet returns the requested amounts that the drawn pairs do not reach.
func (t *Trial) Unmet() []account.Unmet { return t.pairSet.Unmet }

// Run trains and returns the weights that are best on dev by the main measure. The model is measured before the
// first epoch and after every epoch; the same values decide early stopping. tell receives every epoch.
func (t *Trial) Run(ctx context.Context, tell func(drmm.Epoch)) (*TrainedModel, error) {
	trainer, err := drmm.NewTrainer(t.options, t.features.Store)
	if err != nil {
		return nil, err
	}
	out := &TrainedModel{Features: t.features}
	out.offer(trainer.Model(), 0, t)
	for epoch := range t.epochs {
		if t.patience > 0 && epoch-out.BestEpoch >= t.patience {
			break // early stopping
		}
		items, repeats := t.items(epoch)
		loss, err := trainer.Epoch(ctx, t.pairs(items))
		if err != nil {
			return nil, err
		}
		model := trainer.Model()
		dev := out.offer(model, epoch+1, t)
		last := drmm.Epoch{Epoch: epoch + 1, Loss: loss, DevMain: dev, Gate: gateSize(model), Repeats: repeats}
		out.Epochs = append(out.Epochs, last)
		tell(last)
	}
	out.Pairs = t.countDistinct(len(out.Epochs))
	return out, nil
}

// offer measures a model on dev and keeps the model if it is better than the kept one, or if the trial has no early stopping.
func (m *TrainedModel) offer(model *drmm.Model, epoch int, t *Trial) (dev float64) {
	values := t.fold.DevLists.PerQuery(t.main, func(query int) []float64 { return t.features.Scores(model, &t.fold.JudgedDev[query]) })
	dev = eval.Mean(values)
	if m.Model == nil || dev > m.Dev+t.minDelta || t.patience == 0 {
		m.Model, m.BestEpoch, m.Dev, m.DevSample = model, epoch, dev, eval.SampleOf(values)
	}
	return dev
}

// countDistinct counts the distinct pairs of the first n epochs, by pool.
func (t *Trial) countDistinct(n int) map[string]int {
	items := map[Item]bool{}
	for epoch := range n {
		epochItems, _ := t.items(epoch)
		for _, item := range epochItems {
			items[item] = true
		}
	}
	pairs := map[string]int{}
	for item := range items {
		pairs[t.poolName(int(item.Pool))]++
	}
	return pairs
}

// poolName returns a pool's name in the record.
func (t *Trial) poolName(pool int) string {
	if pool == sample.JudgedPool {
		return "judged"
	}
	return t.pairSet.Chain.Axioms.Pools[pool].Name
}

// gateSize returns the weight of the IDF gate, or the length of the vector gate's weights.
func gateSize(m *drmm.Model) float64 {
	weights := m.GateWeights()
	if len(weights) == 1 {
		return weights[0]
	}
	sum := 0.0
	for _, w := range weights {
		sum += float64(w * w)
	}
	return math.Sqrt(sum)
}

// items returns the pairs of an epoch, counted from 0, and the number of repeats.
func (t *Trial) items(epoch int) (items []Item, repeats int) {
	return t.schedule.Epoch(epoch, len(t.pairSet.Drawn.Judged), t.pairSet.Sizes(), t.options.Seed)
}

// CountPairs returns the number of training pairs in the first n epochs.
func (t *Trial) CountPairs(n int) int {
	total := 0
	for epoch := range n {
		items, _ := t.items(epoch)
		total += len(items)
	}
	return total
}

// pairs returns an epoch's items as training pairs of the network.
func (t *Trial) pairs(items []Item) []drmm.Pair {
	out := make([]drmm.Pair, 0, len(items))
	for _, item := range items {
		p, pool := drmm.Pair{Weight: 1, Margin: t.options.Margin}, t.pairSet.Drawn.Judged
		if item.Pool != sample.JudgedPool {
			pool = t.pairSet.Drawn.Pools[item.Pool]
			p.Weight, p.Margin = t.loss.Weights[item.Pool], t.loss.Margins[item.Pool]
		}
		d := pool[item.Rank]
		p.Pos, p.Neg = t.features.Pair(&t.fold.Train[d.Query], d)
		out = append(out, p)
	}
	return out
}
