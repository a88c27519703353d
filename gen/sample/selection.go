package sample

import (
	"cmp"
	"slices"
)

// Names gives the ids of a drawn pair: query, preferred document, other document. It breaks ties between equal keys.
type Names func(Drawn) (query, preferred, other string)

func (names Names) compare(a, b Drawn) int {
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

// selection keeps the k pairs with the smallest keys of all that were offered, in memory for 2k (All keeps every pair).
// Its plain definition: sort everything, take the first k.
type selection struct {
	k     int
	names Names
	rows  []Drawn
	bar   Key // once full is set: a pair with a larger key cannot be among the k smallest
	full  bool
}

func newSelection(k int, names Names) *selection { return &selection{k: k, names: names} }

func (s *selection) offer(d Drawn) {
	if s.k == 0 || s.full && d.Key.compare(s.bar) > 0 {
		return
	}
	s.rows = append(s.rows, d)
	if s.k != All && len(s.rows) >= 2*s.k {
		s.cut()
	}
}

// merge takes over another selection's pairs.
func (s *selection) merge(o *selection) {
	for _, d := range o.rows {
		s.offer(d)
	}
}

// sorted gives the k smallest in drawing order.
func (s *selection) sorted() []Drawn {
	s.cut()
	return s.rows
}

func (s *selection) cut() {
	slices.SortFunc(s.rows, s.names.compare)
	if s.k != All && len(s.rows) > s.k {
		s.rows = s.rows[:s.k]
	}
	if s.k != All && s.k > 0 && len(s.rows) == s.k {
		s.bar, s.full = s.rows[s.k-1].Key, true
	}
}
