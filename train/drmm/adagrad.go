package drmm

import (
	"fmt"
	"math"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// adagrad is a gorgonia.Solver: Adagrad (Duchi, Hazan, Singer, JMLR 2011) as PyTorch steps it,
//
//	G += g*g    w -= rate * g / (sqrt(G) + 1e-10)
//
// Gorgonia's AdaGradSolver (v0.9.18) cannot stand here: it ignores WithLearnRate and WithEps, and hides G, which a
// checkpoint needs.
type adagrad struct {
	rate    float64
	squares []float64 // G, by weight
}

const adagradEps = 1e-10

// Step steps the one node of weights and sets its gradient, to which Gorgonia's machine adds, to zero.
func (a *adagrad) Step(model []gorgonia.ValueGrad) error {
	if len(model) != 1 {
		return fmt.Errorf("adagrad steps one node of weights, not %d", len(model))
	}
	grad, err := model[0].Grad()
	if err != nil {
		return err
	}
	w, g := model[0].Value().(*tensor.Dense).Float64s(), grad.(*tensor.Dense).Float64s()
	squares := a.squares[:len(w)]
	for i, d := range g[:len(w)] {
		if d != 0 {
			squares[i] += d * d
			w[i] -= a.rate * d / (math.Sqrt(squares[i]) + adagradEps)
		}
	}
	clear(g)
	return nil
}
