package place

import "slices"

// Group is a query term's occurrence with the closest ones of every other query term.
type Group struct {
	Span   int32 // from the first to the last of them, in tokens
	Others int32 // tokens in between that are no query terms
}

// Grouper finds the groups of prox4 and prox5: one for each occurrence, of two equally close ones the earlier.
type Grouper struct {
	width    int     // distinct query terms
	latest   []int32 // by slot: an occurrence, -1 for none
	before   []int32 // by slot: the last occurrence up to the one at hand, -1 for none
	previous []int32 // by occurrence: the one of the same slot before it, -1 for none
	groups   []Group
}

// NewGrouper makes a finder of groups for a query of so many distinct terms.
func NewGrouper(terms int) *Grouper { return &Grouper{width: terms} }

// All gives the groups of a document's occurrences; nil where it does not hold all query terms or they are fewer than two. They are good
// until the next call.
func (g *Grouper) All(found []Occurrence) []Group {
	width := g.width
	if width < 2 {
		return nil
	}
	g.latest = slices.Grow(g.latest[:0], width)[:width]
	g.forget()
	for i, o := range found {
		g.latest[o.Slot] = int32(i)
	}
	if slices.Contains(g.latest, -1) {
		return nil
	}
	return g.Among(found, nil)
}

// Among gives the groups of the occurrences' terms, or of some of them: those that are wanted, by slot, each of which occurs.
func (g *Grouper) Among(found []Occurrence, wanted []bool) []Group {
	width := g.width
	g.latest, g.before = slices.Grow(g.latest[:0], width)[:width], slices.Grow(g.before[:0], width)[:width]
	g.forget()
	g.previous = g.previous[:0]
	for i, o := range found {
		g.previous = append(g.previous, g.latest[o.Slot])
		g.latest[o.Slot] = int32(i)
	}
	copy(g.before, g.latest)
	g.forget()
	g.groups = g.groups[:0]
	for i := len(found) - 1; i >= 0; i-- {
		here := found[i]
		g.latest[here.Slot] = int32(i) // now the next occurrence of each slot from this one on
		if wanted != nil && !wanted[here.Slot] {
			continue
		}
		first, last := i, i
		for slot, after := range g.latest {
			if wanted != nil && !wanted[slot] {
				continue
			}
			closest := g.before[slot]
			if closest < 0 || after >= 0 && found[after].At-here.At < here.At-found[closest].At {
				closest = after
			}
			first, last = min(first, int(closest)), max(last, int(closest))
		}
		span := found[last].At - found[first].At
		g.groups = append(g.groups, Group{Span: span, Others: span - int32(last-first)})
		g.before[here.Slot] = g.previous[i]
	}
	return g.groups
}

// forget says that no slot has an occurrence yet.
func (g *Grouper) forget() {
	for slot := range g.latest {
		g.latest[slot] = -1
	}
}
