package drmm

import (
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// tape is the graph of a training step on Gorgonia's machine. A run computes the loss of the loaded
// batch and binds the gradient of the loss to the nodes of weights.
type tape struct {
	load    func(batch []Pair)   // sets the batch of the next run
	weights []gorgonia.ValueGrad // the nodes over the model's weights, in the order of the weights
	loss    *gorgonia.Node
	machine gorgonia.VM
}

func compile(load func([]Pair), loss *gorgonia.Node, weights ...*gorgonia.Node) (*tape, error) {
	if _, err := gorgonia.Grad(loss, weights...); err != nil {
		return nil, err
	}
	t := &tape{load: load, loss: loss, machine: gorgonia.NewTapeMachine(loss.Graph(), gorgonia.BindDualValues(weights...))}
	t.weights = gorgonia.NodesToValueGrads(weights)
	return t, nil
}

// newTape returns a tape whose only operation is hinge. Its nodes share values, the model's weights.
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
