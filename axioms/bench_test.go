package axioms

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/axiomine/axiomine/axioms/internal/feature"
	"github.com/axiomine/axiomine/internal/testkit/cputime"
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

// benchJudge binds, loads and asks every row of each list; it reports unordered pairs a CPU-second.
func benchJudge(b *testing.B, text string, c *Collection) {
	a, err := Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	queries, lists := benchLists(200, 50)
	out := make([]Verdict, 50)
	b.ReportAllocs()
	pairs, begin := 0, cputime.Used()
	for i := 0; b.Loop(); i++ {
		k := i % len(queries)
		judge := Rows(a.(Preference).Bind(queries[k], c))
		judge.Load(lists[k])
		n := len(lists[k])
		for row := range n {
			judge.Row(row, out)
		}
		pairs += n * (n - 1) / 2
	}
	b.ReportMetric(float64(pairs)/(cputime.Used()-begin).Seconds()/1e6, "Mpairs/cpu-s")
}

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

func BenchmarkTFC1(b *testing.B) {
	for _, text := range []string{"tfc1", "tfc1(delta=10)", "tfc1(delta_star=0.1)"} {
		b.Run(text, func(b *testing.B) { benchJudge(b, text, &Collection{}) })
	}
}

// BenchmarkTFC1Pairs asks every row of lists that are bound and loaded: what a pair costs once its counts are there.
func BenchmarkTFC1Pairs(b *testing.B) {
	a, err := Parse("tfc1(delta=10)")
	if err != nil {
		b.Fatal(err)
	}
	queries, lists := benchLists(200, 50)
	judges := make([]rowJudge, len(lists))
	for k := range lists {
		judges[k] = Rows(a.(Preference).Bind(queries[k], &Collection{}))
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

func BenchmarkAxioms(b *testing.B) {
	vectors := newBenchVectors()
	c := &Collection{Stats: benchStats{}, Vectors: vectors, Similarity: vectors}
	for _, a := range All() {
		if _, ok := a.(Preference); !ok {
			continue
		}
		b.Run(a.String(), func(b *testing.B) { benchJudge(b, a.String(), c) })
		if v := a.Spec().ID + "(variant=klose)"; Variant(a) != "" {
			b.Run(v, func(b *testing.B) { benchJudge(b, v, c) })
		}
	}
	for _, text := range []string{"m-and & tfc1", "m-and + m-tdc + tf-lnc", "majority(m-and, m-tdc, tf-lnc)"} {
		b.Run(text, func(b *testing.B) { benchJudge(b, text, c) })
	}
}

// BenchmarkTFC2 lists instances over lists of 50 and of 1000 candidates.
func BenchmarkTFC2(b *testing.B) {
	a, err := Parse("tfc2")
	if err != nil {
		b.Fatal(err)
	}
	run := func(b *testing.B, size int) {
		queries, lists := benchLists(10_000/size, size)
		instances := 0
		for i := 0; b.Loop(); i++ {
			judge := a.(Triple).BindTriple(queries[i%len(lists)], &Collection{})
			judge.Load(lists[i%len(lists)])
			judge.Each(func(_, _, _ int) bool {
				instances++
				return true
			})
		}
		b.ReportMetric(float64(instances)/float64(b.N), "instances/op")
	}
	for _, size := range []int{50, 1000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) { run(b, size) })
	}
}
