package retrieve

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"pgregory.net/rapid"
)

var models = []Model{
	weighting.BM25{K1: 0.9, B: 0.4}, weighting.BM25{K1: 1.2, B: 0.75}, weighting.BM25{}, weighting.QL{Mu: 1000}, weighting.QL{Mu: 1},
	weighting.QL{}, weighting.PL2{C: 1}, weighting.TFIDF{}, weighting.TF{},
	weighting.BM25{K1: 1.5, B: 1.25}, weighting.QLJM{Lambda: 0.1}, weighting.QLJM{Lambda: 0.7}, Saturation{weighting.BM25{K1: 0.9, B: 0.4}, 0},
	Saturation{weighting.QL{Mu: 100}, 7},
	RM3{weighting.QL{Mu: 1000}, 10, 20, 0, 0.5}, RM3{weighting.BM25{K1: 0.9, B: 0.4}, 5, 10, 100, 0.3},
	RM3{Saturation{weighting.QLJM{Lambda: 0.3}, 8}, 3, 5, 10, 0},
	RM3{weighting.PL2{C: 1}, 10, 20, 0, 0.5}, RM3{weighting.TF{}, 1, 1, 0, 1},
}

var spaced = analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None, Stopwords: analysis.None}

// Windows, sparse and dense terms, thresholds: a collection of many windows.
func TestSearcherIsThePlainSearch(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	z := indextest.NewZipf(3000, 7)
	x := indextest.InMemory(t, z.Docs(nightly.Some(t, "windows", 3, 9)*windowSize+17), spaced)
	queries := z.Queries(12, x.NumDocs())
	queries = append(queries, "", "absent", queries[0]+" "+queries[0], queries[1]+" absent "+queries[1]+" "+queries[2], x.Lexicon().Term(0),
		x.Lexicon().Term(0)+" "+x.Lexicon().Term(0))
	part := nightly.Stride(t, "queries of a model", 6)
	var wait sync.WaitGroup
	for number, m := range models {
		queries := queries
		if _, long := m.(RM3); long || number%2 == 1 {
			queries = queries[len(queries)/2:] // the plain search takes its time
		}
		wait.Go(func() {
			s := New(x, m).Searcher()
			for i, text := range queries {
				if (i+number)%part != 0 {
					continue
				}
				terms := index.AnalyseQuery(x, text)
				want := Search(x, m, terms, 1000)
				for _, k := range []int{1 + i, 100, 1000} {
					if got := s.Search(terms, k); !slices.Equal(got, want[:min(k, len(want))]) {
						t.Errorf("%T%v: query %d %q: the first %d differ", m, m, i, text, k)
					}
				}
			}
		})
	}
	wait.Wait()
}

// Few words and short documents make ties, absent terms and repeated ones likely.
func TestSearcherOnSmallCollections(t *testing.T) {
	words := []string{"a", "b", "c", "d", "e", "f"}
	word := rapid.SampledFrom(words)
	rapid.Check(t, func(rt *rapid.T) {
		var docs []corpus.Doc
		for i, text := range rapid.SliceOfN(rapid.SliceOfN(word, 0, 5), 1, 40).Draw(rt, "docs") {
			docs = append(docs, corpus.Doc{ID: fmt.Sprint(i), Text: fmt.Sprint(text)})
		}
		x := indextest.InMemory(t, indextest.Docs(docs...), spaced)
		for _, m := range models {
			s := New(x, m).Searcher()
			for range 3 {
				terms := index.AnalyseQuery(x, fmt.Sprint(rapid.SliceOfN(rapid.SampledFrom(append(words, "x", "y")), 0, 8).Draw(rt, "query")))
				k := rapid.IntRange(0, 12).Draw(rt, "k")
				got, want := s.Search(terms, k), Search(x, m, terms, k)
				if !slices.Equal(got, want) {
					rt.Fatalf("%T%v: query %v, k %d: got %v, want %v", m, m, terms, k, got, want)
				}
			}
		}
	})
}

// Goroutines that share a Retriever learn terms at the same time.
func TestSharedRetriever(t *testing.T) {
	z := indextest.NewZipf(500, 3)
	x := indextest.InMemory(t, z.Docs(3000), spaced)
	queries := z.Queries(40, x.NumDocs())
	m := weighting.BM25{K1: 0.9, B: 0.4}
	r := New(x, m)
	var wait sync.WaitGroup
	for worker := range 4 {
		wait.Go(func() {
			s := r.Searcher()
			for _, i := range rand.New(rand.NewPCG(1, uint64(worker))).Perm(len(queries)) {
				terms := index.AnalyseQuery(x, queries[i])
				if !slices.Equal(s.Search(terms, 10), Search(x, m, terms, 10)) {
					t.Errorf("query %d differs", i)
				}
			}
		})
	}
	wait.Wait()
}
