package sample

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// judgedPairs returns the judged pairs of one query within the limits per query and per positive, in the memory of list. A pair is a
// relevant candidate over a candidate that is not relevant or, under ordered, over a relevant one of a lower grade. s is the seed of
// judgedName. A limit keeps the documents with the smallest mix(mix(s xor H(query)) xor H(doc)), and among a positive's negatives those
// with the smallest drawing key; under `negatives: top` those with the highest rank in the candidate run. Under JudgedFirst judged
// negatives are first.
func (lists sides) judgedPairs(s uint64, list []pairs.Instance) []pairs.Instance {
	o, q := lists.o, lists.q
	list = list[:0]
	positives := smallest(lists.positives, o.PositivesPerQuery, func(d int32) uint64 { return mix(mix(s^q.Hash) ^ q.Docs[d].Hash) }, q)
	negatives := o.fewest(lists.negatives, o.NegativesPerQuery, func(d int32) uint64 { return mix(mix(s^q.Hash) ^ q.Docs[d].Hash) }, q)
	list = slices.Grow(list, len(positives)*limit(len(negatives), o.NegativesPerPositive)) // an upper bound
	for _, pos := range positives {
		key := func(d int32) uint64 { return drawKey(s, q.Hash, q.Docs[pos].Hash, q.Docs[d].Hash) }
		lower := o.fewest(lists.negativesBelow(pos, negatives), o.NegativesPerPositive, key, q)
		lower = o.fewestAssumed(lower, key, q)
		for _, neg := range lower {
			list = append(list, pairs.Instance{Pos: pos, Neg: neg})
		}
	}
	return list
}

// negativesBelow returns the negatives below a positive: not relevant or of a lower grade, and with a score that is not too near.
func (lists sides) negativesBelow(pos int32, negatives []int32) []int32 {
	o, q := lists.o, lists.q
	if !o.hasMargins() && !lists.graded {
		return negatives
	}
	return slices.DeleteFunc(slices.Clone(negatives), func(d int32) bool { return !q.isBelow(pos, d, o.MinGrade) || o.isTooNear(q, pos, d) })
}

// countAlone returns the number of positives without a negative below them, before any limit.
func (lists sides) countAlone() (n int) {
	for _, pos := range lists.positives {
		if len(lists.negativesBelow(pos, lists.negatives)) == 0 {
			n++
		}
	}
	return n
}

// JudgedCount returns the number of judged pairs of one query within the limits per query and per positive.
func (o *Options) JudgedCount(q *Query) int {
	lists := o.sides(q)
	if o.hasMargins() || lists.graded {
		return len(lists.judgedPairs(seedOf(o.Seed, judgedName), nil))
	}
	positives, negatives := limit(len(lists.positives), o.PositivesPerQuery), len(lists.negatives)
	if o.AssumedPerPositive == 0 {
		return positives * limit(limit(negatives, o.NegativesPerQuery), o.NegativesPerPositive)
	}
	if o.NegativesPerQuery > 0 && o.NegativesPerQuery < negatives {
		return len(lists.judgedPairs(seedOf(o.Seed, judgedName), nil))
	}
	assumed := 0
	for _, d := range lists.negatives {
		if !q.isJudged(d) {
			assumed++
		}
	}
	return positives * limit(negatives-assumed+min(assumed, o.AssumedPerPositive), o.NegativesPerPositive)
}

// NeedsIDs reports whether the number of a query's judged pairs depends on the documents that the limits keep, and so on ids.
func (o *Options) NeedsIDs(q *Query) bool {
	return o.hasMargins() || o.AssumedPerPositive > 0 && o.NegativesPerQuery > 0 || (o.PositivesPerQuery > 0 || o.NegativesPerQuery > 0) && o.sides(q).graded
}

