package corpus

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
)

// WriteRun writes rows as a run of six columns with ranks from 1. Rows must be grouped by query, with the best row of a query first. The
// written scores fall strictly within a query, also in the single precision of trec_eval, so that every evaluator has this order. A score
// that falls is written unchanged. Any other score is replaced by the next lower number of single precision. An id that cannot be in a run
// is an error.
func WriteRun(w io.Writer, rows iter.Seq[RunRow], tag string) error {
	f, err := NewRunFormat(tag)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	queries := map[string]bool{}
	for r := range rows {
		if f.begins(r) {
			if queries[r.QueryID] {
				return fmt.Errorf("the rows of query %q are not adjacent", r.QueryID)
			}
			queries[r.QueryID] = true
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

// RunFormat formats the lines of a run as WriteRun does.
type RunFormat struct {
	tag       string
	query     string
	rank      int     // rank of the last line; 0 before the first line
	lastScore float32 // score of the last line in single precision
	score     float64 // score of the last line as it is written
}

// Score returns the score of the last line as it is written.
func (f *RunFormat) Score() float64 { return f.score }

// NewRunFormat returns a RunFormat with a tag, which may not hold white space.
func NewRunFormat(tag string) (*RunFormat, error) {
	if tag == "" || strings.ContainsAny(tag, " \t\r\n") {
		return nil, fmt.Errorf("run tag %q is empty or holds white space", tag)
	}
	return &RunFormat{tag: tag}, nil
}

// begins reports whether r has another query than the last line.
func (f *RunFormat) begins(r RunRow) bool { return r.QueryID != f.query || f.rank == 0 }

// Append appends the line of a row to line. Rows of a query must be adjacent.
func (f *RunFormat) Append(line []byte, r RunRow) ([]byte, error) {
	if f.begins(r) {
		f.query, f.rank, f.lastScore = r.QueryID, 0, float32(math.Inf(1))
	}
	f.rank++
	for _, id := range [...]string{r.QueryID, r.DocID} {
		if id == "" || strings.ContainsFunc(id, celltext.IsForbiddenInID) {
			return line, errs.BadInput("", 0, "rename it: a run divides its fields at spaces", "id %q cannot stand in a run", id)
		}
	}
	if math.IsNaN(r.Score) || math.Abs(r.Score) > math.MaxFloat32 {
		return line, errs.BadInput("", 0, "scale the scores", "query %q: document %q has the score %v, beyond single precision",
			r.QueryID, r.DocID, r.Score)
	}
	if strings.HasPrefix(r.QueryID, "#") { // a line that begins with # is a comment
		line = append(line, ' ')
	}
	line = append(append(line, r.QueryID...), " Q0 "...)
	line = append(append(line, r.DocID...), ' ')
	line = append(strconv.AppendInt(line, int64(f.rank), 10), ' ')
	if single := float32(r.Score); single < f.lastScore {
		f.lastScore, f.score = single, r.Score
		line = strconv.AppendFloat(line, r.Score, 'g', -1, 64)
	} else {
		f.lastScore = math.Nextafter32(f.lastScore, float32(math.Inf(-1)))
		begin := len(line)
		line = strconv.AppendFloat(line, float64(f.lastScore), 'g', -1, 32)
		f.score, _ = numeral.Parse(string(line[begin:])) // the digits of a single-precision number
	}
	return append(append(append(line, ' '), f.tag...), '\n'), nil
}
