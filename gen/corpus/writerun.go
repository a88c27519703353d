package corpus

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs/parallel"
)

// WriteRun writes rows, grouped by query and each query best first, as a six-column run with ranks from 1. The written
// scores strictly fall within a query, also in single precision, to which trec_eval rounds them, so that every evaluator
// sees the given order: a score is written so that it reads back unchanged, and one that does not fall is replaced by
// the next lower single-precision number. A row whose ids hold spaces is separated by TABs.
func WriteRun(w io.Writer, rows iter.Seq[Scored], tag string) error {
	f, err := newRunFormat(tag)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	done := map[string]bool{}
	for r := range rows {
		if f.begins(r) {
			if done[r.QueryID] {
				return fmt.Errorf("the rows of query %q are not adjacent", r.QueryID)
			}
			done[r.QueryID] = true
		}
		line, err := f.append(out.AvailableBuffer(), r)
		if err != nil {
			return err
		}
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// WriteRuns is WriteRun of n queries whose rows are made on so many threads: rows appends those of query i.
func WriteRuns(ctx context.Context, w io.Writer, n, threads int, rows func(out []Scored, i int) []Scored, tag string) error {
	const atOnce, parts = 64, 16 // queries a part, and parts a thread that are written together
	texts := make([][]byte, parts*threads)
	done := make(map[string]bool, n)
	for begin := 0; begin < n; begin += atOnce * len(texts) {
		firsts := make([][]string, len(texts))
		err := parallel.Each(ctx, threads, len(texts), func(int) func(int) error {
			var list []Scored
			return func(part int) error {
				f, err := newRunFormat(tag)
				text, low := texts[part][:0], min(begin+part*atOnce, n)
				for i := low; i < min(low+atOnce, n) && err == nil; i++ {
					list = rows(list[:0], i)
					for _, r := range list {
						if f.begins(r) {
							firsts[part] = append(firsts[part], r.QueryID)
						}
						if text, err = f.append(text, r); err != nil {
							break
						}
					}
				}
				texts[part] = text
				return err
			}
		})
		if err != nil {
			return err
		}
		for part, text := range texts {
			for _, id := range firsts[part] {
				if done[id] {
					return fmt.Errorf("the rows of query %q are not adjacent", id)
				}
				done[id] = true
			}
			if _, err := w.Write(text); err != nil {
				return err
			}
		}
	}
	return nil
}

// runFormat makes the lines of a run.
type runFormat struct {
	tag   string
	query string
	rank  int     // of the line made last, 0 before any
	above float32 // the score made last for this query
}

func newRunFormat(tag string) (*runFormat, error) {
	if tag == "" || strings.ContainsAny(tag, " \t\r\n") {
		return nil, fmt.Errorf("run tag %q is empty or holds white space", tag)
	}
	return &runFormat{tag: tag}, nil
}

// begins says that r is of another query than the line made last.
func (f *runFormat) begins(r Scored) bool { return r.QueryID != f.query || f.rank == 0 }

// append appends a row's line.
func (f *runFormat) append(line []byte, r Scored) ([]byte, error) {
	if f.begins(r) {
		f.query, f.rank, f.above = r.QueryID, 0, float32(math.Inf(1))
	}
	f.rank++
	separator := byte(' ')
	for _, id := range [...]string{r.QueryID, r.DocID} {
		switch {
		case id == "" || strings.ContainsAny(id, "\t\r\n"):
			return line, fmt.Errorf("id %q cannot stand in a run", id)
		case strings.Contains(id, " "):
			separator = '\t'
		}
	}
	if math.IsNaN(r.Score) || math.Abs(r.Score) > math.MaxFloat32 {
		return line, fmt.Errorf("query %q: document %q has the score %v, which cannot be written", r.QueryID, r.DocID, r.Score)
	}
	line = append(append(line, r.QueryID...), separator, 'Q', '0', separator)
	line = append(append(line, r.DocID...), separator)
	line = append(strconv.AppendInt(line, int64(f.rank), 10), separator)
	if single := float32(r.Score); single < f.above {
		f.above = single
		line = strconv.AppendFloat(line, r.Score, 'g', -1, 64)
	} else {
		f.above = math.Nextafter32(f.above, float32(math.Inf(-1)))
		line = strconv.AppendFloat(line, float64(f.above), 'g', -1, 32)
	}
	return append(append(append(line, separator), f.tag...), '\n'), nil
}
