package axioms

import "github.com/axiomine/axiomine/axioms/internal/place"

var tp = &definition{
	spec: Spec{
		ID:     "tp",
		Title:  "Two query terms closer together",
		Family: "proximity",
		Formula: "both hold at least two distinct query terms; the smallest distance between occurrences of two different ones is " +
			"smaller in d1",
		Unconditional: "the smallest distance between occurrences of two different query terms is smaller in d1; each holds at least two, " +
			"else neither is preferred",
		Source: "Câmara, Hauff, ECIR 2020, table 1; after Tao, Zhai, SIGIR 2007",
		Params: lengthBound("none", "none"),
		Needs:  Needs{Positions: true},
		Example: Example{
			Query: "hot green tea",
			Docs:  []string{"tea that is green and hot", "green or black and then tea"},
			Says:  "green and hot are 2 apart in the first, green and tea 5 in the second",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		return judgeByNumber(b, eachPlaced(b, func(hits []place.Occurrence, _ *Doc) nearness {
			nearest := nearness{}
			// No query term is between the two closest of different terms, so neighbours are enough.
			for i := 1; i < len(hits); i++ {
				if hits[i].Slot == hits[i-1].Slot {
					continue
				}
				if distance := float64(hits[i].Offset - hits[i-1].Offset); !nearest.comparable || distance < nearest.number {
					nearest = nearness{comparable: true, number: distance}
				}
			}
			return nearest
		}), nearStanding)
	},
	explain: func(t *trace) {
		for d := range t.counts {
			t.need(t.counts[d].numDistinct >= 2, "distinct query terms in %s: %d >= 2", t.name(d), t.counts[d].numDistinct)
		}
		t.notePlaces()
		explainCloser(t, "smallest distance of two query terms")
	},
}
