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
// the next lower single-precision number. A row whose ids hold spaces is separated by TABs.
func WriteRun(w io.Writer, rows iter.Seq[Scored], tag string) error {
	if tag == "" || strings.ContainsAny(tag, " \t\r\n") {
		return fmt.Errorf("run tag %q is empty or holds white space", tag)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	done := map[string]bool{}
	query, rank := "", 0
	var above float32 // the score written last for this query
	var line []byte
	for r := range rows {
		if r.QueryID != query || rank == 0 {
			if done[r.QueryID] {
				return fmt.Errorf("the rows of query %q are not adjacent", r.QueryID)
			}
			done[r.QueryID] = true
			query, rank, above = r.QueryID, 0, float32(math.Inf(1))
		}
		rank++
		separator := byte(' ')
		for _, id := range [...]string{r.QueryID, r.DocID} {
			switch {
			case id == "" || strings.ContainsAny(id, "\t\r\n"):
				return fmt.Errorf("id %q cannot stand in a run", id)
			case strings.Contains(id, " "):
				separator = '\t'
			}
		}
		if math.IsNaN(r.Score) || math.Abs(r.Score) > math.MaxFloat32 {
			return fmt.Errorf("query %q: document %q has the score %v, which cannot be written", r.QueryID, r.DocID, r.Score)
		}
		line = append(append(line[:0], r.QueryID...), separator, 'Q', '0', separator)
		line = append(append(line, r.DocID...), separator)
		line = append(strconv.AppendInt(line, int64(rank), 10), separator)
		if single := float32(r.Score); single < above {
			above = single
			line = strconv.AppendFloat(line, r.Score, 'g', -1, 64)
		} else {
			above = math.Nextafter32(above, float32(math.Inf(-1)))
			line = strconv.AppendFloat(line, float64(above), 'g', -1, 32)
		}
		line = append(append(append(line, separator), tag...), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}
