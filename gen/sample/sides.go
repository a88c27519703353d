package sample

import "slices"

// sides are the positives and negatives of a query's regular pairs. Under ordered a relevant document can be both.
type sides struct {
	o                    *Options
	q                    *Query
	positives, negatives []int32
	graded               bool     // some negatives are relevant, of a lower grade than a positive
	suspects             Suspects // the candidates that are neither, by reason
	lower                Suspects // pairs of two relevant candidates that are left out
}

// sides returns a query's positives and negatives of regular pairs; none if its judgements are not in use.
func (o *Options) sides(q *Query) (lists sides) {
	lists = sides{o: o, q: q}
	if !q.Labelled {
		return lists
	}
	for doc := range q.Docs {
		if q.isRelevant(int32(doc), o.MinGrade) && (!q.Docs[doc].Outside || o.Positives != FromCandidates) {
			lists.positives = append(lists.positives, int32(doc))
		}
	}
	highest := o.highest(q, lists.positives)
	for doc := range q.Docs {
		d, isRelevant := int32(doc), q.isRelevant(int32(doc), o.MinGrade)
		if q.Docs[doc].Outside || isRelevant && q.Docs[doc].Grade >= highest {
			continue
		}
		switch r := o.asNegative(q, d); {
		case r == anything:
			lists.negatives, lists.graded = append(lists.negatives, d), lists.graded || isRelevant
		case isRelevant:
			lists.lower.count(r, q.countAbove(lists.positives, d, o.MinGrade))
		default:
			lists.suspects.count(r, 1)
		}
	}
	if !o.StatedAlone || !slices.ContainsFunc(lists.negatives, q.isJudged) {
		return lists
	}
	judgedNegatives := slices.DeleteFunc(slices.Clone(lists.negatives), func(d int32) bool { return !q.isJudged(d) })
	lists.suspects.count(unjudged, len(lists.negatives)-len(judgedNegatives))
	lists.negatives = judgedNegatives
	return lists
}

// highest returns the grade below which a relevant document is a negative of others: the positives' highest, under binary the lowest.
func (o *Options) highest(q *Query, positives []int32) int {
	grade := o.MinGrade
	if o.Grades == Binary {
		return grade
	}
	for _, d := range positives {
		grade = max(grade, q.Docs[d].Grade)
	}
	return grade
}

// sideCounts counts the pairs of two sides before any limit per query and per positive.
type sideCounts struct {
	pairs   int // that no filter leaves out
	judged  int // of these, those with a judged negative
	tooNear int // left out, since the negative scores too near to the positive
}

// countUnlimited counts the regular pairs before any limit per query and per positive.
func (lists sides) countUnlimited() (n sideCounts) {
	o, q := lists.o, lists.q
	for _, neg := range lists.negatives {
		pairs := len(lists.positives)
		if o.hasMargins() || lists.graded {
			pairs = 0
			for _, pos := range lists.positives {
				switch {
				case !q.isBelow(pos, neg, o.MinGrade):
				case o.isTooNear(q, pos, neg):
					n.tooNear++
				default:
					pairs++
				}
			}
		}
		n.pairs += pairs
		if q.isJudged(neg) {
			n.judged += pairs
		}
	}
	return n
}

// countLeftOut counts the pairs that a query's positives do not make because their negative is suspect, before any limit.
func (lists sides) countLeftOut(n sideCounts) (s Suspects) {
	for range lists.positives {
		s.add(lists.suspects)
	}
	s.add(lists.lower)
	s.ScoreMargin += n.tooNear
	return s
}
