package mine

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Retrieved is a Source: queries whose candidates were retrieved before.
type Retrieved []Query

// fill sets the candidates of the queries with the same ids.
func (retrieved Retrieved) fill(_ context.Context, request *candidateRequest) error {
	for i := range retrieved {
		if place, ok := request.place[retrieved[i].ID]; ok {
			request.queries[place].Docs = retrieved[i].Docs
		}
	}
	request.st.Total(len(request.queries))
	request.st.Add(len(request.queries))
	return nil
}

// Rows is a Source: the rows of a run, sorted as evaluation tools sort them.
type Rows []corpus.RunRow

// fill looks up the documents of the rows and appends them to their queries.
func (run Rows) fill(ctx context.Context, request *candidateRequest) error {
	request.st.Total(len(request.queries))
	docs, err := lookup(ctx, request.index, run, parallel.Threads(request.options.Threads))
	if err != nil {
		return err
	}
	last, i, ok := "", 0, false // consecutive rows mostly have the same query
	for rowNumber, row := range run {
		if rowNumber%lookupRows == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if row.QueryID != last || !ok {
			last = row.QueryID
			i, ok = request.place[last]
		}
		if !ok {
			if request.dropped[row.QueryID] {
				continue
			}
			return &UnknownRow{row, "query"}
		}
		if docs[rowNumber] == unknownDoc {
			return &UnknownRow{row, "document"}
		}
		q := &request.queries[i]
		if q.Docs == nil {
			q.Docs = make([]Candidate, 0, min(request.options.Hits, 64))
			request.st.Add(1)
		}
		if len(q.Docs) < request.options.Hits {
			q.Docs = append(q.Docs, Candidate{Doc: docs[rowNumber], Rank: int32(row.Rank), Score: row.Score})
		}
	}
	return nil
}

// Doubt returns a sentence if no judged relevant document of the run's queries is in the run at any rank; "" otherwise. Such a run may be
// one over another collection with the same ids.
func (run Rows) Doubt(qrels []corpus.Qrel, minGrade int) string {
	type pair struct{ query, doc string }
	relevant := lists.Set(lists.Filter(qrels, func(j corpus.Qrel) bool { return j.Grade >= minGrade }),
		func(j corpus.Qrel) pair { return pair{j.QueryID, j.DocID} })
	isRelevant := func(row corpus.RunRow) bool { return relevant[pair{row.QueryID, row.DocID}] }
	if len(relevant) == 0 || slices.ContainsFunc(run, isRelevant) {
		return ""
	}
	numRelevant, ranked := 0, lists.Set(run, func(row corpus.RunRow) string { return row.QueryID })
	for j := range relevant {
		if ranked[j.query] {
			numRelevant++
		}
	}
	if numRelevant == 0 {
		return ""
	}
	return fmt.Sprintf("0 of the relevant documents of the run's queries (%s) are in it, at any rank: is it a run over this collection?",
		terminal.Group(numRelevant))
}

// lookupRows is the number of rows of a run that are looked up at a time.
const lookupRows = 4096

// unknownDoc marks an id that the collection lacks; no index has a document of this number.
const unknownDoc = math.MaxUint32

// lookup returns the document number of every row, or unknownDoc for an unknown id.
func lookup(ctx context.Context, x index.Reader, run []corpus.RunRow, threads int) ([]uint32, error) {
	docs := make([]uint32, len(run))
	return docs, parallel.Pieces(ctx, threads, len(run), lookupRows, func(_, first, end int) error {
		for i := first; i < end; i++ {
			doc, ok := x.Doc(run[i].DocID)
			if docs[i] = doc; !ok {
				docs[i] = unknownDoc
			}
		}
		return nil
	})
}
