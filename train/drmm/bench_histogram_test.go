package drmm

import (
	"bufio"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// Histograms a second on WikiQA's test questions and their sentences, 100-d GloVe, as the measured neighbours had them.
func BenchmarkFeaturizer(b *testing.B) {
	var w words
	queries, docs := wikiqa(b, &w)
	vectorFile := golden.SharedPath(b, "data", "glove", "glove.6B.100d.subset.txt.gz")
	known := func(s string) bool { _, ok := w.ids[s]; return ok }
	file, _, err := similarity.Read(context.Background(), vectorFile, known, nil)
	must.Do(b, err)
	vectors := w.bind(b, file)
	pairs, cells := 0, 0
	for i := range queries {
		for _, d := range docs[i] {
			pairs++
			cells += len(queries[i]) * len(d)
		}
	}
	report := func(b *testing.B, start time.Duration) {
		perCPU(b, b.N*pairs, "pairs", start)
		b.ReportMetric(float64(cells)/float64(pairs), "cells/pair")
	}
	b.Run("featurizer", func(b *testing.B) {
		f := NewFeaturizer(Defaults(), &w, vectors)
		start := cputime.Used()
		for b.Loop() {
			f.store = newStore(1)
			for i, q := range queries {
				f.BeginQuery(q)
				for _, d := range docs[i] {
					f.AddDoc(d)
				}
			}
		}
		report(b, start)
	})
	b.Run("definition", func(b *testing.B) {
		start := cputime.Used()
		for b.Loop() {
			for i, q := range queries {
				for _, d := range docs[i] {
					histogram(Defaults(), q, d, vectors)
				}
			}
		}
		report(b, start)
	})
}

// wikiqa returns the test questions, at most 10 tokens each, and the tokens of their judged sentences.
func wikiqa(b *testing.B, w *words) (queries [][]uint32, docs [][][]uint32) {
	texts := map[string]string{}
	lines := func(name string, do func(fields []string)) {
		f := must.Get(os.Open(golden.SharedPath(b, "data", "wikiqa", name)))(b)
		defer f.Close()
		for s := bufio.NewScanner(f); s.Scan(); {
			do(strings.Split(s.Text(), "\t"))
		}
	}
	lines("collection.tsv", func(f []string) { texts[f[0]] = f[1] })
	number := map[string]int{}
	lines("queries.test.tsv", func(f []string) {
		number[f[0]] = len(queries)
		tokens := w.all(strings.Fields(f[1]))
		queries = append(queries, tokens[:min(10, len(tokens))])
	})
	docs = make([][][]uint32, len(queries))
	lines("judged.test.txt", func(f []string) {
		f = strings.Fields(f[0])
		i := number[f[0]]
		docs[i] = append(docs[i], w.all(strings.Fields(texts[f[2]])))
	})
	return queries, docs
}
