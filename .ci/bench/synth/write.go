package main

import (
	"bufio"
	"io"
	"runtime"
	"strconv"
	"sync"
)

// writeDocs writes the passages as MS MARCO's collection.tsv: their number, a tab, the text.
func (c *collection) writeDocs(w io.Writer) error {
	const chunk = 2048
	buffers := make([][]byte, runtime.GOMAXPROCS(0))
	for begin := 0; begin < c.docs; begin += chunk * len(buffers) {
		var group sync.WaitGroup
		for t := range buffers {
			group.Go(func() {
				buffers[t] = buffers[t][:0]
				first := begin + t*chunk
				for d := first; d < min(first+chunk, c.docs); d++ {
					line := strconv.AppendInt(buffers[t], int64(d), 10)
					buffers[t] = append(c.appendPassage(append(line, '\t'), d), '\n')
				}
			})
		}
		group.Wait()
		for _, b := range buffers {
			if _, err := w.Write(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeQueries writes n queries as MS MARCO's queries.tsv, numbered from 1, and their judgements as qrels.tsv.
func (c *collection) writeQueries(queries, qrels io.Writer, n int) error {
	q, j := bufio.NewWriter(queries), bufio.NewWriter(qrels)
	var text []byte
	for i := range n {
		id := strconv.Itoa(i + 1)
		var relevant int
		text, relevant = c.appendQuery(text[:0], i)
		q.WriteString(id + "\t")
		q.Write(append(text, '\n'))
		j.WriteString(id + "\t0\t" + strconv.Itoa(relevant) + "\t1\n")
	}
	if err := q.Flush(); err != nil {
		return err
	}
	return j.Flush()
}
