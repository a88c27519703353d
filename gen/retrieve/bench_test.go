package retrieve

import (
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// BenchmarkQueries finds the top 100 for the queries of a TSV file, BENCH_QUERIES, in the index BENCH_INDEX. A first pass, which
// is not measured, learns the terms' bounds.
func BenchmarkQueries(b *testing.B) {
	x, queries := givenQueries(b)
	measured(b, New(x, weighting.BM25{K1: 0.9, B: 0.4}), queries, 100)
}

// givenQueries are the index BENCH_INDEX and the queries of the TSV file BENCH_QUERIES.
func givenQueries(b *testing.B) (x index.Reader, queries [][]uint32) {
	dir, path := os.Getenv("BENCH_INDEX"), os.Getenv("BENCH_QUERIES")
	if dir == "" || path == "" {
		b.Skip("BENCH_INDEX and BENCH_QUERIES name the index and the queries")
	}
	x = must.Get(index.Open(dir))(b)
	b.Cleanup(func() { x.Close() })
	raw := must.Get(os.ReadFile(path))(b)
	for line := range strings.Lines(string(raw)) {
		_, text, _ := strings.Cut(line, "\t")
		queries = append(queries, index.AnalyseQuery(x, text))
	}
	return x, queries
}

// measured searches for all queries after a first pass that learns the terms' bounds.
func measured(b *testing.B, r *Retriever, queries [][]uint32, k int) {
	s := r.Searcher()
	pass := func() {
		for _, terms := range queries {
			s.Search(terms, k)
		}
	}
	pass()
	begin := cputime.Used()
	for b.Loop() {
		pass()
	}
	used := (cputime.Used() - begin).Seconds()
	searched := float64(len(queries)) * float64(b.N)
	b.ReportMetric(searched/used, "queries/cpu-s")
	b.ReportMetric(1e6*used/searched, "cpu-µs/query")
}
