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
func (lists sides) regularPairs(s uint64, list []pairs.Instance) []pairs.Instance {
	o, q := lists.o, lists.q
	list = list[:0]
	positives := smallest(lists.positives, o.PositivesPerQuery, func(d int32) uint64 { return mix(mix(s^q.Hash) ^ q.Docs[d].Hash) }, q)
	negatives := o.fewest(lists.negatives, o.NegativesPerQuery, func(d int32) uint64 { return mix(mix(s^q.Hash) ^ q.Docs[d].Hash) }, q)
	list = slices.Grow(list, len(positives)*limit(len(negatives), o.NegativesPerPositive)) // under grades more than there are
	for _, pos := range positives {
		lower := o.fewest(lists.negativesBelow(pos, negatives), o.NegativesPerPositive, func(d int32) uint64 {
			return drawKey(s, q.Hash, q.Docs[pos].Hash, q.Docs[d].Hash)
		}, q)
		for _, neg := range lower {
			list = append(list, pairs.Instance{Pos: pos, Neg: neg})
		}
	}
	return list
}

// negativesBelow returns the negatives below a positive: not relevant, or of a lower grade, and far enough from it in score.
func (lists sides) negativesBelow(pos int32, negatives []int32) []int32 {
	o, q := lists.o, lists.q
	if !o.hasMargins() && !lists.graded {
		return negatives
	}
	return slices.DeleteFunc(slices.Clone(negatives), func(d int32) bool { return !q.isBelow(pos, d, o.MinGrade) || o.isTooNear(q, pos, d) })
}

// RegularCount returns the number of regular pairs of one query within the limits per query and per positive.
func (o *Options) RegularCount(q *Query) int {
	lists := o.sides(q)
	if o.hasMargins() || lists.graded {
		return len(lists.regularPairs(seedOf(o.Seed, pairs.Regular), nil))
	}
	return limit(len(lists.positives), o.PositivesPerQuery) * limit(limit(len(lists.negatives), o.NegativesPerQuery), o.NegativesPerPositive)
}

// NeedsIDs reports whether ids decide how many regular pairs a query has: which documents limits leave.
func (o *Options) NeedsIDs(q *Query) bool {
	return o.hasMargins() || (o.PositivesPerQuery > 0 || o.NegativesPerQuery > 0) && o.sides(q).graded
}

// fewest returns at most that many negatives, those with the smallest keys, or under `negatives: top` with the highest rank in the
// candidate run; judged ones first under JudgedFirst. 0 keeps all.
func (o *Options) fewest(docs []int32, most int, key func(int32) uint64, q *Query) []int32 {
	if o.Negatives == Top {
		key = func(d int32) uint64 { return uint64(q.Docs[d].place()) }
	}
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
