package mine

import (
	"context"
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"pgregory.net/rapid"
)

// TestLookup: every row has the document of its id, at any number of threads and around the ends of the stretches.
func TestLookup(t *testing.T) {
	x := indextest.InMemory(t, indextest.NewZipf(300, 3).Docs(50), analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None,
		Stopwords: analysis.None})
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, lookupRows - 1, lookupRows, lookupRows + 1, 3*lookupRows + 5}).Draw(rt, "rows")
		every := rapid.IntRange(1, 20).Draw(rt, "of which one is unknown")
		run, want := make([]corpus.RunRow, n), make([]uint32, n)
		for i := range run {
			want[i] = uint32(i*7) % 50
			run[i] = corpus.RunRow{QueryID: fmt.Sprint(i / 7), DocID: x.DocID(want[i]), Rank: i}
			if i%every == every-1 {
				run[i].DocID, want[i] = "nowhere", unknownDoc
			}
		}
		for _, threads := range []int{1, 3} {
			got, err := lookup(context.Background(), x, run, threads)
			if err != nil || len(got) != n {
				rt.Fatalf("%d threads: %d documents, want %d: %v", threads, len(got), n, err)
			}
			for i := range got {
				if got[i] != want[i] {
					rt.Fatalf("%d threads: row %d: %d, want %d", threads, i, got[i], want[i])
				}
			}
		}
	})
}
