package axioms

import "github.com/axiomine/axiomine/axioms/internal/place"

var prox5 = &definition{
	spec: Spec{
		ID:     "prox5",
		Title:  "All query terms in shorter spans on average",
		Family: "proximity",
		Formula: "both hold all query terms, at least two; the mean length of prox4's groups, last position - first position, is " +
			"smaller in d1",
		Unconditional: "of the query terms that both hold, at least two: the mean length of prox4's groups, last position - first position, " +
			"is smaller in d1",
		Source: "Hagen et al., CIKM 2016, PROX5; Völske et al., ICTIR 2021, section 3.1 and table 1; Klose, thesis 2021",
		Params: lengthBound("none", "none"),
		Needs:  Needs{Positions: true},
		Example: Example{
			Query: "green tea",
			Docs:  []string{"green hot tea", "green is not a tea"},
			Says:  "green and tea are 2 apart in the first, 4 in the second",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		g := place.NewGrouper(len(b.terms))
		if b.unconditional() {
			return amongShared(b, 2, meanAmong(g), smaller)
		}
		return ranked(b, eachPlaced(b, func(found []place.Occurrence, _ *Doc) placed {
			groups := g.All(found)
			if len(groups) == 0 {
				return placed{}
			}
			return placed{may: true, near: meanSpan(groups)}
		}), nearer)
	},
	explain: func(t *trace) {
		const what = "mean length of the groups"
		if t.unconditional() {
			t.sharedCloser(2, what, meanAmong(place.NewGrouper(len(t.terms))))
			return
		}
		t.requireAll()
		t.closer(what)
	},
}

func meanSpan(groups []place.Group) float64 {
	sum := 0
	for _, group := range groups {
		sum += int(group.Span)
	}
	return float64(sum) / float64(len(groups))
}

// meanAmong gives the mean length of the groups of the terms shared.
func meanAmong(g *place.Grouper) func(o []place.Occurrence, shared []bool) float64 {
	return func(o []place.Occurrence, shared []bool) float64 { return meanSpan(g.Among(o, shared)) }
}
