package train

import (
	"context"
	"fmt"
	"math"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
)

// cell is one training: a setting of an arm under a seed on a fold. It runs on one thread.
type cell struct {
	name       string // in files
	setting    setting
	fold       *fold
	features   *features
	options    drmm.Options
	schedule   schedule
	drawnPairs *drawnPairs
	loss       pools.Loss // by axiomatic pool
	regular    *regulariser
	main       eval.Measure
	epochs     int
	minDelta   float64 // by how much a dev value has to be better to count
	patience   int     // epochs without a better dev value before stopping; 0: never
	kept       *checkpoints
}

// trained is what a training leaves: the weights that were best on dev, and how it got there.
type trained struct {
	model    *drmm.Model
	features *features
	best     int     // 1-based epoch; 0 for the start
	dev      float64 // the main measure there
	perQuery []float64
	epochs   []report.Epoch
	pairs    map[string]int // distinct pairs seen, by pool
}

func (m *trained) scorer() modelScorer { return modelScorer{m.features, m.model} }

// newCell gets a setting ready to be trained: configuration c is the setting over the fold's.
func (e *experiment) newCell(ctx context.Context, name string, s setting, c *configs.Config, d *drawer) (*cell, error) {
	out := &cell{name: name, setting: s, fold: d.at.fold, options: options(c, d.at.seed), main: e.main, epochs: c.Train.Epochs,
		patience: c.Train.Patience,
		minDelta: c.Train.MinDelta}
	out.options.Vectors, out.options.FirstStage = c.Gen.Vectors != "", firstStageText(d.at.fold.from.chain)
	var err error
	if out.features, err = e.featuresOf(ctx, d.at.fold.from, c); err != nil {
		return nil, err
	}
	if out.drawnPairs, err = d.of(ctx, c); err != nil {
		return nil, err
	}
	if out.schedule, err = scheduleOf(c, out.drawnPairs.chain); err != nil {
		return nil, err
	}
	if out.loss, err = out.drawnPairs.chain.Axioms.Loss(c, out.drawnPairs.drawn); err != nil {
		return nil, err
	}
	if out.regular, err = regulariserOf(c); err != nil {
		return nil, err
	}
	out.options.Batch = out.batch()
	return out, nil
}

// batch is the number of pairs of a step: the configured one, and on average what regularises as many pairs. So a regulariser
// changes what a step looks at, and not how many steps there are.
func (c *cell) batch() int {
	n := 0
	for epoch := range c.epochs {
		items, _ := c.items(epoch)
		n += len(items)
	}
	if len(c.regular.axioms) == 0 || n == 0 {
		return c.options.Batch
	}
	return int(math.Round(float64(c.options.Batch) * float64(c.pairsIn(c.epochs)) / float64(n)))
}

// run trains the cell, from its last checkpoint on where an earlier attempt left one. Early stopping looks at the main
// measure on dev before the first and after every epoch and gives back the best weights.
func (c *cell) run(ctx context.Context, tell func(report.Epoch)) (*trained, error) {
	t, out, err := c.kept.resume(c)
	if err != nil {
		return nil, err
	}
	if t == nil {
		if t, err = drmm.NewTrainer(c.options, c.features.store); err != nil {
			return nil, err
		}
		out = &trained{features: c.features}
		out.offer(t.Model(), 0, c)
	}
	for epoch := len(out.epochs); epoch < c.epochs && !c.stops(out); epoch++ {
		items, repeats := c.items(epoch)
		loss, err := t.Epoch(ctx, c.pairs(items))
		if err != nil {
			return nil, err
		}
		model := t.Model()
		dev := out.offer(model, epoch+1, c)
		done := report.Epoch{Epoch: epoch + 1, Loss: loss, DevMain: dev, Gate: gateSize(model), Repeats: repeats}
		out.epochs = append(out.epochs, done)
		tell(done)
		if err := c.kept.offer(t, out); err != nil {
			return nil, err
		}
	}
	out.pairs = c.seen(len(out.epochs))
	return out, nil
}

