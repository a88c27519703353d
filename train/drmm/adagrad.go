package drmm

import (
	"math"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// adagrad is a gorgonia.Solver. It computes PyTorch's Adagrad (Duchi, Hazan, Singer, JMLR 2011):
//
//	G += g*g    w -= rate * g / (sqrt(G) + 1e-10)
//
// Gorgonia's own solver (v0.9.18) cannot replace it: that solver ignores WithLearnRate and WithEps. An example:
//
//	solver := gorgonia.NewAdaGradSolver(gorgonia.WithLearnRate(0.5))
//	solver.Step(weights) // with a gradient of 1 moves a weight by 0.001, not 0.5
type adagrad struct {
	rate    float64
	squares []float64 // G: one value for each weight, in the order of the nodes
}

const adagradEps = 1e-10

// Step updates the weights of each node. It then sets the gradients to zero, because Gorgonia's machine adds to them.
func (a *adagrad) Step(model []gorgonia.ValueGrad) error {
	offset := 0
	for _, node := range model {
		grad, err := node.Grad()
		if err != nil {
			return err
		}
		w, g := floats(node.Value()), floats(grad)
		squares := a.squares[offset:][:len(w)]
		for i, d := range g {
			if d != 0 {
				squares[i] += float64(d * d)
				w[i] -= a.rate * d / (math.Sqrt(squares[i]) + adagradEps)
			}
		}
		clear(g)
		offset += len(w)
	}
	return nil
}

// floats returns the elements of a tensor, which share its memory.
func floats(v gorgonia.Value) []float64 { return v.(*tensor.Dense).Float64s() }
