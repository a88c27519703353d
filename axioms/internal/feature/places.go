package feature

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
)

// Occurrence is a query term at an offset of a document.
type Occurrence struct {
	Slot   int32 // the query term's number
	Offset int32 // the token's offset
}

// FormatOffsets writes offsets, the first few of many.
func FormatOffsets(list []int32) string {
	text := ""
	for i, offset := range list {
		if i == 10 {
			return text + ", ..."
		}
		if i > 0 {
			text += ", "
		}
		text += strconv.Itoa(int(offset))
	}
	return text
}

// Sets numbers sets of query terms: equal sets have equal numbers, from 0 up. With at most 31
// terms, the bits of the terms are the number.
type Sets struct {
	isHeld  []bool // by slot, in the current document
	key     []byte
	numbers map[string]int32
}

// NewSets returns an empty numbering for a query with that number of distinct terms.
func NewSets(terms int) *Sets { return &Sets{isHeld: make([]bool, terms)} }

// Number returns the number of the set of the terms that occur, and how many terms it has.
func (s *Sets) Number(hits []Occurrence) (set int32, distinct int) {
	if len(s.isHeld) > 31 {
		return s.count(hits)
	}
	for _, o := range hits {
		set |= 1 << (o.Slot & 31)
	}
	return set, bits.OnesCount32(uint32(set))
}

// count counts as Number does, for any number of terms.
func (s *Sets) count(hits []Occurrence) (set int32, distinct int) {
	clear(s.isHeld)
	for _, o := range hits {
		s.isHeld[o.Slot] = true
	}
	s.key = s.key[:0]
	for slot, ok := range s.isHeld {
		if ok {
			s.key = binary.AppendUvarint(s.key, uint64(slot))
			distinct++
		}
	}
	set, ok := s.numbers[string(s.key)]
	if !ok {
		if s.numbers == nil {
			s.numbers = map[string]int32{}
		}
		set = int32(len(s.numbers))
		s.numbers[string(s.key)] = set
	}
	return set, distinct
}

// Group is a query term's occurrence with the closest ones of every other query term.
type Group struct {
	Span        int32 // from the first to the last of them, in tokens
	OtherTokens int32 // tokens in between that are no query terms
}

// Grouper finds the groups of prox4 and prox5: one for each occurrence, of two equally close ones
// the earlier.
type Grouper struct {
	width      int     // distinct query terms
	latest     []int32 // by slot: an occurrence, -1 for none
	lastPlaces []int32 // by slot: the last occurrence up to the current one, -1 for none
	previous   []int32 // by occurrence: the one of the same slot before it, -1 for none
	groups     []Group
}

// NewGrouper returns a finder of groups for a query with that number of distinct terms.
func NewGrouper(terms int) *Grouper { return &Grouper{width: terms} }

// All returns the groups of a document's occurrences. It returns nil where the document does not
// hold all query terms, or they are fewer than two. The groups are valid until the next call.
func (g *Grouper) All(hits []Occurrence) []Group {
	width := g.width
	if width < 2 {
		return nil
	}
	g.latest = slices.Grow(g.latest[:0], width)[:width]
	g.forget()
	for i, o := range hits {
		g.latest[o.Slot] = int32(i)
	}
	if slices.Contains(g.latest, -1) {
		return nil
	}
	return g.GroupsOf(hits, nil)
}

// GroupsOf returns the groups of the occurrences' terms, or of those that keep has by slot. Each of
// these occurs.
func (g *Grouper) GroupsOf(hits []Occurrence, keep []bool) []Group {
	width := g.width
	g.latest, g.lastPlaces = slices.Grow(g.latest[:0], width)[:width], slices.Grow(g.lastPlaces[:0], width)[:width]
	g.forget()
	g.previous = g.previous[:0]
	for i, o := range hits {
		g.previous = append(g.previous, g.latest[o.Slot])
		g.latest[o.Slot] = int32(i)
	}
	copy(g.lastPlaces, g.latest)
	g.forget()
	g.groups = g.groups[:0]
	for i := len(hits) - 1; i >= 0; i-- {
		here := hits[i]
		g.latest[here.Slot] = int32(i) // now the next occurrence of each slot from this one on
		if keep != nil && !keep[here.Slot] {
			continue
		}
		first, last := i, i
		for slot, next := range g.latest {
			if keep != nil && !keep[slot] {
				continue
			}
			closest := g.lastPlaces[slot]
			if closest < 0 || next >= 0 && hits[next].Offset-here.Offset < here.Offset-hits[closest].Offset {
				closest = next
			}
			first, last = min(first, int(closest)), max(last, int(closest))
		}
		span := hits[last].Offset - hits[first].Offset
		g.groups = append(g.groups, Group{Span: span, OtherTokens: span - int32(last-first)})
		g.lastPlaces[here.Slot] = g.previous[i]
	}
	return g.groups
}

// forget marks every slot as without an occurrence.
func (g *Grouper) forget() {
	for slot := range g.latest {
		g.latest[slot] = -1
	}
}
