package train

import (
	"context"

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

// run trains the cell. Early stopping looks at dev MAP after every epoch and gives back the best weights.
func (c *cell) run(ctx context.Context, e *experiment, done func()) (*trained, error) {
	t, err := drmm.NewTrainer(c.options, e.features.store)
	if err != nil {
		return nil, err
	}
	out := &trained{pairs: map[string]int{}}
	seen := map[item]bool{}
	best := -1.0
	for epoch := range c.epochs {
		items, repeats := c.schedule.epoch(epoch, len(c.pools.Regular), c.sizes(), c.seed)
		loss, err := t.Epoch(ctx, c.pairs(e, items, seen))
		if err != nil {
			return nil, err
		}
		model := t.Model()
		dev := e.mean(e.main, c.fold.dev, e.rank(model, c.fold.dev))
		out.epochs = append(out.epochs, report.Epoch{Epoch: epoch + 1, Loss: loss, DevMain: dev, Gate: model.GateWeights()[0], Repeats: repeats})
		done()
		if dev > best || c.patience == 0 {
			best, out.best, out.model = dev, epoch+1, model
		}
		if c.patience > 0 && epoch+1-out.best >= c.patience {
			break
		}
	}
	for it := range seen {
		out.pairs[e.poolName(it.Pool)]++
	}
	return out, nil
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
		items, _ := c.schedule.epoch(epoch, len(c.pools.Regular), c.sizes(), c.seed)
		total += len(items)
	}
	return total
}

// pairs turns an epoch's items into inputs of the network.
func (c *cell) pairs(e *experiment, items []item, seen map[item]bool) []drmm.Pair {
	out := make([]drmm.Pair, 0, len(items))
	for _, it := range items {
		seen[it] = true
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

// rank gives the run of a model over queries' candidates, in the order of the queries.
func (e *experiment) rank(m *drmm.Model, queries []mine.Query) []corpus.Scored {
	var rows []corpus.Scored
	for i := range queries {
		rows = appendRows(rows, e.chain.Index, &queries[i], e.features.scores(m, &queries[i]))
	}
	return rows
}

func appendRows(rows []corpus.Scored, x *index.Index, q *mine.Query, scores []float64) []corpus.Scored {
	for i, c := range q.Docs {
		rows = append(rows, corpus.Scored{QueryID: q.ID, DocID: x.DocID(c.Doc), Rank: i + 1, Score: scores[i]})
	}
	return rows
}

// mean measures a run over all queries of a split that have judgements; a query without results scores 0.
func (e *experiment) mean(m eval.Measure, queries []mine.Query, run []corpus.Scored) float64 {
	ids := e.judgedIDs(queries)
	return eval.Mean(m.PerQuery(eval.Evaluate(e.qrelsOf(ids), run, eval.Options{Level: e.chain.Config.Gen.MinGrade}), ids))
}
