package sample

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// drawOrder is an order of drawing, a value of gen.sample. The pairs of a pool with the smallest keys are drawn.
type drawOrder struct {
	name     string
	sentence string // definition, as CONTRACT.md prints it
	scores   bool   // true if the order needs the scores of the run that follows its name in gen.sample
	// key returns the key of an instance of a query. rank is its place by h in the query's pool.
	key       func(q *Query, p hashedInstance, rank uint64) Key
	skipRank  bool             // true if key reads no rank
	byRank    bool             // true if the rank is the first number of the key
	couples   bool             // true if pairs are coupled by length, see poolSelection
	isMistake func(k Key) bool // reports whether the run orders the pair of a key wrongly; nil if the order needs no scores
}

// drawOrders lists the orders of drawing, the default first.
var drawOrders = []drawOrder{
	{
		name: Balanced, sentence: "by (rank of h within the query's pool, h), so that every query has its turn. Nested in K.",
		key: keyByRank, byRank: true,
	},
	{
		name: Uniform, sentence: "by h. Samples are nested in K.",
		key: func(_ *Query, p hashedInstance, _ uint64) Key { return Key{p.h} }, skipRank: true,
	},
	{
		name: LengthBalanced, sentence: "pairs lie in bins of `ceil(10 | |d+| - |d-| | / max)`.",
		key: keyByRank, byRank: true, couples: true,
	},
	{
		name: Hard, sentence: "pairs that a given run orders wrongly, the worst first; then the others as under balanced.",
		scores:    true,
		key:       func(q *Query, p hashedInstance, rank uint64) Key { return Key{violation(q, p.Instance), rank, p.h} },
		isMistake: func(k Key) bool { return k[0]|secondPart != math.MaxUint64 },
	},
}

// drawOrderNamed returns the order of drawing with a name; the default for an unknown name, which configurations refuse.
func drawOrderNamed(name string) *drawOrder {
	return &drawOrders[max(0, slices.IndexFunc(drawOrders, func(o drawOrder) bool { return o.name == name }))]
}

// NeedsScores reports whether an order of drawing needs the scores of a run.
func NeedsScores(draw string) bool { return drawOrderNamed(draw).scores }

// keyByRank returns the key of balanced order.
func keyByRank(_ *Query, p hashedInstance, rank uint64) Key { return Key{rank, p.h} }

// violation returns a number that is smaller for a larger violation S(other) - S(preferred) > 0, and the largest number for every other
// pair. The bits of positive doubles have the order of the doubles.
func violation(q *Query, in pairs.Instance) uint64 {
	wrong := q.Docs[in.Neg].Score - q.Docs[in.Pos].Score
	if in.Made != 0 || !(wrong > 0) { // a NaN is no violation
		return math.MaxUint64
	}
	return math.MaxUint64 - 1 - math.Float64bits(wrong)
}

// inTwoParts returns the key of a pair in a pool of two parts: all keys of the second part are larger than those of the first.
func (o *drawOrder) inTwoParts(k Key, isSecond bool) Key {
	if !o.byRank { // the first number of the key has all 64 bits
		k[0] >>= 1
	}
	if isSecond {
		k[0] |= secondPart
	}
	return k
}

// secondPart is the bit of the first number of a key that marks the second part of a pool.
const secondPart = 1 << 63

// hashedInstance is an instance with h, its drawKey.
type hashedInstance struct {
	pairs.Instance
	h uint64
}

// rankPool returns the instances of one query's pool with their keys under the order of drawing, in the memory of out. s is the pool's
// seed. If the rank is the first number of the key, it returns only the first most instances, in order. It also returns scratch, for reuse.
func rankPool(q *Query, s uint64, order *drawOrder, pool []pairs.Instance, most int, scratch []hashedInstance,
	out []PoolInstance) ([]hashedInstance, []PoolInstance) {
	scratch, out = scratch[:0], out[:0]
	compare := func(a, b hashedInstance) int {
		switch {
		case a.h < b.h:
			return -1
		case a.h > b.h:
			return 1
		}
		return cmp.Or(strings.Compare(preferredID(q, a.Instance), preferredID(q, b.Instance)),
			strings.Compare(q.Docs[a.Neg].ID, q.Docs[b.Neg].ID))
	}
	isBounded := order.byRank && most < len(pool)
	var bar *hashedInstance // an instance after at least most others
	for _, in := range pool {
		next := hashedInstance{in, drawKey(s, q.Hash, preferredHash(q, in), q.Docs[in.Neg].Hash)}
		if bar != nil && compare(next, *bar) > 0 {
			continue
		}
		if scratch = append(scratch, next); isBounded && len(scratch) >= 2*most+16 {
			slices.SortFunc(scratch, compare)
			scratch = scratch[:most+1]
			bar = new(scratch[most])
		}
	}
	if !order.skipRank {
		if slices.SortFunc(scratch, compare); isBounded {
			scratch = scratch[:min(most, len(scratch))]
		}
	}
	for rank, p := range scratch {
		out = append(out, PoolInstance{Instance: p.Instance, Query: int32(q.Index), Key: order.key(q, p, uint64(rank))})
	}
	return scratch, out
}

// repeatRank is added to the ranks of pairs of two documents that are in earlier pairs, so that such pairs of all queries are last.
const repeatRank = 1 << 40

// putEachFirst returns the pairs of a query with new ranks: first pairs of two documents that are in no earlier pair, then pairs of one
// such document, then the others, each in the order of list.
func putEachFirst(list []PoolInstance) []PoolInstance {
	isInPair := map[int32]bool{}
	var ranked []PoolInstance
	for numNew := 2; numNew >= 0; numNew-- {
		var rest []PoolInstance
		for _, d := range list {
			n := 0
			for _, doc := range [...]int32{d.Pos, d.Neg} {
				if !isInPair[doc] {
					n++
				}
			}
			if n < numNew {
				rest = append(rest, d)
				continue
			}
			isInPair[d.Pos], isInPair[d.Neg] = true, true
			if d.Key[0] = uint64(len(ranked)); numNew == 0 {
				d.Key[0] += repeatRank
			}
			ranked = append(ranked, d)
		}
		list = rest
	}
	return ranked
}

// preferredHash returns H of the preferred document's id, which for a made document is "ID~k".
func preferredHash(q *Query, in pairs.Instance) uint64 {
	if in.Made == 0 {
		return q.Docs[in.Pos].Hash
	}
	return Hash(preferredID(q, in))
}