// offer keeps a model that is better on dev than those before it, or, without early stopping, the last one.
func (m *trained) offer(model *drmm.Model, epoch int, c *cell) (dev float64) {
	values := c.devValues(model)
	dev = eval.Mean(values)
	if m.model == nil || dev > m.dev+c.minDelta || c.patience == 0 {
		m.model, m.best, m.dev, m.perQuery = model, epoch, dev, values
	}
	return dev
}

// devValues gives the main measure of each judged dev query.
func (c *cell) devValues(m *drmm.Model) []float64 {
	return c.fold.devLists.PerQuery(c.main, func(query int) []float64 { return c.features.scores(m, &c.fold.judgedDev[query]) })
}

// seen counts the distinct pairs of the first n epochs, by pool.
func (c *cell) seen(n int) map[string]int {
	seen := map[item]bool{}
	for epoch := range n {
		items, _ := c.items(epoch)
		for _, it := range items {
			seen[it] = true
		}
	}
	pairs, copies := map[string]int{}, map[copyKey]bool{}
	for it := range seen {
		pairs[c.poolName(it.Pool)]++
		for _, p := range c.copies(it) {
			copies[p.of] = true
		}
	}
	for of := range copies {
		pairs[pools.PerturbedPrefix+of.axiom]++
	}
	return pairs
}

// poolName names a pool for the record.
func (c *cell) poolName(pool int) string {
	if pool == regularPool {
		return "regular"
	}
	return c.drawnPairs.chain.Axioms.Pools[pool].Name
}

// stops says whether training is over before its last epoch.
func (c *cell) stops(m *trained) bool {
	return c.patience > 0 && len(m.epochs)-m.best >= c.patience
}

// gateSize is the weight of the IDF gate; of a vector gate the length of its weights.
func gateSize(m *drmm.Model) float64 {
	weights := m.GateWeights()
	if len(weights) == 1 {
		return weights[0]
	}
	sum := 0.0
	for _, w := range weights {
		sum += w * w
	}
	return math.Sqrt(sum)
}

// items are the pairs of an epoch, counted from 0.
func (c *cell) items(epoch int) (items []item, repeats int) {
	return c.schedule.epoch(epoch, len(c.drawnPairs.drawn.Regular), c.drawnPairs.sizes(), c.options.Seed)
}

// pairsIn counts the training pairs of the first n epochs.
func (c *cell) pairsIn(n int) int {
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
func (c *cell) pairs(items []item) []drmm.Pair {
	out := make([]drmm.Pair, 0, len(items))
	for _, it := range items {
		p := drmm.Pair{Weight: 1, Margin: c.options.Margin}
		drawn := c.drawnPairs.drawn.Regular
		if it.Pool != regularPool {
			drawn = c.drawnPairs.drawn.Pools[it.Pool]
			p.Weight, p.Margin = c.loss.Weights[it.Pool], c.loss.Margins[it.Pool]
		}
		d := drawn[it.Rank]
		p.Pos, p.Neg = c.features.of(&c.fold.train[d.Query], d)
		out = append(out, p)
		for _, p := range c.copies(it) {
			out = append(out, p.pair)
		}
	}
	return out
}

// rank gives the run of a model over queries' candidates, in the order of the queries. Documents that lnc2 made are not
// ranked: measures are about the collection.
func (e *experiment) rank(m *trained, queries []mine.Query) []corpus.Scored {
	return e.rows(queries, m.scorer())
}

// appendRows adds the candidates that have a score, the first of q.
func appendRows(rows []corpus.Scored, x *index.Index, q *mine.Query, scores []float64) []corpus.Scored {
	for i, score := range scores {
		rows = append(rows, corpus.Scored{QueryID: q.ID, DocID: q.Docs[i].ID(x), Rank: i + 1, Score: score})
	}
	return rows
}

// fileName is the name of an arm's training in files: the arm in plain letters, seed, fold.
func fileName(arm string, at draw) string {
	name := slug(arm) + fmt.Sprintf(".%d", at.seed)
	if at.fold.number > 0 {
		name += fmt.Sprintf(".fold%d", at.fold.number)
	}
	return name
}
