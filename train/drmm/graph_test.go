package drmm

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// trainers are the ways to make a trainer: with the fused operation, and with Gorgonia's own operations.
var trainers = map[string]func(testing.TB, Options, *Store) *Trainer{
	"fused": func(t testing.TB, o Options, store *Store) *Trainer { return must.Get(NewTrainer(o, store))(t) },
	"graph": func(t testing.TB, o Options, store *Store) *Trainer {
		trainer := must.Get(NewTrainer(o, store))(t)
		trainer.tape = must.Get(operationGraph(trainer.model.weights, store, o.Batch))(t)
		return trainer
	},
}

// network is the DRMM and its loss in Gorgonia's own operations. It is the definition that hinge agrees
// with. Its shapes are those of a batch of P pairs of T terms each. Smaller batches are padded with
// pairs of weight 0, shorter queries with terms of no pair.
type network struct {
	pairs, longest int // P, T
	store          *Store

	w1, b1, w2, b2, wg *gorgonia.Node // weights
	pos, neg           side
	gates              []float64 // P T x width: the terms' gate inputs
	terms              []float64 // P x P T: 1 for a pair's terms; this matrix times a column sums over them
	empty              []float64 // P: 1 for queries without terms
	margin, weight     []float64 // P: the hinge's margin; the pair's weight divided by the number of pairs
	score              [2]*gorgonia.Node
	loss               *gorgonia.Node
}

// side holds the graph's inputs for the positive or the negative documents.
type side struct {
	rows []float64 // P T x Bins: histograms
}

// operationGraph returns the graph of a network over a model's values, for batches of at most pairs
// pairs of a store.
func operationGraph(values []float64, store *Store, pairs int) (*tape, error) {
	n, err := newNetwork(values, store, pairs)
	if err != nil {
		return nil, err
	}
	return compile(n.load, n.loss, n.w1, n.b1, n.w2, n.b2, n.wg)
}

// newNetwork builds the graph.
func newNetwork(values []float64, store *Store, pairs int) (*network, error) {
	n := &network{pairs: max(2, pairs), longest: 2, store: store} // Gorgonia drops an axis of length 1
	for q, end := range store.queries[1:] {
		n.longest = max(n.longest, end-store.queries[q])
	}
	graph := gorgonia.NewGraph()
	node := func(name string, values []float64, shape ...int) *gorgonia.Node {
		return gorgonia.NodeFromAny(graph, tensor.New(tensor.WithBacking(values), tensor.WithShape(shape...)), gorgonia.WithName(name))
	}
	input := func(dst *[]float64, name string, shape ...int) *gorgonia.Node {
		*dst = make([]float64, tensor.Shape(shape).TotalSize())
		return node(name, *dst, shape...)
	}
	width, rows := store.width, n.pairs*n.longest
	n.w1 = node("w1", values[:atB1], Bins, hidden)
	n.b1 = node("b1", values[atB1:atW2], 1, hidden)
	n.w2 = node("w2", values[atW2:atB2], hidden, 1)
	n.b2 = node("b2", values[atB2:atWg], 1, 1)
	n.wg = node("wg", values[atWg:atWg+width], width, 1)
	e := &expression{}
	column := node("ones", slices.Repeat([]float64{1}, rows), rows, 1)
	gates, terms := input(&n.gates, "gate inputs", rows, width), input(&n.terms, "terms of pairs", n.pairs, rows)
	empty := input(&n.empty, "queries without terms", n.pairs, 1)

	// The gate is the softmax of wg . x over the query's terms: exp divided by its sum. Nothing here is
	// reshaped, because Gorgonia's Reshape shares its argument's memory and Gorgonia's machine then
	// overwrites that memory.
	gate := e.exp(e.product(gates, n.wg))
	share := e.inverse(e.plus(e.product(terms, gate), empty))

	for i, s := range []*side{&n.pos, &n.neg} {
		name := []string{"positive", "negative"}[i]
		h := e.tanh(e.plus(e.product(input(&s.rows, name+" histograms", rows, Bins), n.w1), e.product(column, n.b1)))
		z := e.tanh(e.plus(e.product(h, n.w2), e.product(column, n.b2)))
		score := e.times(e.product(terms, e.times(gate, z)), share)
		n.score[i] = score
	}
	margin, weight := input(&n.margin, "margins", n.pairs, 1), input(&n.weight, "weights", n.pairs, 1)
	n.loss = e.sum(e.times(weight, e.rectify(e.plus(e.minus(margin, n.score[0]), n.score[1]))))
	return n, e.err
}

// load sets the graph's inputs to a batch.
func (n *network) load(batch []Pair) {
	for _, values := range [][]float64{n.gates, n.terms, n.empty, n.margin, n.weight, n.pos.rows, n.neg.rows} {
		clear(values)
	}
	for i, p := range batch {
		pos, neg := n.store.Input(p.Pos), n.store.Input(p.Neg)
		copy(n.gates[i*n.longest*n.store.width:], pos.gates)
		for k := range pos.Terms() {
			n.terms[i*n.pairs*n.longest+i*n.longest+k] = 1
		}
		if pos.Terms() == 0 {
			n.empty[i] = 1
		}
		n.margin[i], n.weight[i] = p.Margin, p.Weight/float64(len(batch))
		n.pos.load(pos, i*n.longest)
		n.neg.load(neg, i*n.longest)
	}
	for i := len(batch); i < n.pairs; i++ {
		n.empty[i] = 1
	}
}

// load copies one document's histograms from row on.
func (s *side) load(in Input, row int) {
	for k, values := range in.Histograms() {
		copy(s.rows[(row+k)*Bins:], values[:])
	}
}

// expression applies Gorgonia's operations and keeps the first error.
type expression struct{ err error }

func (e *expression) apply(op func() (*gorgonia.Node, error)) *gorgonia.Node {
	if e.err != nil {
		return nil
	}
	n, err := op()
	e.err = err
	return n
}

type (
	node   = gorgonia.Node
	unary  = func(*node) (*node, error)
	binary = func(a, b *node) (*node, error)
)

func (e *expression) applyUnary(op unary, a *node) *node {
	return e.apply(func() (*node, error) { return op(a) })
}
func (e *expression) applyBinary(op binary, a, b *node) *node {
	return e.apply(func() (*node, error) { return op(a, b) })
}
func (e *expression) product(a, b *node) *node { return e.applyBinary(gorgonia.Mul, a, b) } // of matrices
func (e *expression) times(a, b *node) *node   { return e.applyBinary(gorgonia.HadamardProd, a, b) }
func (e *expression) plus(a, b *node) *node    { return e.applyBinary(gorgonia.Add, a, b) }
func (e *expression) minus(a, b *node) *node   { return e.applyBinary(gorgonia.Sub, a, b) }
func (e *expression) exp(a *node) *node        { return e.applyUnary(gorgonia.Exp, a) }
func (e *expression) inverse(a *node) *node    { return e.applyUnary(gorgonia.Inverse, a) }
func (e *expression) tanh(a *node) *node       { return e.applyUnary(gorgonia.Tanh, a) }
func (e *expression) rectify(a *node) *node    { return e.applyUnary(gorgonia.Rectify, a) }

func (e *expression) sum(a *node) *node {
	return e.applyUnary(func(a *node) (*node, error) { return gorgonia.Sum(a) }, a)
}
