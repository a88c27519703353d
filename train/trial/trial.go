package trial

import (
	"context"
	"math"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/ledger"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/train/division"
	"github.com/axiomine/axiomine/train/drawing"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/features"
	"github.com/axiomine/axiomine/train/report"
)

// Trial is one training: a setting of an arm under a seed on a fold. It runs on one thread.
type Trial struct {
	Name     string // in files
	fold     *division.Fold
	features *features.Features
	options  drmm.Options
	schedule drawing.Schedule
	drawn    *drawing.Pairs
	loss     pools.Loss     // by axiomatic pool
	vectors  map[string]any // what decides word vectors
	regular  *Regulariser
	main     eval.Measure
	epochs   int
	minDelta float64 // by how much a dev value has to be better to count
	patience int     // epochs without a better dev value before stopping; 0: never
}

// Trained is what a training leaves: the weights that were best on dev, and how it got there. Of a user's command it has the scores.
type Trained struct {
	Model     *drmm.Model // nil of a command
	Features  *features.Features
	Scores    mine.Scorer // of a command; else nil
	BestEpoch int         // 1-based; 0 for the start
	Dev       float64     // the main measure there
	Epochs    []report.Epoch
	Pairs     map[string]int // distinct pairs seen, by pool
}

// Scorer asks the model.
func (m *Trained) Scorer() mine.Scorer {
	if m.Scores != nil {
		return m.Scores
	}
	return &features.Scorer{Features: m.Features, Model: m.Model}
}

// Recalled is a model that was trained before, asked on dev again.
func Recalled(model *drmm.Model, f *division.Fold, seen *features.Features, by eval.Measure) *Trained {
	m := &Trained{Features: seen}
	m.offer(model, 0, &Trial{fold: f, features: seen, main: by})
	return m
}

// New gets a setting ready to be trained: configuration c is the setting over the fold's, which draws the pairs and whose network
// sees the features. Its best weights are best on dev by the measure.
func New(name string, at drawing.Draw, c *configs.Config, by eval.Measure, drawn *drawing.Pairs, seen *features.Features) (*Trial, error) {
	out := &Trial{Name: name, fold: at.Fold, options: features.Options(c, at.Seed), main: by, epochs: c.Train.Epochs,
		patience: c.Train.Patience, minDelta: c.Train.MinDelta, drawn: drawn, features: seen, vectors: c.Deciding(configs.Similarity)}
	out.options.Vectors, out.options.FirstStage = c.Gen.Vectors != "", division.FirstStageText(at.Fold.From.Chain)
	var err error
	if out.schedule, err = drawing.ScheduleOf(c, drawn.Chain); err != nil {
		return nil, err
	}
	if out.loss, err = drawn.Chain.Axioms.Loss(c, drawn.Drawn); err != nil {
		return nil, err
	}
	if out.regular, err = RegulariserOf(c); err != nil {
		return nil, err
	}
	out.options.Batch = out.batch()
	return out, nil
}

// Unmet lists the amounts that are asked and that the pairs do not reach.
func (c *Trial) Unmet() []ledger.Unmet { return c.drawn.Unmet }

// batch is the number of pairs of a step: the configured one, and on average what regularises as many pairs. So a regulariser
// changes what a step looks at, and not how many steps there are.
func (c *Trial) batch() int {
	n := 0
	for epoch := range c.epochs {
		items, _ := c.items(epoch)
		n += len(items)
	}
	if len(c.regular.axioms) == 0 || n == 0 {
		return c.options.Batch
	}
	return int(math.Round(float64(c.options.Batch) * float64(c.PairsIn(c.epochs)) / float64(n)))
}

