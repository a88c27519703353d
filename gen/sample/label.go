package sample

import "github.com/axiomine/axiomine/tokenize/pairs"

// Labels of the contract: 2 judged relevant, 1 preferred by an axiom, 0 the rest.
const (
	LabelRelevant  = 2
	LabelPreferred = 1
	LabelRest      = 0
)

// labelCandidates returns the candidates' labels under the multi-graded strategy: a non-relevant document gets label 1 if any preference
// left after filters and conflicts puts it first.
func labelCandidates(q *Query, pools [][]pairs.Instance, minGrade int, labels []int8) []int8 {
	labels = labels[:0]
	for doc := range q.Docs {
		label := int8(LabelRest)
		if q.isRelevant(int32(doc), minGrade) {
			label = LabelRelevant
		}
		labels = append(labels, label)
	}
	for _, pool := range pools {
		for _, in := range pool {
			if in.Made == 0 && labels[in.Pos] == LabelRest {
				labels[in.Pos] = LabelPreferred
			}
		}
	}
	return labels
}

// gradedPool appends the (1,0) pairs of a labelled query whose (0) document is not suspect. Preferences over suspect documents were
// dropped and counted before.
func gradedPool(q *Query, labels []int8, roles []role, pool []pairs.Instance) []pairs.Instance {
	pool = pool[:0]
	for pos, label := range labels {
		if label != LabelPreferred {
			continue
		}
		for neg, other := range labels {
			if other == LabelRest && !q.Docs[neg].Outside && (roles[neg] == anything || roles[neg] == unjudged) {
				pool = append(pool, pairs.Instance{Pos: int32(pos), Neg: int32(neg)})
			}
		}
	}
	return pool
}

// negativeLabel returns the label of a regular pair's negative: its label under multi-graded, else whether it is relevant (of a lower
// grade).
func negativeLabel(q *Query, doc int32, labels []int8, minGrade int) int8 {
	switch {
	case labels != nil:
		return labels[doc]
	case q.isRelevant(doc, minGrade):
		return LabelRelevant
	}
	return LabelRest
}
