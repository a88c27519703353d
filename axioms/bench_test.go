package axioms

import (
	"math"
	"math/rand/v2"
	"testing"
)

// benchLists are candidate lists as short passages give them: 50 documents of 15 to 64 tokens, a query of three to eight
// terms, about one token in eight a query term.
func benchLists(n int) (queries []Query, lists [][]Doc) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		q := Query{Terms: make([]uint32, 3+r.IntN(6))}
		for i := range q.Terms {
			q.Terms[i] = r.Uint32N(1 << 20)
		}
		docs := make([]Doc, 50)
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
	queries, lists := benchLists(200)
	out := make([]Verdict, 50)
	b.ReportAllocs()
	pairs, begin := 0, cpuTime()
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
	b.ReportMetric(float64(pairs)/(cpuTime()-begin).Seconds()/1e6, "Mpairs/cpu-s")
}

func BenchmarkTFC1(b *testing.B) {
	c := &Collection{Stats: benchStats{}}
	for _, text := range []string{"tfc1", "tfc1(delta=10)", "tfc1(delta_star=0.1)", "m-and", "m-and(delta_star=0.1)", "m-tdc", "m-tdc(delta_star=0.1)", "tf-lnc", "rs-bm25", "m-and & tfc1"} {
		b.Run(text, func(b *testing.B) { benchJudge(b, text, c) })
	}
}
