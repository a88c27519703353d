package drmm

import (
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// tape is the graph of a training step on Gorgonia's machine. A run computes the loss of the loaded
// batch and binds its gradient to the nodes of weights.
type tape struct {
	load    func(batch []Pair)
	weights []gorgonia.ValueGrad // nodes over the model's vector, in its order
	loss    *gorgonia.Node
	machine gorgonia.VM
}

// compile differentiates a loss and puts its graph on a machine.
func compile(load func([]Pair), loss *gorgonia.Node, weights ...*gorgonia.Node) (*tape, error) {
	if _, err := gorgonia.Grad(loss, weights...); err != nil {
		return nil, err
	}
	t := &tape{load: load, loss: loss, machine: gorgonia.NewTapeMachine(loss.Graph(), gorgonia.BindDualValues(weights...))}
	t.weights = gorgonia.NodesToValueGrads(weights)
	return t, nil
}

// newTape returns the graph whose one operation is hinge.
func newTape(values []float64, store *Store) (*tape, error) {
	op := newHinge(store, len(values))
	weights := gorgonia.NodeFromAny(gorgonia.NewGraph(), tensor.New(tensor.WithBacking(values)), gorgonia.WithName("weights"))
	loss, err := gorgonia.ApplyOp(op, weights)
	if err != nil {
		return nil, err
	}
	return compile(func(batch []Pair) { op.pairs = batch }, loss, weights)
}

// run computes the loss of a batch. The caller resets the machine once it has used the gradient.
func (t *tape) run(batch []Pair) (loss float64, err error) {
	t.load(batch)
	if err := t.machine.RunAll(); err != nil {
		return 0, err
	}
	return t.loss.Value().Data().(float64), nil
}
