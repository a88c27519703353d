package drmm

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// addDense adds an input of given histograms.
func addDense(s *Store, query int32, rows [][Bins]float64) int32 {
	input := s.beginInput(query)
	for _, row := range rows {
		for b, v := range row {
			if v != 0 {
				s.addCell(b, v)
			}
		}
		s.endRow()
	}
	return input
}

// decode reads golden vectors.
func decode(t *testing.T, name string, into any) {
	t.Helper()
	text, _ := golden.Read(t, "drmm/"+name)
	must.Do(t, json.Unmarshal(text, into))
}

// params are weights or gradients as the golden file has them.
type params struct {
	W1 [][]float64
	B1 []float64
	W2 [][]float64
	B2 []float64
	Wg [][]float64
}

func (p params) flat() []float64 {
	var all []float64
	for _, row := range p.W1 {
		all = append(all, row...)
	}
	all = append(all, p.B1...)
	for _, row := range p.W2 {
		all = append(all, row...)
	}
	all = append(all, p.B2...)
	for _, row := range p.Wg {
		all = append(all, row...)
	}
	return all
}

type torchCase struct {
	Gating  Gating
	Lengths []int
	HistPos [][][Bins]float64 `json:"hist_pos"`
	HistNeg [][][Bins]float64 `json:"hist_neg"`
	Gate    [][][]float64     `json:"gate_input"`
	Params  params
	LR      float64
	Margin  float64
	Steps   []struct {
		ScorePos []float64 `json:"score_pos"`
		ScoreNeg []float64 `json:"score_neg"`
		Loss     float64
		Grads    params
		Params   params `json:"params_after"`
	}
}

func (c torchCase) store() (*Store, []Pair) {
	s := newStore(len(c.Gate[0][0]))
	var pairs []Pair
	for k, n := range c.Lengths {
		var gates []float64
		for _, x := range c.Gate[k][:n] {
			gates = append(gates, x...)
		}
		q := s.addQuery(gates, n)
		pairs = append(pairs, Pair{addDense(s, q, c.HistPos[k][:n]), addDense(s, q, c.HistNeg[k][:n]), 1, c.Margin})
	}
	return s, pairs
}

// What PyTorch computes in float64: scores, loss and gradients to 1e-9, weights after each of three Adagrad steps to
// 1e-6 relative.
func TestStepsAsInPyTorch(t *testing.T) {
	var cases []torchCase
	decode(t, "torch.json", &cases)
	for k, c := range cases {
		store, pairs := c.store()
		o := Defaults()
		o.Gating, o.LearningRate, o.Batch = c.Gating, c.LR, len(pairs)
		trainer := must.Get(newTrainer(&Model{o, c.Params.flat()}, store))(t)
		for n, step := range c.Steps {
			model := trainer.Model()
			for i, p := range pairs {
				near(t, 1e-9, "positive score", model.Score(store.Input(p.Pos)), step.ScorePos[i])
				near(t, 1e-9, "negative score", model.Score(store.Input(p.Neg)), step.ScoreNeg[i])
			}
			grad := make([]float64, len(model.weights))
			op := newHinge(store, len(grad))
			op.pairs = pairs
			near(t, 1e-9, "loss", op.run(model.weights, grad), step.Loss)
			for i, want := range step.Grads.flat() {
				near(t, 1e-9, "gradient", grad[i], want)
			}
			loss := must.Get(trainer.step(pairs))(t)
			near(t, 1e-9, "loss of the step", loss, step.Loss)
			for i, want := range step.Params.flat() {
				if got := trainer.model.weights[i]; math.Abs(got-want) > 1e-6*math.Abs(want) {
					t.Errorf("case %d, step %d: weight %d is %v, want %v", k, n, i, got, want)
				}
			}
		}
		if len(c.Steps) != 3 {
			t.Errorf("case %d has %d steps", k, len(c.Steps))
		}
	}
}

func near(t *testing.T, tolerance float64, name string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %v, want %v", name, got, want)
	}
}

// random is a store of queries with a few inputs each, and weights.
func random(rng *rand.Rand, width, queries, inputs int) (*Store, []float64) {
	s := newStore(width)
	for range queries {
		n := 1 + rng.IntN(6)
		gates := make([]float64, n*width)
		for i := range gates {
			gates[i] = rng.Float64() * 4
		}
		q := s.addQuery(gates, n)
		for range inputs {
			rows := make([][Bins]float64, n)
			for i := range rows {
				for range rng.IntN(8) {
					rows[i][rng.IntN(Bins)] += rng.Float64()
				}
			}
			addDense(s, q, rows)
		}
	}
	weights := make([]float64, atWg+width)
	for i := range weights {
		weights[i] = rng.NormFloat64() / 2
	}
	return s, weights
}

// The gradient of a batch is the derivative of its loss, by central differences of step 1e-5: their error is about
// 1e-10 for third derivatives around 1.
func TestGradientByDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	store, weights := random(rng, 2, 4, 3)
	h := newHinge(store, len(weights))
	for q := range int32(4) {
		h.pairs = append(h.pairs, Pair{3 * q, 3*q + 1, 1 + float64(q), 0.8}, Pair{3*q + 1, 3*q + 2, 0.1, 1.5})
	}
	grad, scratch := make([]float64, len(weights)), make([]float64, len(weights))
	h.run(weights, grad)
	const d = 1e-5
	for i, w := range weights {
		weights[i] = w + d
		up := h.run(weights, scratch)
		weights[i] = w - d
		down := h.run(weights, scratch)
		weights[i] = w
		near(t, 1e-8, "gradient", grad[i], (up-down)/(2*d))
	}
}

func tanh(x float64) float64 {
	v := []float64{x}
	tanhs(v)
	return v[0]
}

// Against the standard library, which promises an error below one unit in the last place. Both functions
// stay below 1 in size, and the network adds their values up: the absolute error is what counts.
func TestExpAndTanhAgreeWithMath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.OneOf(rapid.Float64Range(-1, 1), rapid.Float64Range(-25, 25)).Draw(t, "x")
		if got, want := tanh(x), math.Tanh(x); math.Abs(got-want) > 4e-16 {
			t.Errorf("tanh(%v) = %v, want %v", x, got, want)
		}
		y := rapid.OneOf(rapid.Float64Range(-1, 0), rapid.Float64Range(-50, 0), rapid.Float64Range(-800, 0)).Draw(t, "y")
		if got, want := exp(y), math.Exp(y); math.Abs(got-want) > 4e-16 || math.Abs(got-want) > 2e-13*want+1e-304 { // e^-700 is 1e-304
			t.Errorf("exp(%v) = %v, want %v", y, got, want)
		}
	})
	for _, x := range []float64{0, 20, 20.1, -20, -20.1, 1e300, math.Inf(1), math.Inf(-1), 5e-324} {
		if got, want := tanh(x), math.Tanh(x); math.Abs(got-want) > 2e-16 {
			t.Errorf("tanh(%v) = %v, want %v", x, got, want)
		}
	}
	if !math.IsNaN(tanh(math.NaN())) {
		t.Error("tanh(NaN) is a number")
	}
}

// perCPU reports units a second of this process's CPU time, which a busy machine does not change, since start.
func perCPU(b *testing.B, units int, unit string, start time.Duration) {
	b.ReportMetric(float64(units)/(cputime.Used()-start).Seconds(), unit+"/cpu-s")
}
