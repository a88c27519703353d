package mine

import (
	"context"
	"math"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/parallel"
)

// Rows are a run in evaluator order.
type Rows []corpus.Scored

// fill looks the ids of the rows up.
func (run Rows) fill(ctx context.Context, of *seeking) error {
	of.st.Total(len(of.queries))
	docs, err := lookup(ctx, of.index, run, parallel.Threads(of.options.Threads))
	if err != nil {
		return err
	}
	last, at, ok := "", 0, false // rows of a query mostly follow each other
	for i, row := range run {
		if i%lookupRows == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if row.QueryID != last || !ok {
			last = row.QueryID
			at, ok = of.place[last]
		}
		if !ok {
			if of.dropped[row.QueryID] {
				continue
			}
			of.census.UnknownRunQueries++
			if !of.options.SkipUnknown {
				return &UnknownRow{row, "query"}
			}
			continue
		}
		if docs[i] == unknownDoc {
			of.census.UnknownRunDocs++
			if !of.options.SkipUnknown {
				return &UnknownRow{row, "document"}
			}
			continue
		}
		q := &of.queries[at]
		if q.Docs == nil {
			q.Docs = make([]Candidate, 0, min(of.options.Hits, 64))
			of.st.Add(1)
		}
		if len(q.Docs) < of.options.Hits {
			q.Docs = append(q.Docs, Candidate{Doc: docs[i], Rank: int32(row.Rank), Score: row.Score})
		}
	}
	return nil
}

// lookupRows is how many rows of a run are looked up at a time.
const lookupRows = 4096

// unknownDoc stands for an id that the collection lacks; no index has a document of this number.
const unknownDoc = math.MaxUint32

// lookup gives the number of every row's document, unknownDoc where there is none. Most of the time that a long run takes goes into
// finding its ids in the index, which threads share.
func lookup(ctx context.Context, x index.Reader, run []corpus.Scored, threads int) ([]uint32, error) {
	docs := make([]uint32, len(run))
	return docs, parallel.Pieces(ctx, threads, len(run), lookupRows, func(_, from, to int) error {
		for i := from; i < to; i++ {
			doc, known := x.Doc(run[i].DocID)
			if docs[i] = doc; !known {
				docs[i] = unknownDoc
			}
		}
		return nil
	})
}
