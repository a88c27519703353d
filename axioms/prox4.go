package axioms

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/place"
)

var prox4 = &definition{
	spec: Spec{
		ID:     "prox4",
		Title:  "All query terms with fewer other words in between",
		Family: "proximity",
		Formula: "both hold all query terms, at least two; each occurrence with the closest one of every other query term is a group; " +
			"(a, b) are the fewest non-query terms within a group and how many groups have so few; smaller a, then larger b wins",
		Unconditional: "of the query terms that both hold, at least two: each occurrence with the closest one of every other of them is a " +
			"group; (a, b) are the fewest non-query terms within a group and how many groups have so few; smaller a, then larger b wins",
		Source: "Hagen et al., CIKM 2016, PROX4; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params: append(lengthBound("none", "none"), variants("hagen", "klose")),
		Needs:  Needs{Positions: true},
		Example: Example{
			Query: "green tea",
			Docs:  []string{"green hot tea", "green is not a tea"},
			Says:  "one word stands between the query terms in the first, three in the second",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"klose": func(s *Spec) {
			s.groupHeld("of the query terms that a document holds, each occurrence with the closest one of every other of them is a group; " +
				"(a, b) are the fewest non-query terms within a group and how many groups have so few; smaller a, then larger b wins")
		},
	},
	bind: func(b *binding) Judge {
		g := place.NewGrouper(len(b.terms))
		if b.unconditional() {
			return judgeOnShared(b, 2, tightestOfShared(g), tightest.tighter)
		}
		groupsOf := documentGroups(b, g)
		groups := eachPlaced(b, func(hits []place.Occurrence, _ *Doc) tightest { return tightestOf(groupsOf(hits)) })
		var memory []int32
		features := func(docs []Doc, old []tightest) []tightest {
			list := groups(docs, old)
			memory = rankTightest(list, memory)
			return list
		}
		return judgeByNumber(b, features, func(x *tightest) standing {
			if !x.comparable {
				return standing{class: incomparable}
			}
			return standing{number: float64(x.rank)}
		})
	},
	explain: func(t *trace) {
		compare := func(x, y tightest) {
			t.when(x.tighter(y) == First, "fewest other words within a group, and groups with so few: %d, %d before %d, %d",
				x.numOthers, x.ties, y.numOthers, y.ties)
		}
		if t.unconditional() {
			tightestOn := tightestOfShared(place.NewGrouper(len(t.terms)))
			explainShared(t, 2, func(x, y *sharing, inBoth []bool) {
				compare(tightestOn(x.hits, inBoth), tightestOn(y.hits, inBoth))
			})
			return
		}
		requireGroups(t)
		docs := featuresOf[tightest](t)
		t.prefer(func(d, e int) { compare(docs[d], docs[e]) })
	},
}

// tightest counts a document's groups with the fewest other words: how few words, and how many
// groups have so few.
type tightest struct {
	comparable      bool
	numOthers, ties int32
	rank            int32 // rises with tighter documents among the loaded ones; equal for equally tight documents
}

func tightestOf(groups []place.Group) (best tightest) {
	for _, group := range groups {
		switch {
		case !best.comparable || group.OtherTokens < best.numOthers:
			best = tightest{comparable: true, numOthers: group.OtherTokens, ties: 1}
		case group.OtherTokens == best.numOthers:
			best.ties++
		}
	}
	return best
}

// rankTightest sets the ranks of documents by tighter. It reuses order's memory.
func rankTightest(list []tightest, order []int32) []int32 {
	order = order[:0]
	for i := range list {
		if list[i].comparable {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(i, j int32) int { return list[i].tighter(list[j]).Preference() })
	for k, i := range order {
		if k > 0 {
			previous := &list[order[k-1]]
			list[i].rank = previous.rank + int32(oneIf(list[i].tighter(*previous) == First))
		}
	}
	return order
}

// tightestOfShared returns a function that computes the tightest groups of the terms in both
// documents.
func tightestOfShared(g *place.Grouper) func(o []place.Occurrence, inBoth []bool) tightest {
	return func(o []place.Occurrence, inBoth []bool) tightest { return tightestOf(g.GroupsOf(o, inBoth)) }
}

// tighter prefers fewer other words, then more groups with so few.
func (x tightest) tighter(y tightest) Verdict {
	if x.numOthers != y.numOthers {
		return preferMore(y.numOthers, x.numOthers)
	}
	return preferMore(x.ties, y.ties)
}

// groupHeld changes the spec of prox4 and prox5 to the reading of Klose's table: each document is
// measured by the query terms that it holds.
func (s *Spec) groupHeld(formula string) {
	s.Formula, s.Unconditional = formula+"; a document without one loses", ""
	s.Source = "Klose, thesis 2021, table 4.1: .9993 of all pairs meet the precondition, few of them with class 0. Section 3.2.5 prints " +
		"that both hold all query terms, which .01 of pairs do. The reading is inferred from the table"
}

// documentGroups returns a function that computes a document's groups: over all query terms, nil
// where it lacks one, or, as Klose has it, over the query terms that it holds. For a document that
// holds none that is one group of the largest size.
func documentGroups(b *binding, g *place.Grouper) func(hits []place.Occurrence) []place.Group {
	if b.word("variant") != "klose" {
		return g.All
	}
	holds := make([]bool, len(b.terms))
	return func(hits []place.Occurrence) []place.Group {
		clear(holds)
		for _, o := range hits {
			holds[o.Slot] = true
		}
		if len(hits) == 0 {
			return []place.Group{{Span: math.MaxInt32, OtherTokens: math.MaxInt32}}
		}
		return g.GroupsOf(hits, holds)
	}
}

// requireGroups adds the precondition of prox4 and prox5, that both documents hold all query terms.
// Klose has none.
func requireGroups(t *trace) {
	if t.word("variant") != "klose" {
		t.require(len(t.terms) >= 2, "distinct query terms: %d >= 2", len(t.terms))
		t.requireHeld(len(t.terms))
	}
	t.notePlaces()
}
