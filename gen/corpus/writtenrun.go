package corpus

import (
	"errors"
	"iter"
	"os"

	"github.com/axiomine/axiomine/configs/fault"
)

// Rows yields a run that lies in memory.
func Rows(run []Scored) iter.Seq2[Scored, error] {
	return func(yield func(Scored, error) bool) {
		for _, row := range run {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// WrittenRun yields the rows of a run that WriteRun wrote, in its order, and holds one at a time. They are what Run gives,
// since the scores fall within a query; a file that is not like that is an error. An empty file has no row.
func WrittenRun(path string) iter.Seq2[Scored, error] {
	return func(yield func(Scored, error) bool) {
		if info, err := os.Stat(path); err == nil && info.Size() == 0 {
			return
		}
		s, err := openSource(path, Defaults(), nil)
		if err != nil {
			yield(Scored{}, err)
			return
		}
		defer s.close()
		var last Scored
		err = eachLine(s, func(line []byte) error {
			r, bad := readTRECRow(line, false)
			if bad != "" {
				return fault.BadInput(path, s.line, "write the run again", "%s", bad)
			}
			next := Scored{QueryID: last.QueryID, DocID: string(r.doc), Rank: last.Rank + 1, Score: r.score}
			if string(r.query) != last.QueryID || last.Rank == 0 {
				next.QueryID, next.Rank = string(r.query), 1
			} else if !(r.score < last.Score) {
				return fault.BadInput(path, s.line, "write the run again", "the score does not fall below that of the row before")
			}
			last = next
			if !yield(next, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(Scored{}, err)
		}
	}
}
