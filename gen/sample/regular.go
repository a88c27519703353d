package sample

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// regularPairs lists the regular pairs of one query: every relevant candidate over every candidate that is not relevant, under ordered also
// over every relevant one of a lower grade, within the limits per query and per positive. Under JudgedFirst a limit leaves out negatives
// that nobody judged first. Where it chooses among equals, documents with the smallest mix(mix(S xor H(query)) xor H(doc)) of the pool
// `regular` stay; of a positive's negatives, those with the smallest drawing key. Under `negatives: top` the negatives that rank highest in
// the candidate run stay.
func (o *Options) regularPairs(q *Query, s uint64, of sides, list []pairs.Instance) []pairs.Instance {
	list = list[:0]
	positives, negatives := of.positives, of.negatives
	if len(positives) == 0 || len(negatives) == 0 {
		return list
	}
	positives = smallest(positives, o.PositivesPerQuery, func(d int32) uint64 { return mix(mix(s^q.Hash) ^ q.Docs[d].Hash) }, q)
	negatives = o.fewest(negatives, o.NegativesPerQuery, o.negativeKey(q, func(d int32) uint64 {
		return mix(mix(s^q.Hash) ^ q.Docs[d].Hash)
	}), q)
	for _, pos := range positives {
		below := o.fewest(o.below(q, of, pos, negatives), o.NegativesPerPositive, o.negativeKey(q, func(d int32) uint64 {
			return drawKey(s, q.Hash, q.Docs[pos].Hash, q.Docs[d].Hash)
		}), q)
		for _, neg := range below {
			list = append(list, pairs.Instance{Pos: pos, Neg: neg})
		}
	}
	return list
}

// below returns the negatives that stand below a positive: not relevant, or of a lower grade, and far enough from it.
func (o *Options) below(q *Query, of sides, pos int32, negatives []int32) []int32 {
	if !o.margins() && !of.graded {
		return negatives
	}
	return slices.DeleteFunc(slices.Clone(negatives), func(d int32) bool { return !o.isBelow(q, pos, d) || o.tooNear(q, pos, d) })
}

// isBelow reports whether a document is not relevant, or has a lower grade than a positive.
func (o *Options) isBelow(q *Query, pos, doc int32) bool {
	return !q.relevant(doc, o.MinGrade) || q.Docs[doc].Grade < q.Docs[pos].Grade
}

// negativeKey orders negatives where a limit chooses among them: by a random key, or by their place in the candidate run.
func (o *Options) negativeKey(q *Query, random func(int32) uint64) func(int32) uint64 {
	if o.Negatives != Top {
		return random
	}
	return func(d int32) uint64 { return uint64(q.Docs[d].place()) }
}

// RegularCount returns the number of regular pairs of one query within the limits per query and per positive.
func (o *Options) RegularCount(q *Query) int {
	of := o.sides(q)
	if o.margins() || of.graded {
		return len(o.regularPairs(q, seedOf(o.Seed, pairs.Regular), of, nil))
	}
	return limit(len(of.positives), o.PositivesPerQuery) * limit(limit(len(of.negatives), o.NegativesPerQuery), o.NegativesPerPositive)
}

// isJudged reports whether a judgement of the query names a document.
func (q *Query) isJudged(doc int32) bool { return q.Docs[doc].Judged }

// NeedsIDs reports whether ids decide how many regular pairs a query has: which documents limits leave.
func (o *Options) NeedsIDs(q *Query) bool {
	return o.margins() || (o.PositivesPerQuery > 0 || o.NegativesPerQuery > 0) && o.sides(q).graded
}

// fewest returns at most so many documents, those with the smallest keys, under JudgedFirst judged ones first; 0 keeps all.
func (o *Options) fewest(docs []int32, most int, key func(int32) uint64, q *Query) []int32 {
	if !o.JudgedFirst || most <= 0 || len(docs) <= most {
		return smallest(docs, most, key, q)
	}
	assumed := func(d int32) bool { return !q.isJudged(d) }
	chosen := smallest(slices.DeleteFunc(slices.Clone(docs), assumed), most, key, q)
	if room := most - len(chosen); room > 0 {
		chosen = append(slices.Clone(chosen), smallest(slices.DeleteFunc(slices.Clone(docs), q.isJudged), room, key, q)...)
	}
	slices.Sort(chosen)
	return chosen
}

func limit(n, most int) int {
	if most > 0 {
		return min(n, most)
	}
	return n
}

// smallest gives the most documents with the smallest keys (ties: id), in the documents' own order; 0 keeps all.
func smallest(docs []int32, most int, key func(int32) uint64, q *Query) []int32 {
	if most <= 0 || len(docs) <= most {
		return docs
	}
	chosen := slices.Clone(docs)
	slices.SortFunc(chosen, func(a, b int32) int {
		return Key{key(a)}.compareOr(Key{key(b)}, q.Docs[a].ID, q.Docs[b].ID)
	})
	chosen = chosen[:most]
	slices.Sort(chosen)
	return chosen
}
