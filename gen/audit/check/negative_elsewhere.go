package check

import (
	"cmp"
	"slices"
)

var negativeElsewhere = Check{
	Code: "negative-elsewhere", Severity: Note,
	One: "has a negative that is positive elsewhere", Many: "have a negative that is positive elsewhere",
	About: "A negative of the row is a positive of another row of the same query. That is right where documents have several grades, or " +
		"where axioms order them; it is an error where a negative means not relevant. Rows of `contradiction` are left out.",
	Advice: "If your loss takes a negative for not relevant, drop these rows. If it takes an order, leave them.",
	Example: Example{
		Rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "e f", "negative": "g h"}`,
		Flagged: []int{0},
		Clean: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "x y", "positive": "e f", "negative": "g h"}`,
	},
	Find: findElsewhere,
	Reason: func(in *Input, f Flag) string {
		return "A negative of the row is a positive of the same query in " + place(in, f.Other) + "."
	},
}

func findElsewhere(in *Input) (found Found) {
	clash := map[uint32]bool{}
	for _, c := range in.Set.Conflicts() {
		clash[c.Row] = true
	}
	edges := in.Set.Edges()
	for begin := 0; begin < len(edges); {
		end, above := begin, map[uint32]uint32{} // a row in which the document is above another
		for ; end < len(edges) && edges[end].Query == edges[begin].Query; end++ {
			if e := edges[end]; !in.Set.Rows[e.Row].Labelled {
				if _, has := above[e.High]; !has {
					above[e.High] = e.Row
				}
			}
		}
		for _, e := range edges[begin:end] {
			if row, has := above[e.Low]; has && row != e.Row && !clash[e.Row] && !in.Set.Rows[e.Row].Labelled {
				found.Flags = append(found.Flags, Flag{Row: e.Row, Other: row, Score: 1})
			}
		}
		begin = end
	}
	slices.SortStableFunc(found.Flags, func(a, b Flag) int { return cmp.Compare(a.Row, b.Row) })
	found.Flags = slices.CompactFunc(found.Flags, func(a, b Flag) bool { return a.Row == b.Row })
	return found
}
