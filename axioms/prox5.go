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
		Params: append(lengthBound("none", "none"), variants("hagen", "klose")),
		Needs:  Needs{Positions: true},
		Example: Example{
			Query: "green tea",
			Docs:  []string{"green hot tea", "green is not a tea"},
			Says:  "green and tea are 2 apart in the first, 4 in the second",
			Want:  []int{1},
		},
	},
	variants: map[string]func(*Spec){
		"klose": func(s *Spec) {
			s.groupHeld("of the query terms that a document holds, each occurrence with the closest one of every other of them is a group; " +
				"the mean length of the groups, last position - first position, is smaller in d1")
		},
	},
	bind: func(b *binding) Judge {
		g := place.NewGrouper(len(b.terms))
		if b.unconditional() {
			return judgeOnShared(b, 2, meanSpanOfShared(g), preferSmaller)
		}
		groupsOf := documentGroups(b, g)
		return judgeByNumber(b, eachPlaced(b, func(hits []place.Occurrence, _ *Doc) nearness {
			groups := groupsOf(hits)
			if len(groups) == 0 {
				return nearness{}
			}
			return nearness{comparable: true, number: meanSpan(groups)}
		}), nearStanding)
	},
	explain: func(t *trace) {
		const label = "mean length of the groups"
		if t.unconditional() {
			explainSharedCloser(t, 2, label, meanSpanOfShared(place.NewGrouper(len(t.terms))))
			return
		}
		requireGroups(t)
		explainCloser(t, label)
	},
}

func meanSpan(groups []place.Group) float64 {
	sum := 0
	for _, group := range groups {
		sum += int(group.Span)
	}
	return float64(sum) / float64(len(groups))
}

// meanSpanOfShared returns a function that computes the mean length of the groups of the terms in
// both documents.
func meanSpanOfShared(g *place.Grouper) func(o []place.Occurrence, inBoth []bool) float64 {
	return func(o []place.Occurrence, inBoth []bool) float64 { return meanSpan(g.GroupsOf(o, inBoth)) }
}
