package axioms

import "github.com/axiomine/axiomine/axioms/internal/place"

// occurrences lists the places of query terms in a document, in order. It reuses old's memory.
func (b *bag) occurrences(terms []uint32, old []place.Occurrence) []place.Occurrence {
	hits := old[:0]
	for i, t := range terms {
		if slot := b.slot(t); slot >= 0 {
			hits = append(hits, place.Occurrence{Slot: int32(slot), Offset: int32(i)})
		}
	}
	return hits
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

// placeNumber computes a number of a document from the occurrences of query terms and the document's
// tokens, the smaller the better.
type placeNumber func(o []place.Occurrence, tokens []uint32) float64

// placeRule is the rule of an axiom that compares a number of the occurrences alone. Without its
// precondition it compares the number over the query terms that both documents hold.
type placeRule struct {
	label     string
	least     int                         // how many query terms both must hold without the precondition
	newNumber func(terms int) placeNumber // for a query of so many distinct terms
}

func (r placeRule) bind(b *binding) Judge {
	near := r.newNumber(len(b.terms))
	if b.unconditional() {
		return judgeOnShared(b, r.least, onSharedTerms(near), preferSmaller)
	}
	return judgeSameTerms(b, near)
}

func (r placeRule) explain(t *trace) {
	if t.unconditional() {
		explainSharedCloser(t, r.least, r.label, onSharedTerms(r.newNumber(len(t.terms))))
		return
	}
	explainSameTerms(t, r.label)
}

// leastHeld returns how many distinct query terms both documents of prox1 to prox3 must hold: two,
// or, as Klose has it, any number of a query's two or more.
func leastHeld(v *values) int {
	if v.word("variant") == "klose" {
		return 0
	}
	return 2
}

// judgeSameTerms returns the judge of prox1 to prox3: both documents hold the same query terms.
func judgeSameTerms(b *binding, near placeNumber) Judge {
	sets, least, tooShort := place.NewSets(len(b.terms)), leastHeld(b.values), len(b.terms) < 2
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
func onSharedTerms(near placeNumber) func(o []place.Occurrence, inBoth []bool) float64 {
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

// explainCloser explains the comparison of two documents' numbers, the smaller the better.
func explainCloser(t *trace, label string) {
	docs := featuresOf[nearness](t)
	t.prefer(func(d, e int) {
		t.when(greater(docs[e].number, docs[d].number), "%s: %s < %s", label, decimal(docs[d].number), decimal(docs[e].number))
	})
}

// explainSameTerms explains the comparison of judgeSameTerms.
func explainSameTerms(t *trace, label string) {
	if least := leastHeld(t.values); least > 0 {
		t.requireHeld(least)
	} else {
		t.require(len(t.terms) >= 2, "distinct query terms: %d >= 2", len(t.terms))
	}
	x, y := t.onlyIn(&t.counts[0], &t.counts[1]), t.onlyIn(&t.counts[1], &t.counts[0])
	t.require(len(x)+len(y) == 0, "both hold the same query terms; only one holds: %d%s", len(x)+len(y), t.input.list(append(x, y...)))
	t.notePlaces()
	explainCloser(t, label)
}

// explainShared explains the comparison of judgeOnShared; compare adds the condition of one order.
func explainShared(t *trace, least int, compare func(x, y *sharing, inBoth []bool)) {
	docs, inBoth := featuresOf[sharing](t), make([]bool, len(t.terms))
	n := docs[0].markShared(&docs[1], inBoth)
	var terms []uint32
	for slot, ok := range inBoth {
		if ok {
			terms = append(terms, t.terms[slot])
		}
	}
	t.need(n >= least, "query terms that both hold: %d >= %d%s", n, least, t.input.list(terms))
	t.notePlaces()
	if n < least {
		t.prefer(func(int, int) {})
		return
	}
	t.prefer(func(d, e int) { compare(&docs[d], &docs[e], inBoth) })
}

// explainSharedCloser explains a number, the smaller the better, over the query terms that both
// documents hold.
func explainSharedCloser(t *trace, least int, label string, near func(o []place.Occurrence, inBoth []bool) float64) {
	explainShared(t, least, func(x, y *sharing, inBoth []bool) {
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
