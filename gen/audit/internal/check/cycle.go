package check

import (
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

var cycle = Check{
	Code: "cycle", Severity: Warning,
	RowText: "is part of a circle of preferences", RowsText: "are part of a circle of preferences",
	About: "For one query, rows put A above B, B above C and C above A, over three documents or more: no order fulfils all. " +
		"Rows that contradict one other row are left to `contradiction`.",
	Advice: "One row at least of each circle is wrong. Axioms and people that disagree make circles; a consensus of them makes none.",
	Find:   findCycles,
	Reason: func(*Input, Flag) string {
		return "With other rows of the query, the row closes a circle: no order of the documents fits all."
	},
}

func findCycles(in *Input) (finding Found) {
	contradicts := in.contradicting()
	var clear []trainset.Edge
	var low []uint32
	for edges := range in.Preferences.EdgesByQuery() {
		clear = clear[:0]
		for _, e := range edges {
			if !contradicts[e.Row] {
				clear = append(clear, e)
			}
		}
		if low = lowOf(low, clear); !anyIsBoth(clear, low) {
			continue
		}
		components := componentsOf(clear)
		for _, e := range clear {
			if components[e.High] == components[e.Low] {
				finding.Flags = append(finding.Flags, Flag{Row: e.Row, Score: 1})
			}
		}
	}
	return finding.byRow()
}

// lowOf returns the documents that are below others, sorted, in the memory of a list.
func lowOf(list []uint32, edges []trainset.Edge) []uint32 {
	list = list[:0]
	for _, e := range edges {
		list = append(list, e.Low)
	}
	slices.Sort(list)
	return list
}

// anyIsBoth reports whether a document is above one and below another; low are those below.
func anyIsBoth(edges []trainset.Edge, low []uint32) bool {
	return slices.ContainsFunc(edges, func(e trainset.Edge) bool { _, is := slices.BinarySearch(low, e.High); return is })
}

// componentsOf returns the number of each document's strongly connected component of preferences.
func componentsOf(edges []trainset.Edge) map[uint32]int32 {
	nodes := map[uint32]int32{}
	var next [][]int32
	node := func(doc uint32) int32 {
		n, ok := nodes[doc]
		if !ok {
			n = int32(len(next))
			nodes[doc], next = n, append(next, nil)
		}
		return n
	}
	for _, e := range edges {
		high, low := node(e.High), node(e.Low)
		next[high] = append(next[high], low)
	}
	component := components(next)
	for doc, n := range nodes {
		nodes[doc] = component[n]
	}
	return nodes
}
