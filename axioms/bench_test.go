package axioms

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/axiomine/axiomine/axioms/internal/feature"
	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// benchLists are n candidate lists of size documents like short passages: each of 15 to 64 tokens, a query of three to eight
// terms, about one token in eight a query term.
func benchLists(n, size int) (queries []Query, lists [][]Doc) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		q := Query{Terms: make([]uint32, 3+r.IntN(6))}
		for i := range q.Terms {
			q.Terms[i] = r.Uint32N(1 << 20)
		}
		docs := make([]Doc, size)
		for i := range docs {
			terms := make([]uint32, 15+r.IntN(50))
			for k := range terms {
				if r.IntN(8) == 0 {
					terms[k] = q.Terms[r.IntN(len(q.Terms))]
				} else {
					terms[k] = uint32(math.Exp(r.Float64() * math.Log(1<<20)))
				}
			}
			docs[i] = Doc{Terms: terms, Score: 20 - float64(i)*.1, Rank: i + 1}
		}
		queries, lists = append(queries, q), append(lists, docs)
	}
	return queries, lists
}

// benchStats are made-up statistics of a large collection.
type benchStats struct{}

func (benchStats) NumDocs() int            { return 1 << 20 }
func (benchStats) TotalTerms() int64       { return 40 << 20 }
func (benchStats) AvgLen() float64         { return 40 }
func (benchStats) DocFreq(t uint32) int    { return 1 + 1<<20/(int(t)+10) }
func (benchStats) CollFreq(t uint32) int64 { return 2 + 1<<21/(int64(t)+10) }

// benchVectors are 4096 vectors of 100 dimensions, more than fit a processor's second cache.
type benchVectors [][]float64

func newBenchVectors() benchVectors {
	r := rand.New(rand.NewPCG(3, 4))
	vectors := make(benchVectors, 4096)
	for i := range vectors {
		vectors[i] = make([]float64, 100)
		for k := range vectors[i] {
			vectors[i][k] = r.NormFloat64()
		}
	}
	return vectors
}

func (v benchVectors) Dim() int                  { return 100 }
func (v benchVectors) Vector(t uint32) []float64 { return v[t%4096] }
func (v benchVectors) Sim(a, b uint32) (float64, bool) {
	return feature.Cosine(v.Vector(a), v.Vector(b)), true
}

// BenchmarkTFC1Pairs asks every row of lists that are bound and loaded: what a pair costs once its counts are there.
func BenchmarkTFC1Pairs(b *testing.B) {
	a := must.Get(Parse("tfc1(delta=10)"))(b)
	queries, lists := benchLists(200, 50)
	judges := make([]Judge, len(lists))
	for k := range lists {
		judges[k] = a.(Preference).Bind(queries[k], &Collection{})
		judges[k].Load(lists[k])
	}
	out := make([]Verdict, 50)
	b.ReportAllocs()
	begin := cputime.Used()
	for i := 0; b.Loop(); i++ {
		for row := range out {
			judges[i%len(judges)].Row(row, out)
		}
	}
	b.ReportMetric(float64(b.N*50*49/2)/(cputime.Used()-begin).Seconds()/1e6, "Mpairs/cpu-s")
}
