package sample

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// Names returns the ids of a drawn pair: query, preferred document, other document. They break ties between equal keys.
type Names func(PoolInstance) (query, pos, neg string)

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

// selection keeps the k pairs with the smallest keys of all that were offered, in memory for 5/4 k and a constant (All keeps every pair).
// It is equivalent to sorting all pairs and taking the first k.
type selection struct {
	k     int
	names Names
	rows  []PoolInstance
	bar   Key // once full is set: a pair with a larger key cannot be among the k smallest
	full  bool
}

func newSelection(k int, names Names) *selection { return &selection{k: k, names: names} }

func (s *selection) offer(d PoolInstance) {
	if s.k == 0 || s.full && d.Key.compare(s.bar) > 0 {
		return
	}
	s.rows = append(s.rows, d)
	if s.k != All && len(s.rows) >= s.k+s.k/4+slack {
		s.cut()
	}
}

// ranks returns how many of the first pairs of a query's pool in balanced order may be among the k smallest, since their keys begin with
// the rank; ofSecondPart asks for those of a pool's second part, see inTwoParts.
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

// slack is how many more rows a selection holds, so that a small one is not cut for every pair.
const slack = 64

// merge adds another selection's pairs.
func (s *selection) merge(o *selection) {
	for _, d := range o.rows {
		s.offer(d)
	}
}

// empty removes all pairs, which target took, and copies target's bound.
func (s *selection) empty(target *selection) {
	s.rows, s.bar, s.full = s.rows[:0], target.bar, target.full
}

// sortDrawn returns the k smallest in drawing order. It sorts the part of the rows that mostly decides, and moves each row once.
func (s *selection) sortDrawn() []PoolInstance {
	s.cut()
	type place struct {
		first, second uint64 // of the key
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
	rows := make([]PoolInstance, len(places))
	for i, p := range places {
		rows[i] = s.rows[p.row]
	}
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

// cut keeps the k smallest, in any order.
func (s *selection) cut() {
	if s.k == All || s.k == 0 || len(s.rows) < s.k {
		return
	}
	s.partition(s.k - 1)
	s.rows = s.rows[:s.k]
	s.bar, s.full = s.rows[s.k-1].Key, true
}

// partition moves to place n the row that a sort would put there, and smaller and larger rows to its sides (Hoare, CACM 4:7, 1961,
// algorithm 65). If the halves stay bad for long it sorts.
func (s *selection) partition(n int) {
	low, high := 0, len(s.rows)
	for turns := 2 * bits.Len(uint(high)); high-low > 16; turns-- {
		if turns == 0 {
			break
		}
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
