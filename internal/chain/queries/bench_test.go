package queries

import (
	"context"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
)

// BenchmarkMake makes 10,000 queries of 20,000 synthetic passages of 56 words on one thread, without and with the search for their
// documents. It reports queries a minute of processor time.
func BenchmarkMake(b *testing.B) {
	z := indextest.NewZipf(500_000, 1)
	x := indextest.InMemory(b, z.Docs(20_000), analysis.Defaults())
	for _, method := range Methods {
		for name, within := range map[string]int{"/anywhere": 0, "/within-10": 10} {
			b.Run(method.Name+name, func(b *testing.B) {
				n, begin := 0, cputime.Used()
				for b.Loop() {
					o := Options{Methods: []Method{method}, Number: 10_000, Words: 4, MaxRank: within, Seed: 42, Threads: 1}
					m, err := Make(context.Background(), x, nil, o, nil)
					if err != nil {
						b.Fatal(err)
					}
					n += len(m.Queries)
				}
				b.ReportMetric(float64(n)/(cputime.Used()-begin).Minutes(), "queries/CPU-min")
			})
		}
	}
}
