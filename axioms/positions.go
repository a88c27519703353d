package axioms

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/place"
)

// occurrences lists the places of query terms in a document, in order. It reuses old's memory.
func (b *bag) occurrences(terms []uint32, old []place.Occurrence) []place.Occurrence {
	table := b.table()
	if table.canPack() {
		return table.places(terms, old)
	}
	hits := old[:0]
	for i, t := range terms {
		if slot := table.slot(t); slot >= 0 {
			hits = append(hits, place.Occurrence{Slot: int32(slot), Offset: int32(i)})
		}
	}
	return hits
}

// places lists what occurrences lists, where one probe decides. It has no branch: a token that is
// no query term is overwritten.
func (s *slotTable) places(terms []uint32, old []place.Occurrence) []place.Occurrence {
	entries, n := (*[smallTable]slotEntry)(s.entries), 0
	hits := slices.Grow(old[:0], len(terms))[:len(terms)]
	for i, t := range terms {
		e := &entries[t*s.multiplier>>smallShift]
		hits[n] = place.Occurrence{Slot: int32(e.next) - 1, Offset: int32(i)}
		hit := 1
		if e.term != t {
			hit = 0
		}
		if e.next == 0 {
			hit = 0
		}
		n += hit
	}
	return hits[:n]
}

// nearness is a document under a proximity axiom: a number, the smaller the better, if the document
// may be compared at all.
type nearness struct {
	comparable bool
	termSet    int32 // number of the set of query terms that it holds, where both documents must hold the same
	number     float64
}

// nearStanding returns the standing that prefers the smaller number.
func nearStanding(x *nearness) standing {
	if !x.comparable {
		return standing{class: incomparable}
	}
	return standing{class: x.termSet, number: -x.number}
}

// judgeSameTerms returns the judge of prox1 to prox3: both documents hold the same query terms, at
// least two, or, as Klose has it, any number of a query's two or more. near computes the number from
// the occurrences and the document's tokens.
func (b *binding) judgeSameTerms(near func(o []place.Occurrence, terms []uint32) float64) Judge {
	sets, least, tooShort := place.NewSets(len(b.terms)), b.leastHeld(), len(b.terms) < 2
	return judgeByNumber(b, eachPlaced(b, func(hits []place.Occurrence, d *Doc) nearness {
		set, distinct := sets.Number(hits)
		if distinct < least || tooShort {
			return nearness{}
		}
		return nearness{comparable: true, termSet: set, number: near(hits, d.Terms)}
	}), nearStanding)
}

// sharing is a document under a proximity axiom without its precondition: where it holds query
// terms.
type sharing struct {
	hits  []place.Occurrence
	holds []bool // by slot
}

// judgeOnShared returns the judge of a proximity axiom without its precondition. It compares two
// documents on the query terms that both hold, where these are at least least. near computes the
// value to compare from a document's occurrences and the terms in both.
func judgeOnShared[N any](b *binding, least int, near func(o []place.Occurrence, inBoth []bool) N, compare func(x, y N) Verdict) Judge {
	inBoth := make([]bool, len(b.terms))
	return judge(b, mapDocs(func(d *Doc) sharing {
		x := sharing{b.occurrences(d.Terms, nil), make([]bool, len(b.terms))}
		for _, o := range x.hits {
			x.holds[o.Slot] = true
		}
		return x
	}), func(x, y *sharing) Verdict {
		if x.markShared(y, inBoth) < least {
			return Neither
		}
		return compare(near(x.hits, inBoth), near(y.hits, inBoth))
	})
}

// markShared sets inBoth for the query terms that both documents hold, by slot, and returns their
// number.
func (x *sharing) markShared(y *sharing, inBoth []bool) (n int) {
	for slot := range inBoth {
		if inBoth[slot] = x.holds[slot] && y.holds[slot]; inBoth[slot] {
			n++
		}
	}
	return n
}

