package train

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

const completeHint = "the run has a line `QUERY Q0 DOCUMENT RANK SCORE TAG` for every candidate, and for nothing else; " + helpHint

// readRun reads a run that a command wrote. It returns an error unless the run has a finite score for each
// candidate of queries, and no other row.
func readRun(path string, queries []mine.Query, x index.Reader, o read.Options) ([]corpus.RunRow, error) {
	const place = "write it to the place that {output} stands for"
	switch file, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errs.BadInput(path, 0, place, "the command of train.ranker did not write it")
	case err == nil && !file.Mode().IsRegular(): // reading a FIFO would wait for ever
		return nil, errs.BadInput(path, 0, place, "the command of train.ranker left no regular file (%s)", file.Mode().Type())
	}
	o.Strict, o.RunFormat, o.Hits = true, read.TREC, 0
	var rep read.Report
	rows, err := read.Run(path, "", o, &rep)
	if inputErr, ok := errors.AsType[*errs.Error](err); ok && inputErr.Kind == errs.Input {
		inputErr.Hint = completeHint
	}
	if err != nil {
		return nil, err
	}
	for _, r := range rep.Reasons {
		if r.Skipped {
			return nil, errs.BadInput(path, r.Places[0].Line, completeHint, "%s", r.Text)
		}
	}
	invalid := func(row corpus.RunRow, format string, args ...any) error {
		return errs.BadInput(path, read.RunLine(path, "", o, row.QueryID, row.DocID), completeHint, format, args...)
	}
	byQuery := map[string]map[string]bool{} // by query, then candidate: whether the run scores the candidate
	for i := range queries {
		isScored := map[string]bool{}
		for d := range queries[i].CollectionDocs() {
			isScored[queries[i].Docs[d].ID(x)] = false
		}
		byQuery[queries[i].ID] = isScored
	}
	for _, row := range rows {
		isScored, ok := byQuery[row.QueryID]
		_, isCandidate := isScored[row.DocID]
		_, exists := x.Doc(row.DocID)
		switch {
		case !ok:
			return nil, invalid(row, "the run names the unknown query %q", row.QueryID)
		case !exists:
			return nil, invalid(row, "the run names the unknown document %q (query %q)", row.DocID, row.QueryID)
		case !isCandidate:
			return nil, invalid(row, "document %q is no candidate of query %q", row.DocID, row.QueryID)
		case math.Abs(row.Score) > math.MaxFloat32: // evaluators store scores in single precision
			return nil, invalid(row, "the score %g of document %q for query %q is not within +-%.2g", row.Score, row.DocID, row.QueryID, math.MaxFloat32)
		}
		isScored[row.DocID] = true
	}
	numCandidates, numMissing, firstMissing := 0, 0, ""
	for i := range queries {
		for d := range queries[i].CollectionDocs() {
			numCandidates++
			if id := queries[i].Docs[d].ID(x); !byQuery[queries[i].ID][id] {
				if numMissing++; numMissing == 1 {
					firstMissing = fmt.Sprintf("document %q of query %q", id, queries[i].ID)
				}
			}
		}
	}
	if numMissing > 0 {
		return nil, errs.BadInput(path, 0, completeHint, "%s of %s have no score, first %s", terminal.Group(numMissing),
			terminal.Plural(numCandidates, "candidate", "candidates"), firstMissing)
	}
	return rows, nil
}
