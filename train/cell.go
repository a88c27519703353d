package train

import (
	"context"
	"fmt"
	"math"

	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
)

// cell is one training: an arm under a seed on a fold. It runs on one thread.
type cell struct {
	arm      string
	seed     uint64
	fold     *fold
	options  drmm.Options
	schedule Schedule
	pools    *sample.Result // in drawing order
	epochs   int
	patience int       // epochs without a better dev value before stopping; 0: never
	weights  []float64 // of the loss, by axiomatic pool
	margins  []float64
}

// trained is what a cell leaves: the weights that were best on dev, and how it got there.
type trained struct {
	model  *drmm.Model
	best   int // 1-based epoch
	epochs []report.Epoch
	pairs  map[string]int // distinct pairs seen, by pool
}

// run trains the cell, from its last checkpoint on where an earlier attempt left one. Early stopping looks at the main
// measure on dev after every epoch and gives back the best weights. tell hears of every epoch.
func (c *cell) run(ctx context.Context, e *experiment, tell func(report.Epoch)) (*trained, error) {
	kept := e.checkpoints(c)
	t, out, err := kept.resume(e.features.store)
	if err != nil {
		return nil, err
	}
	if t == nil {
		out = &trained{}
		if t, err = drmm.NewTrainer(c.options, e.features.store); err != nil {
			return nil, err
		}
	}
	for _, before := range out.epochs {
		tell(before)
	}
	for epoch := len(out.epochs); epoch < c.epochs && !c.stops(out); epoch++ {
		items, repeats := c.items(epoch)
		loss, err := t.Epoch(ctx, c.pairs(e, items))
		if err != nil {
			return nil, err
		}
		model := t.Model()
		dev := e.mean(e.main, c.fold.dev, e.rank(model, c.fold.dev))
		done := report.Epoch{Epoch: epoch + 1, Loss: loss, DevMain: dev, Gate: gateSize(model), Repeats: repeats}
		if out.best == 0 || dev > out.epochs[out.best-1].DevMain || c.patience == 0 {
			out.best, out.model = epoch+1, model
		}
		out.epochs = append(out.epochs, done)
		tell(done)
		if err := kept.offer(t, out); err != nil {
			return nil, err
		}
	}
	seen := map[item]bool{}
	for epoch := range out.epochs {
		items, _ := c.items(epoch)
		for _, it := range items {
			seen[it] = true
		}
	}
	out.pairs = map[string]int{}
	for it := range seen {
		out.pairs[e.poolName(it.Pool)]++
	}
	return out, nil
}

// teller shows every epoch behind the counts of a stage.
func (c *cell) teller(e *experiment, st *progress.Stage) func(report.Epoch) {
	return func(done report.Epoch) {
		st.Add(1)
		st.Note(fmt.Sprintf("%s epoch %d loss %.4f dev %s %.4f gate %.3f", fileName(c), done.Epoch, done.Loss, e.main, done.DevMain, done.Gate))
	}
}

// stops says whether training is over before its last epoch.
func (c *cell) stops(m *trained) bool {
	return c.patience > 0 && m.best > 0 && len(m.epochs)-m.best >= c.patience
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
	return c.schedule.epoch(epoch, len(c.pools.Regular), c.sizes(), c.seed)
}

// sizes are the pools' numbers of pairs.
func (c *cell) sizes() []int {
	sizes := make([]int, len(c.pools.Pools))
	for i := range sizes {
		sizes[i] = len(c.pools.Pools[i])
	}
	return sizes
}

// pairsIn counts the training pairs of the first n epochs.
func (c *cell) pairsIn(n int) int {
	total := 0
	for epoch := range n {
		items, _ := c.items(epoch)
		total += len(items)
	}
	return total
}

// pairs turns an epoch's items into inputs of the network.
func (c *cell) pairs(e *experiment, items []item) []drmm.Pair {
	out := make([]drmm.Pair, 0, len(items))
	for _, it := range items {
		p := drmm.Pair{Weight: 1, Margin: c.options.Margin}
		drawn := c.pools.Regular
		if it.Pool != regularPool {
			drawn = c.pools.Pools[it.Pool]
			p.Weight, p.Margin = c.weights[it.Pool], c.margins[it.Pool]
		}
		d := drawn[it.Rank]
		p.Pos, p.Neg = e.features.of(&c.fold.train[d.Query], d)
		out = append(out, p)
	}
	return out
}

// rank gives the run of a model over queries' candidates, in the order of the queries. Documents that lnc2 made are not
// ranked: measures are about the collection.
func (e *experiment) rank(m *drmm.Model, queries []mine.Query) []corpus.Scored {
	var rows []corpus.Scored
	for i := range queries {
		q := &queries[i]
		rows = appendRows(rows, e.chain.Index, q, e.features.scores(m, q)[:q.Own()])
	}
	return rows
}

// appendRows adds the candidates that have a score, the first of q.
func appendRows(rows []corpus.Scored, x *index.Index, q *mine.Query, scores []float64) []corpus.Scored {
	for i, score := range scores {
		rows = append(rows, corpus.Scored{QueryID: q.ID, DocID: q.Docs[i].ID(x), Rank: i + 1, Score: score})
	}
	return rows
}

// mean measures a run over all queries of a split that have judgements; a query without results scores 0.
func (e *experiment) mean(m eval.Measure, queries []mine.Query, run []corpus.Scored) float64 {
	ids := e.judgedIDs(queries)
	return eval.Mean(m.PerQuery(eval.Evaluate(e.qrelsOf(ids), run, eval.Options{Level: e.chain.Config.Gen.MinGrade}), ids))
}
