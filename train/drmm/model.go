package drmm

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Model is a trained network with its training options. It is safe for several goroutines.
type Model struct {
	options Options
	weights []float64 // network.go has their order
}

// firstScale is a factor on the initial weights of the first layer. A small factor trains well on small collections.
const firstScale = 0.3

// newModel draws the initial weights (Glorot and Bengio, AISTATS 2010, eq. 16). w1 is uniform in
// Glorot's range times firstScale, w2 in Glorot's range. Biases are zero. GateStart sets the gate.
func newModel(o Options, width int) *Model {
	m := &Model{o, make([]float64, atWg+width)}
	rng := rand.New(rand.NewPCG(o.Seed, uint64(o.Restart)))
	uniform := func(w []float64, limit float64) {
		for i := range w {
			w[i] = limit * (float64(2*float64(rng.Float64())) - 1)
		}
	}
	glorot := func(in, out float64) float64 { return math.Sqrt(6 / (in + out)) }
	uniform(m.weights[:atB1], firstScale*glorot(Bins, hidden))
	uniform(m.weights[atW2:atB2], glorot(hidden, 1))
	if o.Gating == IDF {
		m.weights[atWg] = o.GateStart
	} else {
		uniform(m.weights[atWg:atWg+width], o.GateStart)
	}
	return m
}

// Options returns the options of the model's training.
func (m *Model) Options() Options { return m.options }

// GateWeights returns the weights of the term gate: one for IDF gating, one for each value of a vector for TV.
func (m *Model) GateWeights() []float64 {
	return slices.Clone(m.weights[atWg:])
}

// Score returns the model's score of a document for a query. For a query without terms it is 0.
func (m *Model) Score(in Input) float64 {
	const few = 32
	var stack [few * (hidden + 2)]float64 // queries with few terms need no memory from the heap
	n := in.Terms()
	all := stack[:]
	if n > few {
		all = make([]float64, n*(hidden+2))
	}
	gates, h, z := all[:n], all[n:n+n*hidden], all[n+n*hidden:][:n]
	in.gate(m.weights, gates)
	in.layer1(m.weights, h)
	tanhs(h)
	layer2(m.weights, h, z)
	tanhs(z)
	score := 0.0
	for i, g := range gates {
		score += float64(g * z[i])
	}
	return score
}