// Run trains, from its last checkpoint on where an earlier attempt left one. Early stopping looks at the main
// measure on dev before the first and after every epoch and gives back the best weights.
func (c *Trial) Run(ctx context.Context, kept *Checkpoints, tell func(report.Epoch)) (*Trained, error) {
	t, out, err := kept.resume(c)
	if err != nil {
		return nil, err
	}
	if t == nil {
		if t, err = drmm.NewTrainer(c.options, c.features.Store); err != nil {
			return nil, err
		}
		out = &Trained{Features: c.features}
		out.offer(t.Model(), 0, c)
	}
	for epoch := len(out.Epochs); epoch < c.epochs && !c.stops(out); epoch++ {
		items, repeats := c.items(epoch)
		loss, err := t.Epoch(ctx, c.pairs(items))
		if err != nil {
			return nil, err
		}
		model := t.Model()
		dev := out.offer(model, epoch+1, c)
		done := report.Epoch{Epoch: epoch + 1, Loss: loss, DevMain: dev, Gate: gateSize(model), Repeats: repeats}
		out.Epochs = append(out.Epochs, done)
		tell(done)
		if err := kept.offer(t, out); err != nil {
			return nil, err
		}
	}
	out.Pairs = c.seen(len(out.Epochs))
	return out, nil
}

// offer keeps a model that is better on dev than those before it, or, without early stopping, the last one.
func (m *Trained) offer(model *drmm.Model, epoch int, c *Trial) (dev float64) {
	dev = eval.Mean(c.devValues(model))
	if m.Model == nil || dev > m.Dev+c.minDelta || c.patience == 0 {
		m.Model, m.BestEpoch, m.Dev = model, epoch, dev
	}
	return dev
}

// devValues gives the main measure of each judged dev query.
func (c *Trial) devValues(m *drmm.Model) []float64 {
	return c.fold.DevLists.PerQuery(c.main, func(query int) []float64 { return c.features.Scores(m, &c.fold.JudgedDev[query]) })
}

// seen counts the distinct pairs of the first n epochs, by pool.
func (c *Trial) seen(n int) map[string]int {
	seen := map[drawing.Item]bool{}
	for epoch := range n {
		items, _ := c.items(epoch)
		for _, it := range items {
			seen[it] = true
		}
	}
	pairs, copies := map[string]int{}, map[features.CopyKey]bool{}
	for it := range seen {
		pairs[c.poolName(it.Pool)]++
		for _, p := range c.copies(it) {
			copies[p.of] = true
		}
	}
	for of := range copies {
		pairs[pools.PerturbedPrefix+of.Axiom]++
	}
	return pairs
}

// poolName names a pool for the record.
func (c *Trial) poolName(pool int) string {
	if pool == drawing.RegularPool {
		return "regular"
	}
	return c.drawn.Chain.Axioms.Pools[pool].Name
}

// stops says whether training is over before its last epoch.
func (c *Trial) stops(m *Trained) bool {
	return c.patience > 0 && len(m.Epochs)-m.BestEpoch >= c.patience
}

// gateSize is the weight of the IDF gate; of a vector gate the length of its weights.
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

// items are the pairs of an epoch, counted from 0.
func (c *Trial) items(epoch int) (items []drawing.Item, repeats int) {
	return c.schedule.Epoch(epoch, len(c.drawn.Drawn.Regular), c.drawn.Sizes(), c.options.Seed)
}

// PairsIn counts the training pairs of the first n epochs.
func (c *Trial) PairsIn(n int) int {
	total := 0
	for epoch := range n {
		items, _ := c.items(epoch)
		total += len(items)
		for _, it := range items {
			total += len(c.copies(it))
		}
	}
	return total
}

// pairs turns an epoch's items into inputs of the network. What regularises a judged pair follows it, so that they mostly share a step.
func (c *Trial) pairs(items []drawing.Item) []drmm.Pair {
	out := make([]drmm.Pair, 0, len(items))
	for _, it := range items {
		p := drmm.Pair{Weight: 1, Margin: c.options.Margin}
		drawn := c.drawn.Drawn.Regular
		if it.Pool != drawing.RegularPool {
			drawn = c.drawn.Drawn.Pools[it.Pool]
			p.Weight, p.Margin = c.loss.Weights[it.Pool], c.loss.Margins[it.Pool]
		}
		d := drawn[it.Rank]
		p.Pos, p.Neg = c.features.Pair(&c.fold.Train[d.Query], d)
		out = append(out, p)
		for _, p := range c.copies(it) {
			out = append(out, p.pair)
		}
	}
	return out
}