// onSharedTerms returns near on the occurrences of the terms in both documents alone.
func onSharedTerms(near func(o []place.Occurrence, terms []uint32) float64) func(o []place.Occurrence, inBoth []bool) float64 {
	var some []place.Occurrence
	return func(o []place.Occurrence, inBoth []bool) float64 {
		some = some[:0]
		for _, occ := range o {
			if inBoth[occ.Slot] {
				some = append(some, occ)
			}
		}
		return near(some, nil)
	}
}

// preferSmaller prefers the document with the smaller number.
func preferSmaller(x, y float64) Verdict { return preferLarger(y, x) }

// notePlaces adds where the documents hold the query terms.
func (t *trace) notePlaces() {
	for d := range t.input.Docs {
		positions := make([][]int32, len(t.terms))
		for _, o := range t.occurrences(t.input.Docs[d].Terms, nil) {
			positions[o.Slot] = append(positions[o.Slot], o.Offset)
		}
		for slot, list := range positions {
			if len(list) > 0 {
				t.fact("%s holds %s at %s", t.name(d), t.term(slot), place.FormatOffsets(list))
			}
		}
	}
}

// whenCloser adds the comparison of two documents' numbers, the smaller the better.
func (t *trace) whenCloser(label string) {
	docs := featuresOf[nearness](t)
	t.prefer(func(d, e int) {
		t.when(greater(docs[e].number, docs[d].number), "%s: %s < %s", label, decimal(docs[d].number), decimal(docs[e].number))
	})
}

// explainSameTerms explains the comparison of judgeSameTerms.
func (t *trace) explainSameTerms(label string) {
	if least := t.leastHeld(); least > 0 {
		t.requireHeld(least)
	} else {
		t.require(len(t.terms) >= 2, "distinct query terms: %d >= 2", len(t.terms))
	}
	x, y := t.onlyIn(0, 1), t.onlyIn(1, 0)
	t.require(len(x)+len(y) == 0, "both hold the same query terms; only one holds: %d%s", len(x)+len(y), t.listTerms(append(x, y...)))
	t.notePlaces()
	t.whenCloser(label)
}

// explainShared explains the comparison of judgeOnShared; compare adds the condition of one order.
func (t *trace) explainShared(least int, compare func(x, y *sharing, inBoth []bool)) {
	docs, inBoth := featuresOf[sharing](t), make([]bool, len(t.terms))
	n := docs[0].markShared(&docs[1], inBoth)
	var terms []uint32
	for slot, ok := range inBoth {
		if ok {
			terms = append(terms, t.terms[slot])
		}
	}
	t.need(n >= least, "query terms that both hold: %d >= %d%s", n, least, t.listTerms(terms))
	t.notePlaces()
	if n < least {
		t.prefer(func(int, int) {})
		return
	}
	t.prefer(func(d, e int) { compare(&docs[d], &docs[e], inBoth) })
}

// explainSharedCloser explains a number, the smaller the better, over the query terms that both
// documents hold.
func (t *trace) explainSharedCloser(least int, label string, near func(o []place.Occurrence, inBoth []bool) float64) {
	t.explainShared(least, func(x, y *sharing, inBoth []bool) {
		nearX, nearY := near(x.hits, inBoth), near(y.hits, inBoth)
		t.when(greater(nearY, nearX), "%s: %s < %s", label, decimal(nearX), decimal(nearY))
	})
}

// requireHeld adds the precondition that both documents hold at least so many distinct query terms.
func (t *trace) requireHeld(least int) {
	for d := range t.counts {
		n := int(t.counts[d].numDistinct)
		t.require(n >= least, "distinct query terms in %s: %d >= %d", t.name(d), n, least)
	}
}

// requireAll adds the precondition of prox4 and prox5.
func (t *trace) requireAll() {
	t.require(len(t.terms) >= 2, "distinct query terms: %d >= 2", len(t.terms))
	t.requireHeld(len(t.terms))
	t.notePlaces()
}
