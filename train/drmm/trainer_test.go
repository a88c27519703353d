package drmm

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// trainable is a store where inputs with weight in high bins are the better ones, and its pairs.
func trainable(queries int) (*Store, []Pair) {
	rng := rand.New(rand.NewPCG(21, 22))
	s := newStore(1, 0)
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
		pairs = append(pairs, o.Pair(two[0], two[1]))
	}
	return s, pairs
}

func mustTrain(t *testing.T, o Options, s *Store, epochs ...[]Pair) *Trainer {
	t.Helper()
	trainer, err := NewTrainer(o, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, pairs := range epochs {
		if _, err := trainer.Epoch(context.Background(), pairs); err != nil {
			t.Fatal(err)
		}
	}
	return trainer
}

func TestTrainingLearns(t *testing.T) {
	store, pairs := trainable(300)
	trainer := mustTrain(t, Defaults(), store)
	var losses []float64
	for range 10 {
		loss, err := trainer.Epoch(context.Background(), pairs)
		if err != nil {
			t.Fatal(err)
		}
		losses = append(losses, loss)
	}
	if losses[9] > losses[0]/2 {
		t.Errorf("losses %v", losses)
	}
	right, m := 0, trainer.Model()
	for _, p := range pairs {
		if m.Score(store.Input(p.Pos)) > m.Score(store.Input(p.Neg)) {
			right++
		}
	}
	if right < 290 {
		t.Errorf("%d of 300 pairs are in order", right)
	}
}

// The trainer's steps are those of the graph on Gorgonia's tape machine, bit by bit.
func TestStepsAsOnGorgoniasTape(t *testing.T) {
	store, pairs := trainable(60)
	trainer := mustTrain(t, Defaults(), store)
	op, values := newHinge(store, atWg+1), trainer.Model().weights
	weights, loss, machine, err := newTape(op, values)
	if err != nil {
		t.Fatal(err)
	}
	solver := &adagrad{trainer.model.options.LearningRate, make([]float64, len(values))}
	for batch := range slices.Chunk(pairs, 7) {
		op.pairs = batch
		if err := machine.RunAll(); err != nil {
			t.Fatal(err)
		}
		if err := solver.Step([]gorgonia.ValueGrad{weights}); err != nil {
			t.Fatal(err)
		}
		want := loss.Value().Data().(float64)
		machine.Reset()
		if got, err := trainer.step(batch); err != nil || got != want {
			t.Fatalf("loss %v, on the tape %v, error %v", got, want, err)
		}
	}
	if !slices.Equal(trainer.model.weights, values) {
		t.Error("the weights differ")
	}
}

// Gorgonia's solver at the learning rate and eps it cannot be talked out of: 1e-3, and 1e-8 under the root, where ours has
// 1e-10 beside it. With G of about 1 that is a difference of 1e-8 in a step of 1e-3.
func TestAdagradAgreesWithGorgonias(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	dense := func() *tensor.Dense { return tensor.New(tensor.Of(tensor.Float64), tensor.WithShape(4)) }
	ours, theirs := weightsAndGrad{dense(), dense()}, weightsAndGrad{dense(), dense()}
	a, b := &adagrad{1e-3, make([]float64, 4)}, gorgonia.NewAdaGradSolver()
	for range 20 {
		for i := range 4 {
			g := 1 + rng.Float64()
			ours.grad.SetF64(i, g)
			theirs.grad.SetF64(i, g)
		}
		if err := errors.Join(a.Step([]gorgonia.ValueGrad{ours}), b.Step([]gorgonia.ValueGrad{theirs})); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 4 {
		near(t, 20e-11, "weight", ours.weights.GetF64(i), theirs.weights.GetF64(i))
	}
	if err := a.Step(nil); err == nil {
		t.Error("adagrad stepped nothing")
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

// The last batch is smaller and counts by its pairs: with a tiny learning rate the epoch's loss is the mean over pairs.
func TestEpochLossIsTheMeanOverPairs(t *testing.T) {
	store, pairs := trainable(23)
	for i := range pairs {
		pairs[i].Weight, pairs[i].Margin = float64(i), 1+float64(i%3)
	}
	o := Defaults()
	o.LearningRate, o.Batch = 1e-12, 10
	trainer := mustTrain(t, o, store)
	m := trainer.Model()
	var want float64
	for _, p := range pairs {
		want += p.Weight * max(0, p.Margin-m.Score(store.Input(p.Pos))+m.Score(store.Input(p.Neg))) / 23
	}
	got, err := trainer.Epoch(context.Background(), pairs)
	if err != nil {
		t.Fatal(err)
	}
	near(t, 1e-8, "loss", got, want)
	if loss, err := trainer.Epoch(context.Background(), nil); loss != 0 || err != nil {
		t.Errorf("no pairs: loss %v, error %v", loss, err)
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

// A query without terms scores 0 and teaches nothing.
func TestQueryWithoutTerms(t *testing.T) {
	s := newStore(1, 0)
	q := s.addQuery(nil, 0)
	pair := Defaults().Pair(addDense(s, q, nil), addDense(s, q, nil))
	trainer := mustTrain(t, Defaults(), s)
	before := trainer.Model()
	if loss, err := trainer.Epoch(context.Background(), []Pair{pair}); loss != 1 || err != nil {
		t.Errorf("loss %v, error %v", loss, err)
	}
	if !slices.Equal(before.weights, trainer.model.weights) || before.Score(s.Input(0)) != 0 {
		t.Error("a query without terms changed the weights or scored")
	}
}

// More query terms than Score keeps room for.
func TestLongQuery(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	s := newStore(1, 0)
	const n = 100
	gates := make([]float64, n)
	q := s.addQuery(gates, n)
	rows := make([][Bins]float64, n)
	for i := range rows {
		rows[i][rng.IntN(Bins)] = 1
	}
	in := s.Input(addDense(s, q, rows))
	m := newModel(Defaults(), 1)
	var want float64 // equal gate inputs: the mean over the terms
	for _, row := range rows {
		s := newStore(1, 0)
		want += m.Score(s.Input(addDense(s, s.addQuery([]float64{0}, 1), [][Bins]float64{row}))) / n
	}
	near(t, 1e-14, "score", m.Score(in), want)
	near(t, 1e-15, "gate", m.Gates(in)[7], 1./n)
}

// With extra features a model begins as the first of them, whatever its first layer is.
func TestExtrasBeginAsTheirFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	store, _ := random(rng, 1, 3, 2, 4)
	o := Defaults()
	o.Extras = 3
	m := mustTrain(t, o, store).Model()
	for i := range store.Len() {
		in := store.Input(int32(i))
		near(t, 1e-15, "score", m.Score(in), in.extras[0])
	}
	if w := m.ExtraWeights(); !slices.Equal(w, []float64{1, 0, 0}) || len(m.GateWeights()) != 1 {
		t.Errorf("extra weights %v, gate %v", w, m.GateWeights())
	}
	if _, err := NewTrainer(Defaults(), store); err == nil {
		t.Error("a model without extra features was given some")
	}
}

// Restarts are other starts of the same seed.
func TestRestart(t *testing.T) {
	o := Defaults()
	first, again := newModel(o, 1), newModel(o, 1)
	o.Restart = 1
	other := newModel(o, 1)
	if !slices.Equal(first.weights, again.weights) || slices.Equal(first.weights[:atB1], other.weights[:atB1]) {
		t.Error("the start does not follow from seed and restart")
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
	for _, p := range []Pair{{0, 6, 1, 1}, {-1, 0, 1, 1}, {0, 2, 1, 1}, {0, 1, -1, 1}, {0, 1, math.NaN(), 1}, {0, 1, 1, math.Inf(1)}} {
		if _, err := trainer.Epoch(context.Background(), []Pair{p}); err == nil {
			t.Errorf("%+v was taken", p)
		}
	}
	o := Defaults()
	o.Batch = 0
	if _, err := NewTrainer(o, store); err == nil {
		t.Error("batch 0 was taken")
	}
	if _, err := NewTrainer(Defaults(), newStore(7, 0)); err == nil {
		t.Error("IDF gating on 7 gate values was taken")
	}
}

func TestOptionsNameEveryFault(t *testing.T) {
	err := Options{LearningRate: math.NaN(), Margin: -1, GateStart: math.Inf(1)}.Validate()
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) != 7 { // every field but the seed
		t.Errorf("faults: %v", err)
	}
	if err := Defaults().Validate(); err != nil {
		t.Error(err)
	}
}

// A step allocates nothing once the longest query was seen.
func TestStepDoesNotAllocate(t *testing.T) {
	store, pairs := trainable(20)
	trainer := mustTrain(t, Defaults(), store, pairs)
	if n := testing.AllocsPerRun(50, func() { trainer.step(pairs) }); n > 0 {
		t.Errorf("%v allocations a step", n)
	}
}
