package synth

import (
	"bufio"
	"context"
	"io"
	"strconv"

	"github.com/axiomine/axiomine/internal/ui/progress"
	"golang.org/x/sync/errgroup"
)

// WriteDocs writes the passages as MS MARCO's collection.tsv: their number, a tab, the text.
func (c *Collection) WriteDocs(ctx context.Context, w io.Writer, threads int, st *progress.Stage) error {
	return inOrder(ctx, w, c.docs, threads, st, func(line []byte, d int) []byte {
		line = strconv.AppendInt(line, int64(d), 10)
		line = c.AppendPassage(append(line, '\t'), d)
		return append(line, '\n')
	})
}

// WriteQueries writes n queries as MS MARCO's queries.tsv, numbered from 1, and their judgements as qrels.tsv.
func (c *Collection) WriteQueries(ctx context.Context, queries, qrels io.Writer, n int, st *progress.Stage) error {
	q, j := bufio.NewWriter(queries), bufio.NewWriter(qrels)
	var text []byte
	for i := range n {
		if i%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		id := strconv.Itoa(i + 1)
		var relevant int
		text, relevant = c.AppendQuery(text[:0], i)
		q.WriteString(id + "\t")
		q.Write(append(text, '\n'))
		j.WriteString(id + "\t0\t" + strconv.Itoa(relevant) + "\t1\n")
		st.Add(1)
	}
	if err := q.Flush(); err != nil {
		return err
	}
	return j.Flush()
}

// inOrder writes n lines, made in parallel, in their order.
func inOrder(ctx context.Context, w io.Writer, n, threads int, st *progress.Stage, line func([]byte, int) []byte) error {
	const chunk = 2048
	buffers := make([][]byte, threads)
	for begin := 0; begin < n; begin += chunk * threads {
		group, ctx := errgroup.WithContext(ctx)
		for t := range buffers {
			group.Go(func() error {
				buffers[t] = buffers[t][:0]
				first := begin + t*chunk
				for i := first; i < min(first+chunk, n); i++ {
					buffers[t] = line(buffers[t], i)
				}
				return ctx.Err()
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		for _, b := range buffers {
			if _, err := w.Write(b); err != nil {
				return err
			}
		}
		st.Add(min(chunk*threads, n-begin))
	}
	return nil
}
