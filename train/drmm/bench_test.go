package drmm

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// synthetic is a store of pairs of 10 query terms with the given number of filled bins a term.
func synthetic(pairs, filled int) (*Store, []Pair) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := newStore(1)
	var list []Pair
	for range pairs {
		gates := make([]float64, 10)
		for i := range gates {
			gates[i] = rng.Float64() * 8
		}
		q := s.addQuery(gates, 10)
		for range 2 {
			rows := make([][Bins]float64, 10)
			for i := range rows {
				for _, b := range rng.Perm(Bins)[:filled] {
					rows[i][b] = rng.Float64() * 3
				}
			}
			addDense(s, q, rows)
		}
		list = append(list, Pair{2 * q, 2*q + 1, 1, 1})
	}
	return s, list
}

// Training pairs a second, histograms in memory: every bin filled, as the measured neighbours had it, and 8 of 30, as
// with sentences.
func BenchmarkTrain(b *testing.B) {
	for _, filled := range []int{Bins, 8} {
		for _, batch := range []int{20, 100, 500} {
			b.Run(fmt.Sprintf("filled=%d/batch=%d", filled, batch), func(b *testing.B) { train(b, "fused", filled, batch) })
		}
	}
}

// The same in Gorgonia's own operations.
func BenchmarkGraph(b *testing.B) {
	for _, batch := range []int{20, 100} {
		b.Run(fmt.Sprintf("filled=%d/batch=%d", Bins, batch), func(b *testing.B) { train(b, "graph", Bins, batch) })
	}
}

func train(b *testing.B, engine string, filled, batch int) {
	store, pairs := synthetic(2000, filled)
	o := Defaults()
	o.Batch = batch
	trainer := trainers[engine](b, o, store)
	b.ReportAllocs()
	start := cputime.Used()
	for b.Loop() {
		must.Get(trainer.Epoch(context.Background(), pairs))(b)
	}
	perCPU(b, b.N*len(pairs), "pairs", start)
}
