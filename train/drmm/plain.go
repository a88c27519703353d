package drmm

import (
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// newTape is the graph of a training step with hinge as its operation, on Gorgonia's tape machine: a run binds to the
// node of weights the gradient on a batch's loss.
func newTape(op *hinge, values []float64) (weights, loss *gorgonia.Node, machine gorgonia.VM, err error) {
	graph := gorgonia.NewGraph()
	weights = gorgonia.NodeFromAny(graph, tensor.New(tensor.WithBacking(values)), gorgonia.WithName("weights"))
	if loss, err = gorgonia.ApplyOp(op, weights); err != nil {
		return nil, nil, nil, err
	}
	if _, err = gorgonia.Grad(loss, weights); err != nil {
		return nil, nil, nil, err
	}
	return weights, loss, gorgonia.NewTapeMachine(graph, gorgonia.BindDualValues(weights)), nil
}

// plain is the definition of the network and its loss in Gorgonia's own operations, for one pair: the weights in nodes of
// their own, the gradients found by Gorgonia. It is what hinge must agree with, and some hundred times slower.
type plain struct {
	graph              *gorgonia.ExprGraph
	w1, b1, w2, b2, wg *gorgonia.Node
	wx                 *gorgonia.Node // nil without extra features
	pos, neg, loss     *gorgonia.Node
}

// newPlain builds the graph for a pair of a store's inputs.
func newPlain(weights []float64, store *Store, pair Pair) (*plain, error) {
	p := &plain{graph: gorgonia.NewGraph()}
	node := func(name string, values []float64, shape ...int) *gorgonia.Node {
		return gorgonia.NodeFromAny(p.graph, tensor.New(tensor.WithBacking(values), tensor.WithShape(shape...)), gorgonia.WithName(name))
	}
	pos, neg := store.Input(pair.Pos), store.Input(pair.Neg)
	n := pos.Terms()
	p.w1 = node("w1", clone(weights[:atB1]), Bins, hidden)
	p.b1 = node("b1", clone(weights[atB1:atW2]), 1, hidden)
	p.w2 = node("w2", clone(weights[atW2:atB2]), hidden, 1)
	p.b2 = node("b2", clone(weights[atB2:atWg]), 1, 1)
	p.wg = node("wg", clone(weights[atWg:atWg+store.width]), store.width, 1)
	if store.numX > 0 {
		p.wx = node("wx", clone(weights[atWg+store.width:]), store.numX, 1)
	}
	x := node("gate input", clone(pos.gates), n, store.width)
	ones := make([]float64, n)
	for i := range ones {
		ones[i] = 1
	}
	one := node("ones", ones, n, 1)

	// A bias is added to every term's row: ones (n x 1) times the bias (1 x k).
	score := func(name string, in Input) (*gorgonia.Node, error) {
		rows := make([]float64, 0, n*Bins)
		for _, row := range in.Histograms() {
			rows = append(rows, row[:]...)
		}
		h := node(name, rows, n, Bins)
		terms, err := chain(h,
			func(h *gorgonia.Node) (*gorgonia.Node, error) { return affine(h, p.w1, one, p.b1) },
			gorgonia.Tanh,
			func(h *gorgonia.Node) (*gorgonia.Node, error) { return affine(h, p.w2, one, p.b2) },
			gorgonia.Tanh,
			func(z *gorgonia.Node) (*gorgonia.Node, error) {
				logits, err := gorgonia.Mul(x, p.wg)
				if err != nil {
					return nil, err
				}
				return gated(z, logits)
			})
		if err != nil || p.wx == nil {
			return terms, err
		}
		return chain(node(name+" extras", clone(in.extras), 1, store.numX),
			func(x *gorgonia.Node) (*gorgonia.Node, error) { return gorgonia.Mul(x, p.wx) },
			func(x *gorgonia.Node) (*gorgonia.Node, error) { return gorgonia.Sum(x) },
			func(x *gorgonia.Node) (*gorgonia.Node, error) { return gorgonia.Add(terms, x) })
	}
	var err error
	if p.pos, err = score("positive", pos); err != nil {
		return nil, err
	}
	if p.neg, err = score("negative", neg); err != nil {
		return nil, err
	}
	weight, margin := gorgonia.NewConstant(pair.Weight), gorgonia.NewConstant(pair.Margin)
	p.loss, err = chain(margin,
		func(m *gorgonia.Node) (*gorgonia.Node, error) { return gorgonia.Sub(m, p.pos) },
		func(m *gorgonia.Node) (*gorgonia.Node, error) { return gorgonia.Add(m, p.neg) },
		gorgonia.Rectify,
		func(m *gorgonia.Node) (*gorgonia.Node, error) { return gorgonia.Mul(weight, m) })
	return p, err
}

// affine is h w + ones b.
func affine(h, w, ones, b *gorgonia.Node) (*gorgonia.Node, error) {
	product, err := gorgonia.Mul(h, w)
	if err != nil {
		return nil, err
	}
	bias, err := gorgonia.Mul(ones, b)
	if err != nil {
		return nil, err
	}
	return gorgonia.Add(product, bias)
}

// gated is the sum of z's entries weighed by the softmax of logits: sum e^l z / sum e^l.
func gated(z, logits *gorgonia.Node) (*gorgonia.Node, error) {
	e, err := gorgonia.Exp(logits)
	if err != nil {
		return nil, err
	}
	weighed, err := gorgonia.HadamardProd(e, z)
	if err != nil {
		return nil, err
	}
	above, err := gorgonia.Sum(weighed)
	if err != nil {
		return nil, err
	}
	below, err := gorgonia.Sum(e)
	if err != nil {
		return nil, err
	}
	return gorgonia.Div(above, below)
}

// chain applies one function after the other until one fails.
func chain(n *gorgonia.Node, steps ...func(*gorgonia.Node) (*gorgonia.Node, error)) (*gorgonia.Node, error) {
	var err error
	for _, step := range steps {
		if n, err = step(n); err != nil {
			return nil, err
		}
	}
	return n, nil
}

func clone(v []float64) []float64 { return append([]float64(nil), v...) }
