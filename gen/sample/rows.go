package sample

import (
	"cmp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// First returns the k rows with the smallest key of the pool `mixture`, ties by uid: nested in k. Beyond the number of rows every row is
// repeated, with the next pass in its uid.
func First(rows []pairs.Pair, k int, seed uint64) []pairs.Pair {
	if len(rows) == 0 {
		return rows
	}
	s := seedOf(seed, "mixture")
	order := make([]int, len(rows))
	keys := make([]uint64, len(rows))
	for i := range rows {
		r := &rows[i]
		order[i], keys[i] = i, mix(drawKey(s, Hash(r.QueryID), Hash(r.PosID), Hash(r.NegID))^Hash(r.Axiom))
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(keys[a], keys[b]), strings.Compare(rows[a].UID, rows[b].UID))
	})
	out := make([]pairs.Pair, 0, k)
	for i := range k {
		out = append(out, Again(rows[order[i%len(rows)]], i/len(rows)))
	}
	return out
}

// Again returns the row of a pass; the first pass is 0.
func Again(r pairs.Pair, pass int) pairs.Pair {
	if r.Pass = int32(pass); pass > 0 {
		r.UID = pairs.NewUID(r.Task, r.Axiom, r.QueryID, r.PosID, r.NegID, pass)
	}
	return r
}

// Groups divides rows into groups of n pairs of the same query and positive, and counts the rows that are in no full group. Rows are in
// the order of First, and groups in the order of their first rows.
func Groups(rows []pairs.Pair, n int, seed uint64) (groups [][]pairs.Pair, loose int) {
	type positive struct{ query, document string }
	open := map[positive][]pairs.Pair{}
	first := map[string]int{} // by uid: place in the order
	for i, r := range First(rows, len(rows), seed) {
		first[r.UID] = i
		key := positive{r.QueryID, r.PosID}
		group := append(open[key], r)
		if len(group) == n {
			groups, group = append(groups, group), nil
		}
		open[key] = group
	}
	for _, group := range open {
		loose += len(group)
	}
	slices.SortFunc(groups, func(a, b []pairs.Pair) int { return cmp.Compare(first[a[0].UID], first[b[0].UID]) })
	return groups, loose
}
