package sample

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Names returns the ids of a drawn pair: of its query, preferred and other document. The ids order pairs with equal keys.
type Names func(PoolInstance) (query, pos, neg string)

// compare compares two pairs by their keys, then by their ids.
func (names Names) compare(a, b PoolInstance) int {
	if c := a.Key.compare(b.Key); c != 0 {
		return c
	}
	if a == b {
		return 0
	}
	aq, ap, an := names(a)
	bq, bp, bn := names(b)
	return cmp.Or(cmp.Compare(aq, bq), cmp.Compare(ap, bp), cmp.Compare(an, bn))
}

// selection keeps the k pairs with the smallest keys of all offered pairs; All keeps every pair. It needs memory for 5/4 k pairs and a
// constant.
type selection struct {
	k     int
	names Names
	rows  []PoolInstance
	full  bool // true once k pairs are kept
	bar   Key  // bound that is set if full: a pair with a larger key cannot be among the k smallest
}

func newSelection(k int, names Names) *selection { return &selection{k: k, names: names} }

// offer adds a pair, unless it cannot be among the k smallest.
func (s *selection) offer(d PoolInstance) {
	if s.k == 0 || s.full && d.Key.compare(s.bar) > 0 {
		return
	}
	s.rows = append(s.rows, d)
	if s.k != All && len(s.rows) >= s.k+s.k/4+slack {
		s.cut()
	}
}

// ranks returns the number of first pairs of a query's pool in balanced order that may be among the k smallest: a key begins with the rank.
// ofSecondPart is true for the pool's second part: see inTwoParts.
func (s *selection) ranks(ofSecondPart bool) int {
	switch {
	case s.k == 0, ofSecondPart && s.full && s.bar[0] < secondPart:
		return 0
	case s.full && s.bar[0] < math.MaxInt32:
		return int(s.bar[0]) + 1
	case s.k != All:
		return s.k
	}
	return math.MaxInt
}

// slack is the number of rows by which a selection may exceed 5/4 k, so that a small selection is not cut for every pair.
const slack = 64

// merge adds another selection's pairs.
func (s *selection) merge(o *selection) {
	for _, d := range o.rows {
		s.offer(d)
	}
}

// empty removes all pairs, which target has now, and copies target's bar.
func (s *selection) empty(target *selection) {
	s.rows, s.bar, s.full = s.rows[:0], target.bar, target.full
}

// sortDrawn returns the k smallest pairs in drawing order. It sorts the beginnings of keys, and then moves each row once.
func (s *selection) sortDrawn() []PoolInstance {
	s.cut()
	type place struct {
		first, second uint64 // the first numbers of the key
		row           uint32
	}
	places := make([]place, len(s.rows))
	for i := range s.rows {
		places[i] = place{s.rows[i].Key[0], s.rows[i].Key[1], uint32(i)}
	}
	slices.SortFunc(places, func(a, b place) int {
		switch {
		case a.first != b.first:
			return cmp.Compare(a.first, b.first)
		case a.second != b.second:
			return cmp.Compare(a.second, b.second)
		}
		return s.names.compare(s.rows[a.row], s.rows[b.row])
	})
	rows := lists.Map(places, func(p place) PoolInstance { return s.rows[p.row] })
	s.rows = rows
	return rows
}

// isBefore reports whether row a is before row b; the first numbers of the keys mostly decide.
func (s *selection) isBefore(a, b *PoolInstance) bool {
	if a.Key[0] != b.Key[0] {
		return a.Key[0] < b.Key[0]
	}
	if a.Key[1] != b.Key[1] {
		return a.Key[1] < b.Key[1]
	}
	return s.names.compare(*a, *b) < 0
}

// cut keeps the k smallest pairs, in any order.
func (s *selection) cut() {
	if s.k == All || s.k == 0 || len(s.rows) < s.k {
		return
	}
	s.partition(s.k - 1)
	s.rows = s.rows[:s.k]
	s.bar, s.full = s.rows[s.k-1].Key, true
}

