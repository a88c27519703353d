package sample

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// regularPairs lists the regular pairs of one query within the limits per query and per positive: every relevant candidate over every
// candidate that is not relevant, under ordered also over every relevant one of a lower grade. Under JudgedFirst a limit first leaves out
// negatives that nobody judged. Among equals the documents with the smallest mix(mix(S xor H(query)) xor H(doc)) of the pool `regular`
// stay; of a positive's negatives, those with the smallest drawing key. Under `negatives: top` the negatives with the highest rank in the
// candidate run stay.
func (o *Options) regularPairs(q *Query, s uint64, lists sides, list []pairs.Instance) []pairs.Instance {
	list = list[:0]
	positives, negatives := lists.positives, lists.negatives
	positives = smallest(positives, o.PositivesPerQuery, func(d int32) uint64 { return mix(mix(s^q.Hash) ^ q.Docs[d].Hash) }, q)
	negatives = o.fewest(negatives, o.NegativesPerQuery, o.negativeKey(q, func(d int32) uint64 {
		return mix(mix(s^q.Hash) ^ q.Docs[d].Hash)
	}), q)
	list = slices.Grow(list, len(positives)*limit(len(negatives), o.NegativesPerPositive)) // under grades more than there are
	for _, pos := range positives {
		lower := o.fewest(o.negativesBelow(q, lists, pos, negatives), o.NegativesPerPositive, o.negativeKey(q, func(d int32) uint64 {
			return drawKey(s, q.Hash, q.Docs[pos].Hash, q.Docs[d].Hash)
		}), q)
		for _, neg := range lower {
			list = append(list, pairs.Instance{Pos: pos, Neg: neg})
		}
	}
	return list
}

// negativesBelow returns the negatives below a positive: not relevant, or of a lower grade, and far enough from it in score.
func (o *Options) negativesBelow(q *Query, lists sides, pos int32, negatives []int32) []int32 {
	if !o.hasMargins() && !lists.graded {
		return negatives
	}
	return slices.DeleteFunc(slices.Clone(negatives), func(d int32) bool { return !o.isBelow(q, pos, d) || o.isTooNear(q, pos, d) })
}

// isBelow reports whether a document is not relevant, or has a lower grade than a positive.
func (o *Options) isBelow(q *Query, pos, doc int32) bool {
	return !q.isRelevant(doc, o.MinGrade) || q.Docs[doc].Grade < q.Docs[pos].Grade
}

// negativeKey returns the key by which limits choose negatives: a random key, or the place in the candidate run.
func (o *Options) negativeKey(q *Query, random func(int32) uint64) func(int32) uint64 {
	if o.Negatives != Top {
		return random
	}
	return func(d int32) uint64 { return uint64(q.Docs[d].place()) }
}

// RegularCount returns the number of regular pairs of one query within the limits per query and per positive.
func (o *Options) RegularCount(q *Query) int {
	lists := o.sides(q)
	if o.hasMargins() || lists.graded {
		return len(o.regularPairs(q, seedOf(o.Seed, pairs.Regular), lists, nil))
	}
	return limit(len(lists.positives), o.PositivesPerQuery) * limit(limit(len(lists.negatives), o.NegativesPerQuery), o.NegativesPerPositive)
}

// isJudged reports whether a judgement of the query names a document.
func (q *Query) isJudged(doc int32) bool { return q.Docs[doc].Judged }

// NeedsIDs reports whether ids decide how many regular pairs a query has: which documents limits leave.
func (o *Options) NeedsIDs(q *Query) bool {
	return o.hasMargins() || (o.PositivesPerQuery > 0 || o.NegativesPerQuery > 0) && o.sides(q).graded
}

// fewest returns at most that many documents, those with the smallest keys, judged ones first under JudgedFirst; 0 keeps all.
func (o *Options) fewest(docs []int32, most int, key func(int32) uint64, q *Query) []int32 {
	if !o.JudgedFirst || most <= 0 || len(docs) <= most {
		return smallest(docs, most, key, q)
	}
	isAssumed := func(d int32) bool { return !q.isJudged(d) }
	docsLeft := smallest(slices.DeleteFunc(slices.Clone(docs), isAssumed), most, key, q)
	if room := most - len(docsLeft); room > 0 {
		docsLeft = append(slices.Clone(docsLeft), smallest(slices.DeleteFunc(slices.Clone(docs), q.isJudged), room, key, q)...)
	}
	slices.Sort(docsLeft)
	return docsLeft
}

func limit(n, most int) int {
	if most > 0 {
		return min(n, most)
	}
	return n
}

// smallest returns at most that many documents, those with the smallest keys (ties: id), in the documents' order; 0 keeps all.
func smallest(docs []int32, most int, key func(int32) uint64, q *Query) []int32 {
	if most <= 0 || len(docs) <= most {
		return docs
	}
	docsLeft := slices.Clone(docs)
	slices.SortFunc(docsLeft, func(a, b int32) int {
		return Key{key(a)}.compareOr(Key{key(b)}, q.Docs[a].ID, q.Docs[b].ID)
	})
	docsLeft = docsLeft[:most]
	slices.Sort(docsLeft)
	return docsLeft
}
