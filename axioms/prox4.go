package axioms

import (
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
		Params: lengthBound("none", "none"),
		Needs:  Needs{Positions: true},
		Example: Example{
			Query: "green tea",
			Docs:  []string{"green hot tea", "green is not a tea"},
			Says:  "one word stands between the query terms in the first, three in the second",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		g := place.NewGrouper(len(b.terms))
		if b.unconditional() {
			return amongShared(b, 2, tightestAmong(g), tightest.tighter)
		}
		groups := eachPlaced(b, func(found []place.Occurrence, _ *Doc) tightest { return tightestOf(g.All(found)) })
		var tight []int32
		features := func(docs []Doc, old []tightest) []tightest {
			loaded := groups(docs, old)
			tight = placesOf(loaded, tight)
			return loaded
		}
		return ranked(b, features, func(x *tightest) standing {
			if !x.may {
				return standing{class: incomparable}
			}
			return standing{number: float64(x.place)}
		})
	},
	explain: func(t *trace) {
		compare := func(x, y tightest) {
			t.when(x.tighter(y) == First, "fewest other words within a group, and groups with so few: %d, %d before %d, %d",
				x.others, x.how, y.others, y.how)
		}
		if t.unconditional() {
			among := tightestAmong(place.NewGrouper(len(t.terms)))
			t.shared(2, func(x, y *sharing, shared []bool) {
				compare(among(x.found, shared), among(y.found, shared))
			})
			return
		}
		t.requireAll()
		of := loaded[tightest](t)
		t.prefer(func(d, e int) { compare(of[d], of[e]) })
	},
}

// tightest is a document's groups with the fewest other words: how few, and how many groups have so few.
type tightest struct {
	may         bool
	others, how int32
	place       int32 // rises with tighter documents among those loaded; the same for documents as tight
}

func tightestOf(groups []place.Group) (best tightest) {
	for _, group := range groups {
		switch {
		case !best.may || group.Others < best.others:
			best = tightest{may: true, others: group.Others, how: 1}
		case group.Others == best.others:
			best.how++
		}
	}
	return best
}

// placesOf sets the places of documents by what tighter says; it reuses order's memory.
func placesOf(loaded []tightest, order []int32) []int32 {
	order = order[:0]
	for i := range loaded {
		if loaded[i].may {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(i, j int32) int { return loaded[i].tighter(loaded[j]).Preference() })
	for k, i := range order {
		if k > 0 {
			before := &loaded[order[k-1]]
			loaded[i].place = before.place + int32(one(loaded[i].tighter(*before) == First))
		}
	}
	return order
}

// tightestAmong gives the tightest groups of the terms shared.
func tightestAmong(g *place.Grouper) func(o []place.Occurrence, shared []bool) tightest {
	return func(o []place.Occurrence, shared []bool) tightest { return tightestOf(g.Among(o, shared)) }
}

// tighter prefers fewer other words, then more groups with so few.
func (x tightest) tighter(y tightest) Verdict {
	if x.others != y.others {
		return more(y.others, x.others)
	}
	return more(x.how, y.how)
}
