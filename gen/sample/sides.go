package sample

import "slices"

// sides are the documents of a query that stand on either side of regular pairs. Under ordered a relevant document can be on both.
type sides struct {
	positives, negatives []int32
	graded               bool     // some negatives are relevant, of a lower grade than a positive
	suspects             Suspects // the candidates that are neither, by reason
	lower                Suspects // pairs of two relevant candidates that are left out
}

// sides returns a query's positives and negatives of regular pairs; none where its judgements are not in use.
func (o *Options) sides(q *Query) (of sides) {
	if !q.Labelled {
		return of
	}
	for doc := range q.Docs {
		if q.relevant(int32(doc), o.MinGrade) && (!q.Docs[doc].Outside || o.Positives != FromCandidates) {
			of.positives = append(of.positives, int32(doc))
		}
	}
	highest := o.highest(q, of.positives)
	for doc := range q.Docs {
		d, isRelevant := int32(doc), q.relevant(int32(doc), o.MinGrade)
		if q.Docs[doc].Outside || isRelevant && q.Docs[doc].Grade >= highest {
			continue
		}
		switch r := o.asNegative(q, d); {
		case r == anything:
			of.negatives, of.graded = append(of.negatives, d), of.graded || isRelevant
		case isRelevant:
			of.lower.count(r, o.countAbove(q, of.positives, d))
		default:
			of.suspects.count(r, 1)
		}
	}
	if !o.StatedAlone || !slices.ContainsFunc(of.negatives, q.isJudged) {
		return of
	}
	stated := slices.DeleteFunc(slices.Clone(of.negatives), func(d int32) bool { return !q.isJudged(d) })
	of.suspects.count(unjudged, len(of.negatives)-len(stated))
	of.negatives = stated
	return of
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

// countAbove returns how many positives have a higher grade than a relevant document.
func (o *Options) countAbove(q *Query, positives []int32, doc int32) (n int) {
	for _, pos := range positives {
		if o.isBelow(q, pos, doc) {
			n++
		}
	}
	return n
}

// unlimited counts the pairs of two sides before any limit per query and per positive.
type unlimited struct {
	pairs   int // that no filter leaves out
	judged  int // of these, those with a judged negative
	tooNear int // left out, since the negative scores too near to the positive
}

// unlimited counts the regular pairs of a query's sides before any limit per query and per positive.
func (o *Options) unlimited(q *Query, of sides) (n unlimited) {
	for _, neg := range of.negatives {
		pairs := len(of.positives)
		if o.margins() || of.graded {
			pairs = 0
			for _, pos := range of.positives {
				switch {
				case !o.isBelow(q, pos, neg):
				case o.tooNear(q, pos, neg):
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

// leftOut counts the pairs that a query's positives do not make because their negative is suspect, before any limit.
func (of sides) leftOut(n unlimited) (s Suspects) {
	for range of.positives {
		s.add(of.suspects)
	}
	s.add(of.lower)
	s.ScoreMargin += n.tooNear
	return s
}