// partition moves to index n the row that a sort would put there, smaller rows before it and larger rows after it (Hoare, CACM 4:7, 1961,
// algorithm 65). If the halves are uneven too often, it sorts the remaining rows.
func (s *selection) partition(n int) {
	low, high := 0, len(s.rows)
	for turns := 2 * bits.Len(uint(high)); turns > 0 && high-low > 16; turns-- {
		rows := s.rows[low:high]
		a, b, c := rows[0], rows[len(rows)/2], rows[len(rows)-1]
		if s.isBefore(&b, &a) {
			a, b = b, a
		}
		if s.isBefore(&c, &b) {
			if b = c; s.isBefore(&b, &a) {
				b = a
			}
		}
		i, j := low, high-1
		for i <= j {
			for s.isBefore(&s.rows[i], &b) {
				i++
			}
			for s.isBefore(&b, &s.rows[j]) {
				j--
			}
			if i <= j {
				s.rows[i], s.rows[j] = s.rows[j], s.rows[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j:
			high = j + 1
		case n >= i:
			low = i
		default:
			return
		}
	}
	slices.SortFunc(s.rows[low:high], s.names.compare)
}

// pairBound limits the number of pairs that a sample keeps in all pools without a wanted number. Several goroutines may use it.
type pairBound struct {
	left    atomic.Int64   // the number of pairs that may still be kept
	counted []atomic.Int64 // for each pool, the number of its further pairs that count
}

// newPairBound returns a bound without a limit. The first counts[i] pairs of pool i count, or all if counts[i] is negative.
func newPairBound(counts []int) *pairBound {
	b := &pairBound{counted: make([]atomic.Int64, len(counts))}
	for i, n := range counts {
		if n < 0 {
			n = math.MaxInt64
		}
		b.counted[i].Store(int64(n))
	}
	b.left.Store(math.MaxInt64)
	return b
}

// Limit sets the maximum number of pairs that all parts keep in pools without a wanted number. If a pool has a ratio to such a pool, its
// wanted number of pairs counts too.
func (b *pairBound) Limit(most int) { b.left.Store(int64(most)) }

// allow counts n pairs of a pool, and reports whether they may be kept.
func (b *pairBound) allow(pool, n int) bool {
	total := b.counted[pool].Add(-int64(n)) + int64(n)
	return b.left.Add(-min(max(total, 0), int64(n))) >= 0
}

// IsExceeded reports whether there are more pairs than Limit allows. Then the parts lack pairs, and their result is invalid.
func (b *pairBound) IsExceeded() bool { return b.left.Load() < 0 }

// lengthBins is the number of results of lengthBin: 0 for equal lengths, and 1 to 10.
const lengthBins = 11

// lengthBin returns ceil(10 * | |d+| - |d-| | / max) in integers.
func lengthBin(posLen, negLen int) int {
	longer := max(posLen, negLen)
	if longer == 0 {
		return 0
	}
	return (10*(longer-min(posLen, negLen)) + longer - 1) / longer
}

// poolSelection draws a pool with one selection. For coupled pairs ("length-balanced") it has two selections for each length bin, its
// sides: pairs that prefer the longer document, and pairs that prefer the shorter one. Each side is in balanced order. The i-th pairs of
// both sides form a couple, so that they alternate. Pairs of equal length have no partner.
type poolSelection struct {
	k         int
	names     Names
	isCoupled bool
	sides     [][2]*selection    // for each bin, the pairs that prefer a longer or equal document, and a shorter one; one bin if not coupled
	count     [lengthBins][2]int // numbers of pairs offered to each side, if coupled
}

func newPoolSelection(k int, names Names, isCoupled bool) *poolSelection {
	c := &poolSelection{k: k, names: names, isCoupled: isCoupled, sides: make([][2]*selection, 1)}
	if isCoupled {
		c.sides = make([][2]*selection, lengthBins)
	}
	for bin := range c.sides {
		c.sides[bin] = [2]*selection{newSelection(k, names), newSelection(k, names)}
	}
	return c
}

// ranks returns selection.ranks, or the largest number if pairs are coupled.
func (c *poolSelection) ranks(ofSecondPart bool) int {
	if c.isCoupled {
		return math.MaxInt
	}
	return c.sides[0][0].ranks(ofSecondPart)
}

// offer adds a pair whose documents have these lengths.
func (c *poolSelection) offer(d PoolInstance, posLen, negLen int) {
	bin, side := 0, 0
	if c.isCoupled {
		if bin = lengthBin(posLen, negLen); posLen < negLen {
			side = 1
		}
		c.count[bin][side]++
	}
	c.sides[bin][side].offer(d)
}

// merge adds another selection's pairs.
func (c *poolSelection) merge(o *poolSelection) {
	pairs.AddCounts(&c.count, o.count)
	for bin := range c.sides {
		for side := range c.sides[bin] {
			c.sides[bin][side].merge(o.sides[bin][side])
		}
	}
}

// numPairs returns the number of pairs in memory.
func (c *poolSelection) numPairs() (n int) {
	for bin := range c.sides {
		n += len(c.sides[bin][0].rows) + len(c.sides[bin][1].rows)
	}
	return n
}

// empty removes all pairs, which target has now.
func (c *poolSelection) empty(target *poolSelection) {
	c.count = [lengthBins][2]int{}
	for bin := range c.sides {
		for side := range c.sides[bin] {
			c.sides[bin][side].empty(target.sides[bin][side])
		}
	}
}

// countCoupled returns the number of pairs that can be drawn (couples and pairs of equal length), and of pairs without a partner.
func (c *poolSelection) countCoupled() (size, unmatched int) {
	size = c.count[0][0]
	for _, n := range c.count[1:] {
		size += 2 * min(n[0], n[1])
		unmatched += max(n[0], n[1]) - min(n[0], n[1])
	}
	return size, unmatched
}

// sortDrawn returns the first k pairs in drawing order. Coupled pairs are ordered by the larger key of the couple, then by their key.
func (c *poolSelection) sortDrawn() []PoolInstance {
	if !c.isCoupled {
		return c.sides[0][0].sortDrawn()
	}
	out := newSelection(c.k, c.names)
	for _, d := range c.sides[0][0].sortDrawn() {
		d.Key = Key{d.Key[0], d.Key[1], d.Key[0], d.Key[1]}
		out.offer(d)
	}
	for _, sides := range c.sides[1:] {
		longer, shorter := sides[0].sortDrawn(), sides[1].sortDrawn()
		for i := range min(len(longer), len(shorter)) {
			a, b := longer[i], shorter[i]
			last := a.Key
			if last.compare(b.Key) < 0 {
				last = b.Key
			}
			a.Key = Key{last[0], last[1], a.Key[0], a.Key[1]}
			b.Key = Key{last[0], last[1], b.Key[0], b.Key[1]}
			out.offer(a)
			out.offer(b)
		}
	}
	return out.sortDrawn()
}
