package sample

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// regularPairs lists the regular pairs of one query: every relevant candidate over every other candidate, within the limits per query and
// per positive. Under JudgedFirst a limit leaves out negatives that nobody judged first. Where it chooses among equals, documents with the
// smallest mix(mix(S xor H(query)) xor H(doc)) of the pool `regular` stay; of a positive's negatives, those with the smallest drawing key.
// Under `negatives: top` the negatives that rank highest in the candidate run stay.
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
		below := negatives
		if o.margins() {
			below = slices.DeleteFunc(slices.Clone(negatives), func(d int32) bool { return o.tooNear(q, pos, d) })
		}
		below = o.fewest(below, o.NegativesPerPositive, o.negativeKey(q, func(d int32) uint64 {
			return drawKey(s, q.Hash, q.Docs[pos].Hash, q.Docs[d].Hash)
		}), q)
		for _, neg := range below {
			list = append(list, pairs.Instance{Pos: pos, Neg: neg})
		}
	}
	return list
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
	if o.margins() {
		return len(o.regularPairs(q, seedOf(o.Seed, pairs.Regular), of, nil))
	}
	return limit(len(of.positives), o.PositivesPerQuery) * limit(limit(len(of.negatives), o.NegativesPerQuery), o.NegativesPerPositive)
}

// sides are the documents of a query that stand on either side of regular pairs.
type sides struct {
	positives, negatives []int32
	suspects             Suspects // the candidates that are neither, by reason
}

// sides returns a query's positives and negatives of regular pairs; none where its judgements are not in use.
func (o *Options) sides(q *Query) (of sides) {
	if !q.Labelled {
		return of
	}
	for doc := range q.Docs {
		d := int32(doc)
		switch r := o.role(q, d); {
		case r == relevant:
			if !q.Docs[doc].Outside || o.Positives != FromCandidates {
				of.positives = append(of.positives, d)
			}
		case q.Docs[doc].Outside:
		case r == anything:
			of.negatives = append(of.negatives, d)
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

// unlimited counts the pairs of two sides before any limit per query and per positive.
type unlimited struct {
	pairs   int // that no filter leaves out
	judged  int // of these, those with a judged negative
	tooNear int // left out, since the negative scores too near to the positive
}

// unlimited counts the regular pairs of a query's sides before any limit per query and per positive.
func (o *Options) unlimited(q *Query, of sides) (n unlimited) {
	for _, neg := range of.negatives {
		near := 0
		if o.margins() {
			for _, pos := range of.positives {
				if o.tooNear(q, pos, neg) {
					near++
				}
			}
		}
		n.tooNear += near
		n.pairs += len(of.positives) - near
		if q.isJudged(neg) {
			n.judged += len(of.positives) - near
		}
	}
	return n
}

// leftOut counts the pairs that a query's positives do not make because their negative is suspect, before any limit.
func (of sides) leftOut(n unlimited) (s Suspects) {
	for range of.positives {
		s.add(of.suspects)
	}
	s.ScoreMargin += n.tooNear
	return s
}

// isJudged reports whether a judgement of the query names a document.
func (q *Query) isJudged(doc int32) bool { return q.Docs[doc].Judged }

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