// fewest returns at most most negatives (0 means all): those with the smallest keys, or under `negatives: top` with the highest rank in the
// candidate run. Under JudgedFirst, judged negatives are first.
func (o *Options) fewest(docs []int32, most int, key func(int32) uint64, q *Query) []int32 {
	if o.Negatives == Top {
		key = func(d int32) uint64 { return uint64(q.Docs[d].place()) }
	}
	if !o.JudgedFirst || most <= 0 || len(docs) <= most {
		return smallest(docs, most, key, q)
	}
	isAssumed := func(d int32) bool { return !q.isJudged(d) }
	docsLeft := smallest(slices.DeleteFunc(slices.Clone(docs), isAssumed), most, key, q)
	if others := most - len(docsLeft); others > 0 {
		docsLeft = append(slices.Clone(docsLeft), smallest(slices.DeleteFunc(slices.Clone(docs), q.isJudged), others, key, q)...)
	}
	slices.Sort(docsLeft)
	return docsLeft
}

// fewestAssumed returns the judged negatives and at most AssumedPerPositive others (0 means all), which fewest chooses.
func (o *Options) fewestAssumed(docs []int32, key func(int32) uint64, q *Query) []int32 {
	if o.AssumedPerPositive == 0 {
		return docs
	}
	judged := slices.DeleteFunc(slices.Clone(docs), func(d int32) bool { return !q.isJudged(d) })
	assumed := slices.DeleteFunc(slices.Clone(docs), q.isJudged)
	left := append(judged, o.fewest(assumed, o.AssumedPerPositive, key, q)...)
	slices.Sort(left)
	return left
}

// limit returns the smaller one of n and most; n if most is 0.
func limit(n, most int) int {
	if most > 0 {
		return min(n, most)
	}
	return n
}

// smallest returns the most documents with the smallest keys, at a tie ids, in the order of docs; all if most is 0.
func smallest(docs []int32, most int, key func(int32) uint64, q *Query) []int32 {
	if most <= 0 || len(docs) <= most {
		return docs
	}
	docsLeft := slices.Clone(docs)
	slices.SortFunc(docsLeft, func(a, b int32) int {
		return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(q.Docs[a].ID, q.Docs[b].ID))
	})
	docsLeft = docsLeft[:most]
	slices.Sort(docsLeft)
	return docsLeft
}

// The labels of documents in CONTRACT.md.
const (
	LabelRelevant  = 2 // the document is judged relevant
	LabelPreferred = 1 // an axiom prefers the document
	LabelRest      = 0 // any other document
)

// labelCandidates returns the candidates' labels under the multi-graded strategy, in the memory of labels. A document that is not relevant
// gets LabelPreferred if a preference that passed filters and conflicts prefers it.
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

// gradedPool returns, in the memory of pool, the pairs of a document with LabelPreferred and one with LabelRest that may be a negative.
// Preferences over other documents were dropped and counted before.
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

// negativeLabel returns the label of a judged pair's negative. labels are the labels of multi-graded; nil under paired. A relevant negative
// has a lower grade than its positive.
func negativeLabel(q *Query, doc int32, labels []int8, minGrade int) int8 {
	switch {
	case labels != nil:
		return labels[doc]
	case q.isRelevant(doc, minGrade):
		return LabelRelevant
	}
	return LabelRest
}

// sides holds the two sides of a query's judged pairs: positives and negatives. Under ordered a relevant document can be both.
type sides struct {
	o                    *Options
	q                    *Query
	positives, negatives []int32
	graded               bool     // true if a negative is relevant, with a lower grade than a positive
	suspects             Suspects // number of candidates that are neither, by reason
	lower                Suspects // number of pairs of two relevant candidates that are left out, by reason
}

// sides returns a query's positives and negatives of judged pairs; none if its judgements are not in use.
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

// highest returns the grade below which a relevant document can be a negative: the highest grade of the positives under ordered, and
// MinGrade under binary.
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

// sideCounts has the numbers of judged pairs of a query before any limit per query and per positive.
type sideCounts struct {
	pairs   int // number of pairs that no filter leaves out
	judged  int // number of these pairs with a judged negative
	tooNear int // number of pairs left out because the negative's score is too near to the positive's
}

// countUnlimited returns the numbers of judged pairs before any limit per query and per positive.
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
