package mine

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// StoredRun is the path of a file that WriteStored wrote: a run of the same queries over the same index, by document number, so that a
// retrieved run need not be parsed and looked up again.
type StoredRun string

// StoredFormat is the version of the format.
const StoredFormat = 1

// storedMark begins the file; its last byte is the version.
const storedMark = "axrun\x00\x00" + string(rune(StoredFormat))

// storedBytes is the size of a candidate: its document's number and its score.
const storedBytes = 4 + 8

// WriteStored writes the queries' candidates, all little-endian: the number of queries (uint32), then of each query the number of its
// candidates (uint32) and these, best first: document (uint32) and score (float64).
func WriteStored(w io.Writer, queries []Query) error {
	out := bufio.NewWriterSize(w, 1<<16)
	out.WriteString(storedMark)
	le := binary.LittleEndian
	out.Write(le.AppendUint32(out.AvailableBuffer(), uint32(len(queries))))
	for i := range queries {
		docs := queries[i].Docs
		out.Write(le.AppendUint32(out.AvailableBuffer(), uint32(len(docs))))
		for _, c := range docs {
			out.Write(le.AppendUint64(le.AppendUint32(out.AvailableBuffer(), c.Doc), math.Float64bits(c.Score)))
		}
	}
	return out.Flush()
}

// fill reads the candidates from the file. Ranks are counted from 1.
func (path StoredRun) fill(ctx context.Context, request *candidateRequest) error {
	request.st.Total(len(request.queries))
	f, err := safefile.Open(string(path))
	if err != nil {
		return errs.CannotOpen(string(path), err)
	}
	defer f.Close()
	if err := readStored(ctx, bufio.NewReaderSize(f, 1<<20), request); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return errs.BadInput(string(path), 0, "remove it, and run the command again with --resume", "%v", err)
	}
	return nil
}

// readStored reads the candidates of the queries. It returns an error if they do not fit the queries, the depth or the index.
func readStored(ctx context.Context, in *bufio.Reader, request *candidateRequest) error {
	head := make([]byte, len(storedMark)+4)
	if _, err := io.ReadFull(in, head); err != nil || string(head[:len(storedMark)]) != storedMark {
		return fmt.Errorf("it does not begin as stored candidates do")
	}
	le, documents := binary.LittleEndian, uint32(request.index.NumDocs())
	if n := le.Uint32(head[len(storedMark):]); int64(n) != int64(len(request.queries)) {
		return fmt.Errorf("candidates of %s, and there are %d", terminal.Plural(n, "query", "queries"), len(request.queries))
	}
	var room []byte
	for i := range request.queries {
		if err := ctx.Err(); err != nil {
			return err
		}
		q := &request.queries[i]
		if _, err := io.ReadFull(in, head[:4]); err != nil {
			return fmt.Errorf("it ends before query %s", q.ID)
		}
		n := le.Uint32(head)
		if n == 0 {
			continue
		}
		if int64(n) > int64(request.options.Hits) {
			return fmt.Errorf("query %s has %s, more than %d", q.ID, terminal.Plural(n, "candidate", "candidates"), request.options.Hits)
		}
		if cap(room) < int(n)*storedBytes {
			room = make([]byte, int(n)*storedBytes)
		}
		room = room[:int(n)*storedBytes]
		if _, err := io.ReadFull(in, room); err != nil {
			return fmt.Errorf("it ends within query %s", q.ID)
		}
		q.Docs = make([]Candidate, n)
		for rank := range q.Docs {
			row := room[rank*storedBytes:]
			c := Candidate{Doc: le.Uint32(row), Rank: int32(rank + 1), Score: math.Float64frombits(le.Uint64(row[4:]))}
			if c.Doc >= documents {
				return fmt.Errorf("query %s has document %d, and the index holds %d", q.ID, c.Doc, documents)
			}
			if math.IsInf(c.Score, 0) || math.IsNaN(c.Score) || rank > 0 && c.Score >= q.Docs[rank-1].Score {
				return fmt.Errorf("query %s has scores that do not fall", q.ID)
			}
			q.Docs[rank] = c
		}
		request.st.Add(1)
	}
	if _, err := in.ReadByte(); err != io.EOF {
		return fmt.Errorf("it goes on behind the last query")
	}
	return nil
}

// Rows is a run in evaluator order.
type Rows []corpus.RunRow

// fill looks up the documents of the rows and appends them to their queries.
func (run Rows) fill(ctx context.Context, request *candidateRequest) error {
	request.st.Total(len(request.queries))
	docs, err := lookup(ctx, request.index, run, parallel.Threads(request.options.Threads))
	if err != nil {
		return err
	}
	last, i, ok := "", 0, false // rows of a query mostly follow each other
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

// lookupRows is how many rows of a run are looked up at a time.
const lookupRows = 4096

// unknownDoc marks an id that the collection lacks; no index has a document of this number.
const unknownDoc = math.MaxUint32

// lookup returns the document number of every row, unknownDoc for an unknown id. Threads share the work, since finding ids takes most of
// the time of a long run.
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
