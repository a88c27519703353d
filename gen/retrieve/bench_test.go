package retrieve

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
)

// BenchmarkSearch finds the top 100 for 2,000 queries in synthetic passages of 56 words: 200,000, or BENCH_DOCS. The first
// pass over the queries also learns the terms' bounds. BENCH_DIR keeps the index for the next time.
func BenchmarkSearch(b *testing.B) {
	numDocs := 200_000
	if n, err := strconv.Atoi(os.Getenv("BENCH_DOCS")); err == nil {
		numDocs = n
	}
	dir := os.Getenv("BENCH_DIR")
	if dir == "" {
		dir = b.TempDir()
	}
	dir = filepath.Join(dir, strconv.Itoa(numDocs))
	z := indextest.NewZipf(500_000, 1)
	x, err := index.Open(dir)
	if err != nil {
		an, err := analysis.New(spaced)
		if err != nil {
			b.Fatal(err)
		}
		if err := index.Build(context.Background(), dir, z.Docs(numDocs), an, index.Defaults(), nil); err != nil {
			b.Fatal(err)
		}
		if x, err = index.Open(dir); err != nil {
			b.Fatal(err)
		}
	}
	defer x.Close()
	texts := z.Queries(2000, numDocs)
	queries := make([][]uint32, len(texts))
	for i, text := range texts {
		queries[i] = index.AnalyseQuery(x, text)
	}
	for name, m := range map[string]Model{"bm25": weighting.BM25{K1: 0.9, B: 0.4}, "ql": weighting.QL{Mu: 1000}} {
		b.Run(name+"/first", func(b *testing.B) {
			begin := cputime.Used()
			for b.Loop() {
				s := New(x, m).Searcher()
				for _, terms := range queries {
					s.Search(terms, 100)
				}
			}
			b.ReportMetric(float64(len(queries))*float64(b.N)/(cputime.Used()-begin).Seconds(), "queries/cpu-s")
		})
		s := New(x, m).Searcher()
		for _, terms := range queries {
			s.Search(terms, 100)
		}
		b.Run(name+"/later", func(b *testing.B) {
			begin := cputime.Used()
			for b.Loop() {
				for _, terms := range queries {
					s.Search(terms, 100)
				}
			}
			b.ReportMetric(float64(len(queries))*float64(b.N)/(cputime.Used()-begin).Seconds(), "queries/cpu-s")
		})
	}
}

// BenchmarkQueries finds the top 100 for the queries of a TSV file, BENCH_QUERIES, in the index BENCH_INDEX. A first pass, which
// is not measured, learns the terms' bounds.
func BenchmarkQueries(b *testing.B) {
	x, queries := givenQueries(b)
	measured(b, New(x, weighting.BM25{K1: 0.9, B: 0.4}), queries, 100)
}

// benchmarked are the models whose searches are measured.
var benchmarked = []struct {
	name string
	Model
}{
	{"bm25", weighting.BM25{K1: 0.9, B: 0.4}}, {"ql", weighting.QL{Mu: 1000}}, {"qljm", weighting.QLJM{Lambda: 0.1}},
	{"pl2", weighting.PL2{C: 1}}, {"tfidf", weighting.TFIDF{}}, {"rm3", RM3{weighting.BM25{K1: 0.9, B: 0.4}, 10, 10, 0, 0.5}},
}

// BenchmarkGrowth is BenchmarkQueries with 2 to 30 terms a query, those of the file's queries one after the other, and 10 to 1,000
// hits, under all models.
func BenchmarkGrowth(b *testing.B) {
	x, given := givenQueries(b)
	tokens := slices.Concat(given...)
	for _, m := range benchmarked {
		r := New(x, m.Model)
		for _, n := range []int{2, 4, 8, 16, 30} {
			queries := slices.Collect(slices.Chunk(tokens[:min(len(tokens), 250*n)], n))
			for _, k := range []int{10, 50, 100, 1000} {
				b.Run(fmt.Sprintf("%s/terms=%d/hits=%d", m.name, n, k), func(b *testing.B) { measured(b, r, queries, k) })
			}
		}
	}
}

// BenchmarkFresh finds the top 100 for the queries of BENCH_QUERIES with a new Retriever each time, which learns every term.
func BenchmarkFresh(b *testing.B) {
	x, queries := givenQueries(b)
	for _, m := range benchmarked {
		b.Run(m.name, func(b *testing.B) {
			begin := cputime.Used()
			for b.Loop() {
				s := New(x, m.Model).Searcher()
				for _, terms := range queries {
					s.Search(terms, 100)
				}
			}
			used := (cputime.Used() - begin).Seconds()
			b.ReportMetric(1e6*used/float64(b.N*len(queries)), "cpu-µs/query")
		})
	}
}

// givenQueries are the index BENCH_INDEX and the queries of the TSV file BENCH_QUERIES.
func givenQueries(b *testing.B) (x index.Reader, queries [][]uint32) {
	dir, path := os.Getenv("BENCH_INDEX"), os.Getenv("BENCH_QUERIES")
	if dir == "" || path == "" {
		b.Skip("BENCH_INDEX and BENCH_QUERIES name the index and the queries")
	}
	x, err := index.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { x.Close() })
	raw, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
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
