package mine

import "github.com/axiomine/axiomine/tokenize/pairs"

// Unite returns the queries of which no two have the same text but for case, white space and compatible forms of Unicode (pairs.FoldCase):
// to a model they are one. The first one takes the candidates that only the others have, behind its own and without rank and score, and
// the others' ids. The queries must have pooled judgements (CandidateOptions.Pooled).
func Unite(queries []Query) []Query {
	place := make(map[string]int, len(queries)) // of the first query of a text
	repeated := false
	for i := range queries {
		if _, again := place[pairs.FoldCase(queries[i].Text)]; again {
			repeated = true
			break
		}
		place[pairs.FoldCase(queries[i].Text)] = i
	}
	if !repeated {
		return queries
	}
	clear(place)
	united := make([]Query, 0, len(queries))
	for _, q := range queries {
		text := pairs.FoldCase(q.Text)
		first, again := place[text]
		if !again {
			place[text] = len(united)
			united = append(united, q)
			continue
		}
		united[first].take(&q)
	}
	return united
}

// take adds another query of the same text: its id, and the candidates that q lacks.
func (q *Query) take(other *Query) {
	q.SameText = append(append(q.SameText, other.ID), other.SameText...)
	known := make(map[uint32]bool, len(q.Docs))
	for _, c := range q.Docs {
		known[c.Doc] = true
	}
	var added []Candidate
	for _, c := range other.Docs {
		if c.Made == 0 && !known[c.Doc] {
			c.Rank, c.Score = 0, noScore
			added = append(added, c)
			known[c.Doc] = true
		}
	}
	if len(added) > 0 {
		made := len(q.Docs)
		for made > 0 && q.Docs[made-1].Made != 0 {
			made--
		}
		q.Docs = append(append(append(make([]Candidate, 0, len(q.Docs)+len(added)), q.Docs[:made]...), added...), q.Docs[made:]...)
	}
	var outside []Candidate
	for _, c := range append(q.Outside, other.Outside...) {
		if !known[c.Doc] {
			outside = append(outside, c)
			known[c.Doc] = true
		}
	}
	q.Outside = outside
}
