package drmm

import (
	"hash"
	"hash/fnv"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// Pair is a training pair: input Pos of a store should score higher than input Neg of the same query. Its loss is
//
//	Weight * max(0, Margin - score(Pos) + score(Neg))
type Pair struct {
	Pos, Neg       int32
	Weight, Margin float64
}

// hinge is an operation of a Gorgonia graph: the whole network, from a vector of weights to the mean loss of a batch of
// pairs. It computes the gradient together with the loss; hingeGrad returns that gradient.
//
// Starting Gorgonia's own operations costs more than this network's arithmetic. graph_test.go has the network in those
// operations, and tests compare whole trainings.
type hinge struct {
	operation
	store *Store
	pairs []Pair // the batch; it is set before each run

	loss *gorgonia.F64
	grad *tensor.Dense

	gates, dgates []float64 // for each query term: its gate, and the derivative of the loss with respect to the gate
	h, z          []float64 // the outputs of the two layers: first for the terms of the positive input, then for the negative
}

func newHinge(store *Store, weights int) *hinge {
	return &hinge{operation: "DRMM hinge loss", store: store, loss: gorgonia.NewF64(0),
		grad: tensor.New(tensor.Of(tensor.Float64), tensor.WithShape(weights))}
}

// run returns the mean loss of the batch and sets grad to its gradient.
func (h *hinge) run(weights, grad []float64) float64 {
	clear(grad)
	var sum float64
	for _, p := range h.pairs {
		pos, neg := h.store.Input(p.Pos), h.store.Input(p.Neg)
		n := pos.Terms()
		h.reserve(n)
		gates, dgates, h1, z := h.gates[:n], h.dgates[:n], h.h[:2*n*hidden], h.z[:2*n]
		pos.gate(weights, gates)
		pos.layer1(weights, h1)
		neg.layer1(weights, h1[n*hidden:])
		tanhs(h1)
		layer2(weights, h1, z)
		tanhs(z)
		excess := p.Margin
		for i, g := range gates {
			dgates[i] = z[n+i] - z[i]
			excess += float64(g * dgates[i])
		}
		if !(excess > 0) {
			continue
		}
		sum += float64(p.Weight * excess)
		d := p.Weight / float64(len(h.pairs))
		pos.backward(weights, grad, gates, h1[:n*hidden], z[:n], -d)
		neg.backward(weights, grad, gates, h1[n*hidden:], z[n:], d)
		pos.gateBackward(grad, gates, dgates, d)
	}
	return sum / float64(len(h.pairs))
}

// reserve makes room for n query terms.
func (h *hinge) reserve(n int) {
	if n > len(h.gates) {
		h.gates, h.dgates = make([]float64, n), make([]float64, n)
		h.h, h.z = make([]float64, 2*n*hidden), make([]float64, 2*n)
	}
}

var vector = gorgonia.TensorType{Dims: 1, Of: tensor.Float64}

// Do computes the loss from the weights. Gorgonia's machine calls it.
func (h *hinge) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	*h.loss = gorgonia.F64(h.run(floats(inputs[0]), h.grad.Float64s()))
	return h.loss, nil
}

// SymDiff returns the node of the gradient. Gorgonia calls it when it differentiates a graph.
func (h *hinge) SymDiff(inputs gorgonia.Nodes, output, grad *gorgonia.Node) (gorgonia.Nodes, error) {
	n, err := gorgonia.ApplyOp(hingeGrad{"DRMM hinge gradient", h}, inputs[0], output, grad)
	return gorgonia.Nodes{n}, err
}

func (h *hinge) DiffWRT(int) []bool { return []bool{true} }
func (h *hinge) Arity() int         { return 1 }
func (h *hinge) Type() hm.Type      { return hm.NewFnType(vector, tensor.Float64) }
func (h *hinge) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) {
	return tensor.ScalarShape(), nil
}

// hingeGrad is the gradient of hinge. Its inputs are weights, loss and the gradient on the loss; its output is the
// gradient on the weights. Because the loss is an input, hinge always runs first.
type hingeGrad struct {
	operation
	loss *hinge
}

// Do returns the gradient on the weights. Gorgonia's machine calls it.
func (h hingeGrad) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	if d := inputs[2].Data().(float64); d != 1 {
		return tensor.Mul(h.loss.grad, d)
	}
	return h.loss.grad, nil
}

func (h hingeGrad) Arity() int { return 3 }
func (h hingeGrad) Type() hm.Type {
	return hm.NewFnType(vector, tensor.Float64, tensor.Float64, vector)
}
func (h hingeGrad) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) {
	return h.loss.grad.Shape(), nil
}

// operation is the name of an operation. It implements the methods of gorgonia.Op that are the same for all operations here.
type operation string

func (o operation) ReturnsPtr() bool      { return true }
func (o operation) CallsExtern() bool     { return false }
func (o operation) OverwritesInput() int  { return -1 }
func (o operation) WriteHash(w hash.Hash) { w.Write([]byte(o)) }
func (o operation) String() string        { return string(o) }
func (o operation) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}
