package mine

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/index/indextest"
	"pgregory.net/rapid"
)

// lookup does what the loop in its comment does, at any number of threads, up to the same error.
func TestLookupIsThePlainLoop(t *testing.T) {
	x := indextest.Build(t, indextest.NewZipf(300, 3).Docs(50), analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None,
		Stopwords: analysis.None}, index.Defaults())
	defer x.Close()
	broken, full := errors.New("the run is broken"), errors.New("enough")
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, lookupRows - 1, lookupRows, lookupRows + 1, 3*lookupRows + 5}).Draw(rt, "rows")
		brokenAt, enoughAt := rapid.IntRange(0, 2*n+1).Draw(rt, "broken at"), rapid.IntRange(0, 2*n+1).Draw(rt, "enough at")
		run := func(yield func(corpus.Scored, error) bool) {
			for i := range n {
				row, err := corpus.Scored{QueryID: fmt.Sprint(i / 7), DocID: x.DocID(uint32(i % 50)), Rank: i}, error(nil)
				if i%11 == 3 {
					row.DocID = "nowhere"
				}
				if i == brokenAt {
					row, err = corpus.Scored{}, broken
				}
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
		type seen struct {
			row   corpus.Scored
			doc   uint32
			known bool
		}
		var want []seen
		each := func(list *[]seen) func(corpus.Scored, uint32, bool) error {
			return func(row corpus.Scored, doc uint32, known bool) error {
				if len(*list) == enoughAt {
					return full
				}
				*list = append(*list, seen{row, doc, known})
				return nil
			}
		}
		plain := func(visit func(corpus.Scored, uint32, bool) error) error {
			for row, err := range run {
				if err != nil {
					return err
				}
				doc, known := x.Doc(row.DocID)
				if err := visit(row, doc, known); err != nil {
					return err
				}
			}
			return nil
		}
		wanted := plain(each(&want))
		for _, threads := range []int{1, 3} {
			var got []seen
			if err := lookup(context.Background(), x, run, threads, each(&got)); err != wanted {
				rt.Fatalf("%d threads: error %v, want %v", threads, err, wanted)
			}
			if len(got) != len(want) {
				rt.Fatalf("%d threads: %d rows, want %d", threads, len(got), len(want))
			}
			for i := range got {
				if got[i] != want[i] {
					rt.Fatalf("%d threads: row %d: %v, want %v", threads, i, got[i], want[i])
				}
			}
		}
	})
}

func TestLookupStopsWithItsContext(t *testing.T) {
	x := indextest.Build(t, indextest.NewZipf(300, 3).Docs(5), analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None,
		Stopwords: analysis.None}, index.Defaults())
	defer x.Close()
	ctx, cancel := context.WithCancel(t.Context())
	endless := func(yield func(corpus.Scored, error) bool) {
		for i := 0; yield(corpus.Scored{DocID: "a"}, nil); i++ {
			if i == 100_000 {
				cancel()
			}
		}
	}
	if err := lookup(ctx, x, endless, 2, func(corpus.Scored, uint32, bool) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
