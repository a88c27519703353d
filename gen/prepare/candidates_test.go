package prepare

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// All queries lie in the pieces, in their order; the text of a piece stays small, however many candidates the queries have.
func TestPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(0, 20_000)), 0, 300).Draw(t, "candidates of each query")
		queries := make([]mine.Query, len(counts))
		room := make([]mine.Candidate, 20_000)
		for i, n := range counts {
			queries[i] = mine.Query{ID: fmt.Sprint("q", i), Docs: room[:n]}
		}
		next := 0
		for _, piece := range chunksOf(queries) {
			candidates := 0
			for _, q := range piece {
				if want := fmt.Sprint("q", next); q.ID != want {
					t.Fatalf("%s where %s is due", q.ID, want)
				}
				next++
				candidates += len(q.Docs)
			}
			if len(piece) == 0 || len(piece) > 64 || len(piece) > 1 && candidates > 6400 { // by the comment of pieces
				t.Fatalf("a piece of %d queries and %d candidates", len(piece), candidates)
			}
		}
		if next != len(queries) {
			t.Fatalf("%d of %d queries", next, len(queries))
		}
	})
}

// Lines made on any number of threads are those of corpus.WriteRun, over several rounds and with queries without candidates.
func TestRunOnAllThreads(t *testing.T) {
	x := indextest.InMemory(t, indextest.NewZipf(200, 1).Docs(9), analysis.Defaults())
	c := new(configs.Config)
	c.Gen.Retrieval = "bm25"
	p := &Preparation{Run: stage.NewRun(c, nil, nil, ""), Index: x}
	queries := make([]mine.Query, 5000)
	for i := range queries {
		queries[i].ID = fmt.Sprint("q", i)
		for rank := range i % 4 {
			c := mine.Candidate{Doc: uint32((i + rank) % 9), Rank: int32(rank + 1), Score: float64(i%3 - rank/2)}
			queries[i].Docs = append(queries[i].Docs, c)
		}
	}
	var want bytes.Buffer
	must.Do(t, corpus.WriteRun(&want, func(yield func(corpus.RunRow) bool) {
		for _, q := range queries {
			for _, d := range q.Docs {
				if !yield(corpus.RunRow{QueryID: q.ID, DocID: x.DocID(d.Doc), Rank: int(d.Rank), Score: d.Score}) {
					return
				}
			}
		}
	}, "axiomine-bm25"))
	for _, threads := range []int{1, 3} {
		var got bytes.Buffer
		err := writeRun(t.Context(), c.Gen.Retrieval, x, &got, queries, threads, nil)
		if err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%d threads: %v, %d bytes, want %d", threads, err, got.Len(), want.Len())
		}
	}
	foundIsTheRun(t, x, want.Bytes(), queries)
	queries[4001].Docs[0].Score = math.NaN()
	if err := writeRun(t.Context(), p.Run.Config.Gen.Retrieval, p.Index, io.Discard, queries, 2, nil); err == nil {
		t.Error("a score that is no number was written")
	}
}

// foundIsTheRun: queries that were written have the candidates and scores that their run's text has.
func foundIsTheRun(t *testing.T, x index.Reader, text []byte, written []mine.Query) {
	t.Helper()
	run := filepath.Join(t.TempDir(), "run")
	must.Do(t, os.WriteFile(run, text, 0o666))
	rows := must.Get(read.Run(run, "", read.Defaults(), nil))(t)
	topics := make([]corpus.Query, len(written))
	for i := range topics {
		topics[i] = corpus.Query{ID: written[i].ID, Text: x.Lexicon().Term(0)}
	}
	o := mine.CandidateOptions{Hits: 10}
	want, counted, err := mine.Candidates(t.Context(), x, "", topics, nil, mine.Rows(rows), o, nil)
	must.Do(t, err)
	got, census, err := mine.Candidates(t.Context(), x, "", topics, nil, mine.Retrieved(written), o, nil)
	if err != nil || census != counted || counted.Candidates == 0 {
		t.Fatalf("%v: %v, want %v", err, census, counted)
	}
	must.Same(t, got, want)
}
