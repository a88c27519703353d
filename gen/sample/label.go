package sample

import "github.com/axiomine/axiomine/tokenize/pairs"

// Labels of the contract: 2 judged relevant, 1 preferred by an axiom, 0 the rest.
const (
	LabelRelevant  = 2
	LabelPreferred = 1
	LabelRest      = 0
)

// Labels gives the label of each candidate under the multi-graded strategy, from what each axiom found on the query. It
// changes the slices in mined.
func (o Options) Labels(q *Query, mined [][]pairs.Instance) []int8 {
	o.settled(q, mined)
	return graded(q, mined, o.MinGrade, nil)
}

// graded labels the candidates under the multi-graded strategy: every non-relevant document that a preference left after
// filters and conflicts ever puts first gets label 1.
func graded(q *Query, pools [][]pairs.Instance, minGrade int, labels []int8) []int8 {
	labels = labels[:0]
	for doc := range q.Docs {
		label := int8(LabelRest)
		if q.relevant(int32(doc), minGrade) {
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

// gradedPool lists the (1,0) pairs of a labelled query whose (0) document is not suspect; preferences over a suspect one were
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

// negativeLabel returns the label of a regular pair's negative: that of multi-graded, or whether it is relevant, of a lower grade.
func (o *Options) negativeLabel(q *Query, doc int32, labels []int8) int8 {
	switch {
	case labels != nil:
		return labels[doc]
	case q.relevant(doc, o.MinGrade):
		return LabelRelevant
	}
	return LabelRest
}
