package mine

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Unite merges queries whose texts are the same up to case, white space and compatible forms of Unicode (pairs.FoldCase): a model sees
// them as one query. The first of them gets the others' ids, and the candidates that only the others have, behind its own and without
// rank and score. The queries must have pooled judgements (CandidateOptions.Pooled).
func Unite(queries []Query) []Query {
	place := make(map[string]int, len(queries)) // of the first query of a text
	hasRepeat := false
	for i := range queries {
		if _, again := place[pairs.FoldCase(queries[i].Text)]; again {
			hasRepeat = true
			break
		}
		place[pairs.FoldCase(queries[i].Text)] = i
	}
	if !hasRepeat {
		return queries
	}
	clear(place)
	out := make([]Query, 0, len(queries))
	for _, q := range queries {
		text := pairs.FoldCase(q.Text)
		first, again := place[text]
		if !again {
			place[text] = len(out)
			out = append(out, q)
			continue
		}
		out[first].take(&q)
	}
	return out
}

// take adds to the query another one of the same text: its id, and the candidates that q lacks.
func (q *Query) take(other *Query) {
	q.SameText = append(append(q.SameText, other.ID), other.SameText...)
	isCandidate := make(map[uint32]bool, len(q.Docs))
	for _, c := range q.Docs {
		isCandidate[c.Doc] = true
	}
	var missing []Candidate
	for _, c := range other.Docs {
		if c.Made == 0 && !isCandidate[c.Doc] {
			c.Rank, c.Score = 0, noScore
			missing = append(missing, c)
			isCandidate[c.Doc] = true
		}
	}
	q.Docs = slices.Concat(q.Docs[:q.CollectionDocs()], missing, q.Docs[q.CollectionDocs():])
	var outside []Candidate
	for _, c := range append(q.Outside, other.Outside...) {
		if !isCandidate[c.Doc] {
			outside = append(outside, c)
			isCandidate[c.Doc] = true
		}
	}
	q.Outside = outside
}
