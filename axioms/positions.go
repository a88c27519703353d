package axioms

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/place"
)

// occurrences lists where a document holds query terms, in order; it reuses old's memory.
func (b *bag) occurrences(terms []uint32, old []place.Occurrence) []place.Occurrence {
	table := b.table()
	if table.packs() {
		return table.places(terms, old)
	}
	found := old[:0]
	for at, t := range terms {
		if slot := table.slot(t); slot >= 0 {
			found = append(found, place.Occurrence{Slot: int32(slot), At: int32(at)})
		}
	}
	return found
}

// places is occurrences where one probe decides, without a branch: what is no query term is written over.
func (s *slotTable) places(terms []uint32, old []place.Occurrence) []place.Occurrence {
	entries, n := (*[smallTable]slotEntry)(s.entries), 0
	found := slices.Grow(old[:0], len(terms))[:len(terms)]
	for at, t := range terms {
		e := &entries[t*s.multiplier>>smallShift]
		found[n] = place.Occurrence{Slot: int32(e.next) - 1, At: int32(at)}
		hit := 1
		if e.term != t {
			hit = 0
		}
		if e.next == 0 {
			hit = 0
		}
		n += hit
	}
	return found[:n]
}

// placed is a document under a proximity axiom: a number, the smaller the better, if the document may be compared at all.
type placed struct {
	may   bool
	holds int32 // says which query terms it holds, where both documents must hold the same
	near  float64
}

// nearer prefers the document with the smaller number.
func nearer(x *placed) standing {
	if !x.may {
		return standing{class: incomparable}
	}
	return standing{class: x.holds, number: -x.near}
}

// sameTerms is the judge of prox1 to prox3: both documents hold the same query terms, at least two. near computes the
// number from the occurrences and the document's tokens.
func (b *binding) sameTerms(near func(o []place.Occurrence, terms []uint32) float64) Judge {
	sets := place.NewSets(len(b.terms))
	return ranked(b, eachPlaced(b, func(found []place.Occurrence, d *Doc) placed {
		set, distinct := sets.Number(found)
		if distinct < 2 {
			return placed{}
		}
		return placed{may: true, holds: set, near: near(found, d.Terms)}
	}), nearer)
}

// sharing is a document under a proximity axiom without its precondition: where it holds query terms.
type sharing struct {
	found []place.Occurrence
	holds []bool // by slot
}

// amongShared is the judge of a proximity axiom without its precondition: two documents are compared on the query terms that
// both hold, if these are at least so many. near computes what is compared from a document's occurrences and the terms shared.
func amongShared[N any](b *binding, least int, near func(o []place.Occurrence, shared []bool) N, compare func(x, y N) Verdict) Judge {
	shared := make([]bool, len(b.terms))
	return judge(b, each(func(d *Doc) sharing {
		x := sharing{b.occurrences(d.Terms, nil), make([]bool, len(b.terms))}
		for _, o := range x.found {
			x.holds[o.Slot] = true
		}
		return x
	}), func(x, y *sharing) Verdict {
		if x.sharedWith(y, shared) < least {
			return Neither
		}
		return compare(near(x.found, shared), near(y.found, shared))
	})
}

// sharedWith says by slot which query terms both documents hold, and how many they are.
func (x *sharing) sharedWith(y *sharing, shared []bool) (n int) {
	for slot := range shared {
		if shared[slot] = x.holds[slot] && y.holds[slot]; shared[slot] {
			n++
		}
	}
	return n
}

// ofShared gives a number's function the occurrences of the shared terms alone.
func ofShared(near func(o []place.Occurrence, terms []uint32) float64) func(o []place.Occurrence, shared []bool) float64 {
	var some []place.Occurrence
	return func(o []place.Occurrence, shared []bool) float64 {
		some = some[:0]
		for _, at := range o {
			if shared[at.Slot] {
				some = append(some, at)
			}
		}
		return near(some, nil)
	}
}

// smaller prefers the document with the smaller number.
func smaller(x, y float64) Verdict { return larger(y, x) }

// places notes where the documents hold the query terms.
func (t *trace) places() {
	for d := range t.of.Docs {
		at := make([][]int32, len(t.terms))
		for _, o := range t.occurrences(t.of.Docs[d].Terms, nil) {
			at[o.Slot] = append(at[o.Slot], o.At)
		}
		for slot, list := range at {
			if len(list) > 0 {
				t.fact("%s holds %s at %s", t.name(d), t.term(slot), place.Listed(list))
			}
		}
	}
}

// closer names the comparison of two documents' numbers, the smaller the better.
func (t *trace) closer(what string) {
	of := loaded[placed](t)
	t.prefer(func(d, e int) {
		t.when(greater(of[e].near, of[d].near), "%s: %s < %s", what, decimal(of[d].near), decimal(of[e].near))
	})
}

// same explains what sameTerms compares.
func (t *trace) same(what string) {
	t.requireHeld(2)
	x, y := t.onlyIn(0, 1), t.onlyIn(1, 0)
	t.require(len(x)+len(y) == 0, "both hold the same query terms; only one holds: %d%s", len(x)+len(y), t.listed(append(x, y...)))
	t.places()
	t.closer(what)
}

// shared explains what amongShared compares; compare names the condition of one order.
func (t *trace) shared(least int, compare func(x, y *sharing, shared []bool)) {
	of, shared := loaded[sharing](t), make([]bool, len(t.terms))
	n := of[0].sharedWith(&of[1], shared)
	var terms []uint32
	for slot, both := range shared {
		if both {
			terms = append(terms, t.terms[slot])
		}
	}
	t.need(n >= least, "query terms that both hold: %d >= %d%s", n, least, t.listed(terms))
	t.places()
	if n < least {
		t.prefer(func(int, int) {})
		return
	}
	t.prefer(func(d, e int) { compare(&of[d], &of[e], shared) })
}

// sharedCloser explains a number, the smaller the better, over the query terms that both documents hold.
func (t *trace) sharedCloser(least int, what string, near func(o []place.Occurrence, shared []bool) float64) {
	t.shared(least, func(x, y *sharing, shared []bool) {
		mine, others := near(x.found, shared), near(y.found, shared)
		t.when(greater(others, mine), "%s: %s < %s", what, decimal(mine), decimal(others))
	})
}

// requireHeld names the precondition that both documents hold so many distinct query terms.
func (t *trace) requireHeld(least int) {
	for d := range t.counts {
		n := int(t.counts[d].held)
		t.require(n >= least, "distinct query terms in %s: %d >= %d", t.name(d), n, least)
	}
}

// requireAll names the precondition of prox4 and prox5.
func (t *trace) requireAll() {
	t.require(len(t.terms) >= 2, "distinct query terms: %d >= 2", len(t.terms))
	t.requireHeld(len(t.terms))
	t.places()
}
