package drmm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"gorgonia.org/gorgonia"
)

// trainable is a store where inputs with weight in high bins are the better ones, and its pairs.
func trainable(queries int) (*Store, []Pair) {
	rng := rand.New(rand.NewPCG(21, 22))
	s := newStore(1)
	o := Defaults()
	var pairs []Pair
	for range queries {
		n := 1 + rng.IntN(4)
		gates := make([]float64, n)
		for i := range gates {
			gates[i] = rng.Float64() * 5
		}
		q := s.addQuery(gates, n)
		var two [2]int32
		for k := range two {
			rows := make([][Bins]float64, n)
			for i := range rows {
				for range 6 {
					rows[i][rng.IntN(20)]++
				}
				if k == 0 {
					rows[i][exactBin]++
				}
			}
			two[k] = addDense(s, q, rows)
		}
		pairs = append(pairs, Pair{two[0], two[1], 1, o.Margin})
	}
	return s, pairs
}

func mustTrain(t *testing.T, o Options, s *Store, epochs ...[]Pair) *Trainer {
	t.Helper()
	trainer := must.Get(NewTrainer(o, s))(t)
	for _, pairs := range epochs {
		must.Get(trainer.Epoch(context.Background(), pairs))(t)
	}
	return trainer
}

// machine counts the runs of another, or does not run it.
type machine struct {
	gorgonia.VM
	runs int
	idle bool
}

func (m *machine) RunAll() error {
	m.runs++
	if m.idle {
		return nil
	}
	return m.VM.RunAll()
}

// Every step is a run of Gorgonia's machine: without its runs there is neither loss nor gradient.
func TestEveryStepRunsGorgoniasMachine(t *testing.T) {
	store, pairs := trainable(23)
	for engine, newTrainer := range trainers {
		o := Defaults()
		o.Batch = 10
		trainer := newTrainer(t, o, store)
		watched := &machine{VM: trainer.tape.machine}
		trainer.tape.machine = watched
		before := trainer.Model().weights
		if _, err := trainer.Epoch(context.Background(), pairs); err != nil || watched.runs != 3 {
			t.Fatalf("%s: %d runs for 3 steps, error %v", engine, watched.runs, err)
		}
		after := trainer.Model().weights
		if slices.Equal(before, after) {
			t.Errorf("%s: nothing was learned", engine)
		}
		watched.idle = true
		if trainer.Epoch(context.Background(), pairs); !slices.Equal(after, trainer.model.weights) {
			t.Errorf("%s: weights changed without the machine", engine)
		}
	}
}

// Both engines train the same model: every option that a step depends on, in whole trainings. They round differently, some hundred
// roundings of 1e-16 a step, which Adagrad's division by small sums enlarges.
func TestEnginesAgreeOverWholeTrainings(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for k, c := range []struct {
		mode     Mode
		gating   Gating
		batch    int
		training int // epochs
		rate     float64
	}{{LCH, IDF, 20, 10, 0.05}, {CH, IDF, 7, 5, 0.01}, {NH, TV, 1, 2, 0.01}, {LCH, TV, 100, 10, 0.05}} {
		width := 1
		if c.gating == TV {
			width = 4
		}
		store, _ := random(rng, width, 30, 4)
		var pairs []Pair
		for q := range int32(30) {
			for range 4 {
				two := rng.Perm(4)
				pairs = append(pairs, Pair{4*q + int32(two[0]), 4*q + int32(two[1]), rng.Float64() * 4, rng.Float64() * 1.5})
			}
		}
		empty := store.addQuery(nil, 0)
		pairs = append(pairs, Pair{addDense(store, empty, nil), addDense(store, empty, nil), 1, 1})
		var models [2][]float64
		var losses [2]float64
		for i, engine := range []string{"fused", "graph"} {
			o := Defaults()
			o.Mode, o.Gating, o.Batch, o.LearningRate = c.mode, c.gating, c.batch, c.rate
			trainer := trainers[engine](t, o, store)
			for range c.training {
				loss := must.Get(trainer.Epoch(context.Background(), pairs))(t)
				losses[i] += loss
			}
			models[i] = trainer.Model().weights
		}
		near(t, 1e-9, fmt.Sprintf("case %d: sum of losses", k), losses[1], losses[0])
		for w, want := range models[0] {
			if near(t, 1e-9, fmt.Sprintf("case %d: weight %d", k, w), models[1][w], want); t.Failed() {
				break
			}
		}
	}
}

func TestSameSeedSameWeights(t *testing.T) {
	store, pairs := trainable(50)
	o := Defaults()
	first := mustTrain(t, o, store, pairs, pairs).Model().weights
	if !slices.Equal(first, mustTrain(t, o, store, pairs, pairs).Model().weights) {
		t.Error("same seed, other weights")
	}
	o.Seed++
	if slices.Equal(first, mustTrain(t, o, store, pairs, pairs).Model().weights) {
		t.Error("another seed, same weights")
	}
}

// The start: w1 within 0.3 of Glorot's sqrt(6/35), w2 within sqrt(6/6), biases 0, the gate at 0.1, or within 0.1.
func TestModelAtTheStart(t *testing.T) {
	for gating, width := range map[Gating]int{IDF: 1, TV: 50} {
		o := Defaults()
		o.Gating = gating
		w := newModel(o, width).weights
		within := func(name string, part []float64, limit float64) {
			if most := slices.Max(part); most > limit || most < limit*0.5 {
				t.Errorf("%s: largest %s is %v, limit %v", gating, name, most, limit)
			}
			if least := slices.Min(part); least < -limit {
				t.Errorf("%s: smallest %s is %v", gating, name, least)
			}
		}
		within("w1", w[:atB1], 0.3*math.Sqrt(6./35))
		within("w2", w[atW2:atB2], 1)
		within("wg", w[atWg:], 0.1)
		for _, b := range append(w[atB1:atW2:atW2], w[atB2]) {
			if b != 0 {
				t.Errorf("%s: a bias is %v", gating, b)
			}
		}
	}
}

func TestTrainerRefuses(t *testing.T) {
	store, pairs := trainable(3)
	trainer := mustTrain(t, Defaults(), store)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := trainer.Epoch(ctx, pairs); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
	o := Defaults()
	o.Batch = 0
	if _, err := NewTrainer(o, store); err == nil {
		t.Error("batch 0 was taken")
	}
	if _, err := NewTrainer(Defaults(), newStore(7)); err == nil {
		t.Error("IDF gating on 7 gate values was taken")
	}
}

func TestOptionsNameEveryFault(t *testing.T) {
	err := Options{LearningRate: math.NaN(), Margin: -1, GateStart: math.Inf(1)}.Validate()
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) != 6 { // every field but the seed
		t.Errorf("faults: %v", err)
	}
	if err := Defaults().Validate(); err != nil {
		t.Error(err)
	}
}

// The fused operation allocates nothing once the longest query was seen; what Gorgonia's machine allocates does not grow with
// the batch.
func TestStepDoesNotAllocateByPair(t *testing.T) {
	store, pairs := trainable(200)
	trainer := mustTrain(t, Defaults(), store, pairs)
	few := testing.AllocsPerRun(50, func() { trainer.step(pairs[:2]) })
	if many := testing.AllocsPerRun(50, func() { trainer.step(pairs) }); many > few+1 {
		t.Errorf("%v allocations in a step of 200 pairs, %v in one of 2", many, few)
	}
}
