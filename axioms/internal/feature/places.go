package feature

import "slices"

// Occurrence is a query term at an offset of a document.
type Occurrence struct {
	Slot   int32 // the query term's number
	Offset int32 // the token's offset
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

// Groups returns the groups of the occurrences' terms that keep has by slot, from the last
// occurrence to the first. Each of these terms occurs. The groups are valid until the next call.
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
		g.latest[here.Slot] = int32(i) // now the next occurrence of each slot from this one on
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

// forget marks every slot as without an occurrence.
func (g *Grouper) forget() {
	for slot := range g.latest {
		g.latest[slot] = -1
	}
}
