package index_test

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/index/indextest"
	"golang.org/x/sys/unix"
)

// cpu is the processor time of this process in seconds, all threads.
func cpu(b *testing.B) float64 {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

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
			begin := cpu(b)
			for b.Loop() {
				if err := index.Build(context.Background(), filepath.Join(b.TempDir(), "x"), indextest.Docs(docs...), an, index.Defaults(),
					nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(docs))*float64(b.N)/(cpu(b)-begin), "docs/cpu-s")
		})
	}
}
