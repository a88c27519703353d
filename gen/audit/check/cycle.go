package check

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/trainset"
)

var cycle = Check{
	Code: "cycle", Severity: Warning,
	One: "is part of a circle of preferences", Many: "are part of a circle of preferences",
	About: "For one query, rows put A above B, B above C and C above A, over three documents or more: no order fulfils all. " +
		"" +
		"Rows that contradict one other row are left to `contradiction`.",
	Advice: "One row at least of each circle is wrong. Axioms and people that disagree make circles; a consensus of them makes none.",
	Example: Example{
		Rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "e f", "negative": "g h"}
{"query": "a b", "positive": "g h", "negative": "c d"}
{"query": "a b", "positive": "g h", "negative": "i j"}`,
		Flagged: []int{0, 1, 2},
		Clean: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "e f", "negative": "g h"}
{"query": "a b", "positive": "c d", "negative": "g h"}`,
	},
	Find: findCycles,
	Reason: func(*Input, Flag) string {
		return "With other rows of the query, the row closes a circle: no order of the documents fits all."
	},
}

func findCycles(in *Input) (found Found) {
	clash := map[uint32]bool{}
	for _, c := range in.Set.Conflicts() {
		clash[c.Row] = true
	}
	edges := in.Set.Edges()
	for begin := 0; begin < len(edges); {
		end := begin
		for end < len(edges) && edges[end].Query == edges[begin].Query {
			end++
		}
		var clear []trainset.Edge
		for _, e := range edges[begin:end] {
			if !clash[e.Row] {
				clear = append(clear, e)
			}
		}
		components := componentsOf(clear)
		for _, e := range clear {
			if components[e.High] == components[e.Low] {
				found.Flags = append(found.Flags, Flag{Row: e.Row, Score: 1})
			}
		}
		begin = end
	}
	slices.SortFunc(found.Flags, func(a, b Flag) int { return cmp.Compare(a.Row, b.Row) })
	found.Flags = slices.Compact(found.Flags)
	return found
}

// componentsOf numbers the strongly connected components of the graph of some edges, by Tarjan's algorithm without recursion.
func componentsOf(edges []trainset.Edge) map[uint32]int {
	next := map[uint32][]uint32{}
	for _, e := range edges {
		next[e.High] = append(next[e.High], e.Low)
	}
	component, index, low := map[uint32]int{}, map[uint32]int{}, map[uint32]int{}
	var stack []uint32
	type visit struct {
		node uint32
		edge int
	}
	count := 0
	for _, e := range edges {
		if index[e.High] > 0 {
			continue
		}
		path := []visit{{node: e.High}}
		for len(path) > 0 {
			v := &path[len(path)-1]
			if v.edge == 0 {
				count++
				index[v.node], low[v.node] = count, count
				stack = append(stack, v.node)
			}
			if v.edge < len(next[v.node]) {
				to := next[v.node][v.edge]
				v.edge++
				if index[to] == 0 {
					path = append(path, visit{node: to})
				} else if component[to] == 0 {
					low[v.node] = min(low[v.node], index[to])
				}
				continue
			}
			node := v.node
			path = path[:len(path)-1]
			if len(path) > 0 {
				parent := path[len(path)-1].node
				low[parent] = min(low[parent], low[node])
			}
			if low[node] == index[node] {
				for {
					top := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					component[top] = index[node]
					if top == node {
						break
					}
				}
			}
		}
	}
	return component
}
