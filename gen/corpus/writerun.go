package corpus

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"
)

// WriteRun writes rows, grouped by query and each query best first, as a six-column run with ranks from 1. The written
// scores strictly fall within a query, also in single precision, to which trec_eval rounds them, so that every evaluator
// sees the given order: a score is written so that it reads back unchanged, and one that does not fall is replaced by
// the next lower single-precision number. Ids that no run can hold are an error.
func WriteRun(w io.Writer, rows iter.Seq[Scored], tag string) error {
	f, err := NewRunFormat(tag)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	visited := map[string]bool{}
	for r := range rows {
		if f.begins(r) {
			if visited[r.QueryID] {
				return fmt.Errorf("the rows of query %q are not adjacent", r.QueryID)
			}
			visited[r.QueryID] = true
		}
		line, err := f.Append(out.AvailableBuffer(), r)
		if err != nil {
			return err
		}
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// RunFormat makes the lines of WriteRun.
type RunFormat struct {
	tag   string
	query string
	rank  int     // of the line made last, 0 before any
	above float32 // the score made last for this query
	score float64 // that score as it reads back
}

// Score is the score of the line made last as it reads back.
func (f *RunFormat) Score() float64 { return f.score }

// NewRunFormat makes lines with a tag, which may have no white space.
func NewRunFormat(tag string) (*RunFormat, error) {
	if tag == "" || strings.ContainsAny(tag, " \t\r\n") {
		return nil, fmt.Errorf("run tag %q is empty or holds white space", tag)
	}
	return &RunFormat{tag: tag}, nil
}

// begins says that r is of another query than the line made last.
func (f *RunFormat) begins(r Scored) bool { return r.QueryID != f.query || f.rank == 0 }

// Append appends a row's line. Rows of a query follow each other.
func (f *RunFormat) Append(line []byte, r Scored) ([]byte, error) {
	if f.begins(r) {
		f.query, f.rank, f.above = r.QueryID, 0, float32(math.Inf(1))
	}
	f.rank++
	for _, id := range [...]string{r.QueryID, r.DocID} {
		if id == "" || strings.ContainsFunc(id, isForbidden) {
			return line, fmt.Errorf("id %q cannot stand in a run", id)
		}
	}
	if math.IsNaN(r.Score) || math.Abs(r.Score) > math.MaxFloat32 {
		return line, fmt.Errorf("query %q: document %q has the score %v, which cannot be written", r.QueryID, r.DocID, r.Score)
	}
	line = append(append(line, r.QueryID...), " Q0 "...)
	line = append(append(line, r.DocID...), ' ')
	line = append(strconv.AppendInt(line, int64(f.rank), 10), ' ')
	if single := float32(r.Score); single < f.above {
		f.above, f.score = single, r.Score
		line = strconv.AppendFloat(line, r.Score, 'g', -1, 64)
	} else {
		f.above = math.Nextafter32(f.above, float32(math.Inf(-1)))
		begin := len(line)
		line = strconv.AppendFloat(line, float64(f.above), 'g', -1, 32)
		f.score, _ = strconv.ParseFloat(string(line[begin:]), 64) // its digits are those of a single
	}
	return append(append(append(line, ' '), f.tag...), '\n'), nil
}
