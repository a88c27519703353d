package index_test

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/cputime"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
)

// BenchmarkBuild indexes 100,000 synthetic passages of 56 words, which lie in memory.
func BenchmarkBuild(b *testing.B) {
	var docs []corpus.Doc
	for doc := range indextest.NewZipf(500_000, 1).Docs(100_000) {
		docs = append(docs, doc)
	}
	for _, stemmer := range []string{analysis.None, "snowball:english"} {
		b.Run(stemmer, func(b *testing.B) {
			an, err := analysis.New(analysis.Options{Tokenizer: "alnum", Stemmer: stemmer, Stopwords: analysis.None})
			if err != nil {
				b.Fatal(err)
			}
			runtime.GC()
			begin := cputime.Used()
			for b.Loop() {
				if err := index.Build(context.Background(), filepath.Join(b.TempDir(), "x"), indextest.Docs(docs...), an, index.Defaults(),
					nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(docs))*float64(b.N)/(cputime.Used()-begin).Seconds(), "docs/cpu-s")
		})
	}
}
