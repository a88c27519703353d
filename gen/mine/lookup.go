package mine

import (
	"cmp"
	"context"
	"iter"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/parallel"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"golang.org/x/sync/errgroup"
)

// Rows are a run that is in evaluator order.
type Rows iter.Seq2[corpus.Scored, error]

// fill looks the ids of the rows up.
func (run Rows) fill(ctx context.Context, of *seeking) error {
	of.st.Total(len(of.queries))
	last, at, ok := "", 0, false // rows of a query mostly follow each other
	skip := of.options.SkipUnknown
	return lookup(ctx, of.index, iter.Seq2[corpus.Scored, error](run), parallel.Threads(of.options.Threads),
		func(row corpus.Scored, doc uint32, known bool) error {
			if row.QueryID != last || !ok {
				last = row.QueryID
				at, ok = of.place[last]
			}
			if !ok {
				if of.dropped[row.QueryID] {
					return nil
				}
				of.census.UnknownRunQueries++
				if !skip {
					return &UnknownRow{row, "query"}
				}
				return nil
			}
			if !known {
				of.census.UnknownRunDocs++
				if !skip {
					return &UnknownRow{row, "document"}
				}
				return nil
			}
			q := &of.queries[at]
			if q.Docs == nil {
				q.Docs = make([]Candidate, 0, min(of.options.Hits, 64))
				of.st.Add(1)
			}
			if len(q.Docs) < of.options.Hits {
				q.Docs = append(q.Docs, Candidate{Doc: doc, Rank: int32(row.Rank), Score: row.Score})
			}
			return nil
		})
}

// lookupRows is how many rows of a run are looked up at a time.
const lookupRows = 4096

// looked is a batch of rows with the documents that they name.
type looked struct {
	rows  []corpus.Scored
	docs  []uint32
	known []bool
	err   error         // the run's, after these rows
	ready chan struct{} // receives once docs and known are filled
}

// find fills in the documents.
func (b *looked) find(x *index.Index) (err error) {
	defer fault.Rescue(&err)
	for _, row := range b.rows {
		doc, known := x.Doc(row.DocID)
		b.docs, b.known = append(b.docs, doc), append(b.known, known)
	}
	return nil
}

// lookup calls each, in the run's order, with every row and the document of its id, until it fails. Most of the time that a
// long run takes goes into finding its ids in the index, which threads share. What it does is
//
//	for row, err := range run { ...; doc, known := x.Doc(row.DocID); each(row, doc, known) }
func lookup(ctx context.Context, x *index.Index, run iter.Seq2[corpus.Scored, error], threads int,
	each func(row corpus.Scored, doc uint32, known bool) error) error {
	g, ctx := errgroup.WithContext(ctx)
	free := make(chan *looked, 2*threads+1)
	for range cap(free) {
		free <- &looked{ready: make(chan struct{}, 1)}
	}
	work, order := make(chan *looked, cap(free)), make(chan *looked, cap(free)) // with room for all: sending never blocks
	g.Go(func() error {
		defer close(work)
		defer close(order)
		send := func(b *looked) { work <- b; order <- b }
		var b *looked
		for row, err := range run {
			if b == nil {
				select {
				case b = <-free:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			if b.err = err; err == nil {
				b.rows = append(b.rows, row)
			}
			if err != nil || len(b.rows) == lookupRows {
				send(b)
				b = nil
			}
		}
		if b != nil {
			send(b)
		}
		return nil
	})
	for range threads {
		g.Go(func() error {
			for b := range work {
				if err := b.find(x); err != nil { // the rows are not believed
					b.rows, b.err = b.rows[:0], err
				}
				b.ready <- struct{}{}
			}
			return nil
		})
	}
	g.Go(func() error {
		for b := range order {
			<-b.ready
			for i, row := range b.rows {
				if err := each(row, b.docs[i], b.known[i]); err != nil {
					return err
				}
			}
			if err := cmp.Or(b.err, ctx.Err()); err != nil {
				return err
			}
			b.rows, b.docs, b.known = b.rows[:0], b.docs[:0], b.known[:0]
			free <- b
		}
		return nil
	})
	return g.Wait()
}
