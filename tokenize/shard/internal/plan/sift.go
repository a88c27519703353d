package plan

import (
	"slices"

	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The reasons for which pairs are dropped.
const (
	EmptyText = "empty_text" // there is nothing to read in the query, the positive or the negative (pairs.IsMissing)
	SameText  = "same_text"  // the negative has the text of the positive or, if it is not relevant, of any judged positive of the query
	// RepeatedText means that an earlier pair of the task has the same texts with other ids. Many collections hold some texts twice.
	RepeatedText = "repeated_text"
)

// positiveText returns the key of a query and a document's text.
func positiveText(query uint32, text uint64) intern.Sum {
	return intern.Sum{High: uint64(query), Low: text}
}

// findJudged returns the sorted keys of all judged positives.
func findJudged(rows Items[Row], st *Store) []intern.Sum {
	var keys []intern.Sum
	for r := range rows.EachBrief {
		if r.Source == pairs.Judged {
			keys = append(keys, positiveText(r.Query, st.Info[r.Pos].Folded))
		}
	}
	slices.SortFunc(keys, intern.Sum.Compare)
	return slices.Compact(keys)
}

// sift returns the rows of a split that can be trained on, and calls drop with every other row. positives is the result of findJudged.
func sift(rows Items[Row], positives []intern.Sum, st *Store, threads int, drop func(p *pairs.Pair, reason string),
	stage *progress.Stage) Items[Row] {
	byBlock := make([][]uint32, numBlocks(rows.N)) // has, for each block, the rows that may be dropped
	eachBlock(threads, rows.N, func(block, first, end int) {
		for i := first; i < end; i++ {
			if r := rows.brief(i); st.isRepeated(&r) || st.reason(&r, positives) != "" {
				byBlock[block] = append(byBlock[block], uint32(i))
			}
		}
		stage.Add(end - first)
	})
	earlier := earlierTexts{}
	unusable := slices.DeleteFunc(slices.Concat(byBlock...), func(i uint32) bool {
		r := rows.brief(int(i))
		reason := st.reason(&r, positives)
		if reason == "" && earlier.hasTexts(&r, st) {
			reason = RepeatedText
		}
		if reason != "" {
			drop(&r.Pair, reason)
		}
		return reason == ""
	})
	if len(unusable) == 0 {
		return rows
	}
	usable := make([]uint32, 0, rows.N-len(unusable))
	for i := range uint32(rows.N) {
		if len(unusable) > 0 && unusable[0] == i {
			unusable = unusable[1:]
			continue
		}
		usable = append(usable, i)
	}
	return rows.pick(usable)
}

// earlierTexts maps the texts of a row without case to their numbers in the first row that has them.
type earlierTexts map[rowTexts][3]uint32

// rowTexts is a row's task, with TextInfo.Folded of each of its texts.
type rowTexts struct {
	task            string
	query, pos, neg uint64
}

// hasTexts reports whether an earlier row has the row's texts with other ids. It is false for a row that repeats the ids too, on purpose.
func (e earlierTexts) hasTexts(r *Row, s *Store) bool {
	if r.Class != nil {
		return false
	}
	key, numbers := rowTexts{r.Task, s.Info[r.Query].Folded, s.Info[r.Pos].Folded, s.Info[r.Neg].Folded}, [3]uint32{r.Query, r.Pos, r.Neg}
	first, ok := e[key]
	if !ok {
		e[key] = numbers
	}
	return ok && first != numbers
}

// isRepeated reports whether one of the row's texts may have a second id.
func (s *Store) isRepeated(r *Row) bool {
	return s.Info[r.Query].isRepeated || s.Info[r.Pos].isRepeated || s.Info[r.Neg].isRepeated
}

// reason returns the reason for which a row is dropped, and "" for a row that is kept. A relevant negative may have the text of a judged
// positive.
func (s *Store) reason(r *Row, positives []intern.Sum) string {
	query, pos, neg := &s.Info[r.Query], &s.Info[r.Pos], &s.Info[r.Neg]
	switch {
	case query.isMissing || pos.isMissing || neg.isMissing:
		return EmptyText
	case r.Class != nil: // a class is no negative
		return ""
	case pos.Folded == neg.Folded:
		return SameText
	}
	_, isPositive := slices.BinarySearchFunc(positives, positiveText(r.Query, neg.Folded), intern.Sum.Compare)
	if isPositive && !r.AreRelevant() {
		return SameText
	}
	return ""
}
