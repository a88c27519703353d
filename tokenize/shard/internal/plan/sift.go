package plan

import (
	"slices"

	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The reasons for which pairs are dropped.
const (
	EmptyText = "empty_text" // query, positive or negative is nothing but white space: several formats cannot carry it
	SameText  = "same_text"  // the negative's text is that of the pair's positive or of a judged positive of the query
)

// positiveText is a query with the text of a document.
func positiveText(query uint32, folded uint64) uint64 {
	return folded ^ uint64(query)*0x9E3779B97F4A7C15
}

// judgedTexts are the texts of the judged positives of every query, sorted.
func judgedTexts(rows Items[Row], st *Store) (judged []uint64) {
	for r := range rows.Briefly {
		if r.Source == pairs.Judged {
			judged = append(judged, positiveText(r.Query, st.Info[r.Pos].Folded))
		}
	}
	slices.Sort(judged)
	return slices.Compact(judged)
}

// sift keeps the rows of a split that can be trained on and calls dropped with every other one; judged are its judgedTexts. Two
// texts are the same when their folded forms have the same 64-bit hash.
func sift(rows Items[Row], judged []uint64, st *Store, dropped func(p *pairs.Pair, reason string), counted *progress.Stage) Items[Row] {
	kept := make([]uint32, 0, rows.N)
	for i := range rows.N {
		counted.Add(1)
		r := rows.brief(i)
		query, pos, neg := &st.Info[r.Query], &st.Info[r.Pos], &st.Info[r.Neg]
		_, same := slices.BinarySearch(judged, positiveText(r.Query, neg.Folded))
		switch {
		case query.empty || pos.empty || neg.empty:
			dropped(&r.Pair, EmptyText)
		case r.Class == nil && (pos.Folded == neg.Folded || same): // a class is no negative
			dropped(&r.Pair, SameText)
		default:
			kept = append(kept, uint32(i))
		}
	}
	if len(kept) == rows.N {
		return rows
	}
	return rows.pick(kept)
}
