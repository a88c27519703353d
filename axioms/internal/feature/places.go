package feature

import "slices"

// Occurrence is a query term at an offset of a document.
type Occurrence struct {
	Slot   int32 // the index of the query term
	Offset int32 // the index of the token in the document
}

// Group is an occurrence of a query term with the closest occurrence of every other query term.
type Group struct {
	Span        int32 // the number of tokens from the first to the last of these occurrences
	OtherTokens int32 // the number of tokens between them that are no query terms
}

// Grouper finds the groups of prox4 and prox5, one for each occurrence. Of two equally close occurrences it takes the earlier one.
type Grouper struct {
	width      int     // the number of distinct query terms
	latest     []int32 // for each slot: index of the occurrence that the current loop visited last; -1 for none
	lastPlaces []int32 // for each slot: index of the last occurrence up to the current one; -1 for none
	previous   []int32 // for each occurrence: index of the previous one of the same slot; -1 for none
	groups     []Group
}

// NewGrouper returns a Grouper for a query with this number of distinct terms.
func NewGrouper(terms int) *Grouper { return &Grouper{width: terms} }

// Groups returns the groups of the terms for which keep[slot] is true, from the last occurrence to
// the first. Each of these terms must occur in hits. The groups are valid until the next call.
func (g *Grouper) Groups(hits []Occurrence, keep []bool) []Group {
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
		g.latest[here.Slot] = int32(i) // by slot, latest is now the first occurrence from i on
		if !keep[here.Slot] {
			continue
		}
		first, last := i, i
		for slot, next := range g.latest {
			if !keep[slot] {
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

// forget sets every slot of latest to -1, no occurrence.
func (g *Grouper) forget() {
	for slot := range g.latest {
		g.latest[slot] = -1
	}
}
