package plan

import (
	"slices"

	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/hashed"
)

// The reasons for which pairs are dropped.
const (
	EmptyText = "empty_text" // query, positive or negative is nothing but white space: several formats cannot carry it
	SameText  = "same_text"  // the negative's text is that of the positive or, where it is not relevant, of any judged positive of the query
)

// positiveText is a query with the text of a document.
func positiveText(query uint32, folded uint64) uint64 {
	return folded ^ uint64(query)*odd
}

// judgedTexts are the texts of the judged positives of every query.
func judgedTexts(rows Items[Row], st *Store) *hashed.Places {
	var judged []uint64
	for r := range rows.Briefly {
		if r.Source == pairs.Judged {
			judged = append(judged, positiveText(r.Query, st.Info[r.Pos].Folded))
		}
	}
	slices.Sort(judged)
	return hashed.PlacesOf(slices.Compact(judged))
}

// sift keeps the rows of a split that can be trained on and calls dropped with every other one; judged are its judgedTexts. Two
// texts are the same when their folded forms have the same 64-bit hash.
func sift(rows Items[Row], judged *hashed.Places, st *Store, threads int, dropped func(p *pairs.Pair, reason string),
	counted *progress.Stage) Items[Row] {
	left := make([][]uint32, parts(rows.N)) // by part: the rows that have a reason
	inParts(threads, rows.N, func(part, from, to int) {
		for i := from; i < to; i++ {
			if r := rows.brief(i); st.reason(&r, judged) != "" {
				left[part] = append(left[part], uint32(i))
			}
		}
		counted.Add(to - from)
	})
	without := slices.Concat(left...)
	if len(without) == 0 {
		return rows
	}
	kept := make([]uint32, 0, rows.N-len(without))
	for i := range uint32(rows.N) {
		if len(without) == 0 || without[0] != i {
			kept = append(kept, i)
			continue
		}
		without = without[1:]
		r := rows.brief(int(i))
		dropped(&r.Pair, st.reason(&r, judged))
	}
	return rows.pick(kept)
}

// reason is why a row is dropped, empty where it is kept. A relevant negative is a positive of other rows.
func (s *Store) reason(r *Row, judged *hashed.Places) string {
	query, pos, neg := &s.Info[r.Query], &s.Info[r.Pos], &s.Info[r.Neg]
	switch {
	case query.empty || pos.empty || neg.empty:
		return EmptyText
	case r.Class != nil: // a class is no negative
		return ""
	case pos.Folded == neg.Folded:
		return SameText
	}
	if !r.AreRelevant() && judged.Number(positiveText(r.Query, neg.Folded)) >= 0 {
		return SameText
	}
	return ""
}
