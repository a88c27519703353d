package record

import (
	"cmp"
	"io"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
)

// WriteRanked writes rows as a run: queries in their order, each best first. Equal scores are in the
// order of an evaluator.
func WriteRanked(w io.Writer, rows []corpus.RunRow, tag string) error {
	place := map[string]int{}
	for _, r := range rows {
		if _, ok := place[r.QueryID]; !ok {
			place[r.QueryID] = len(place)
		}
	}
	list := slices.Clone(rows)
	slices.SortStableFunc(list, func(a, b corpus.RunRow) int {
		return cmp.Or(cmp.Compare(place[a.QueryID], place[b.QueryID]), cmp.Compare(b.Score, a.Score), cmp.Compare(b.DocID, a.DocID))
	})
	return corpus.WriteRun(w, slices.Values(list), tag)
}

// AppendRows appends the first candidates of q, one for each score.
func AppendRows(rows []corpus.RunRow, x index.Reader, q *mine.Query, scores []float64) []corpus.RunRow {
	for i, score := range scores {
		rows = append(rows, corpus.RunRow{QueryID: q.ID, DocID: q.Docs[i].ID(x), Rank: i + 1, Score: score})
	}
	return rows
}
