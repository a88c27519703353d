package prepare

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/index/indextest"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/stage"
)

// Lines made on any number of threads are those of corpus.WriteRun, over several rounds and with queries without candidates.
func TestRunOnAllThreads(t *testing.T) {
	x := indextest.Build(t, indextest.NewZipf(200, 1).Docs(9), analysis.Defaults(), index.Defaults())
	c := new(configs.Config)
	c.Gen.Retrieval = "bm25"
	p := &Prepared{Inputs: &collection.Inputs{Run: stage.NewRun(c, nil, nil, "")}, Index: x}
	queries := make([]mine.Query, 5000)
	for i := range queries {
		queries[i].ID = fmt.Sprint("q", i)
		for rank := range i % 4 {
			c := mine.Candidate{Doc: uint32((i + rank) % 9), Rank: int32(rank + 1), Score: float64(i%3 - rank/2)}
			queries[i].Docs = append(queries[i].Docs, c)
		}
	}
	var want bytes.Buffer
	err := corpus.WriteRun(&want, func(yield func(corpus.Scored) bool) {
		for _, q := range queries {
			for _, d := range q.Docs {
				if !yield(corpus.Scored{QueryID: q.ID, DocID: x.DocID(d.Doc), Rank: int(d.Rank), Score: d.Score}) {
					return
				}
			}
		}
	}, "axiomine-bm25")
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 3} {
		var got bytes.Buffer
		if err := p.writeRun(t.Context(), &got, queries, threads, nil); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%d threads: %v, %d bytes, want %d", threads, err, got.Len(), want.Len())
		}
	}
	queries[4001].Docs[0].Score = math.NaN()
	if err := p.writeRun(t.Context(), io.Discard, queries, 2, nil); err == nil {
		t.Error("a score that is no number was written")
	}
}
