package sample

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The orders of a data set's rows.
const (
	Mixed      = "mixed"      // all rows are shuffled together
	Curriculum = "curriculum" // shuffled axiomatic rows, then shuffled judged rows
)

// SortForFiles sorts rows into file order: by mix(H(seed, NUL, "order") xor H(uid)), which is independent of the drawing key, then by uid.
// Under Curriculum axiomatic rows are first. threads is the number of goroutines (0 means all cores). st counts rows.
func SortForFiles(ctx context.Context, t *pairs.Table, seed uint64, rowOrder string, threads int, st *progress.Stage) error {
	type place struct {
		key    uint64
		row    uint32
		isLate bool // true for a judged row under Curriculum
	}
	places, fileSeed := make([]place, t.Len()), seedOf(seed, "order")
	err := parallel.Pieces(ctx, parallel.Threads(threads), len(places), 1<<14, func(_, first, end int) error {
		for i := first; i < end; i++ {
			places[i] = place{mix(fileSeed ^ Hash(t.UID(i))), uint32(i), rowOrder == Curriculum && t.Brief(i).Source != pairs.Axiomatic}
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortFunc(places, func(a, b place) int {
		switch {
		case a.isLate && !b.isLate:
			return 1
		case b.isLate && !a.isLate:
			return -1
		case a.key != b.key || a.row == b.row:
			return cmp.Compare(a.key, b.key)
		}
		return cmp.Compare(t.UID(int(a.row)), t.UID(int(b.row)))
	})
	order := lists.Map(places, func(p place) uint32 { return p.row })
	st.Add(len(order))
	t.Arrange(order)
	return nil
}

// JudgedSubset returns the indexes of n ids: those with the smallest H(decimal seed, NUL, id), at a tie the smallest bytes. The subset for
// n is part of the subset for any larger n.
func JudgedSubset(ids []string, n int, seed uint64) []int {
	order := make([]int, len(ids))
	keys := make([]uint64, len(ids))
	for i, id := range ids {
		order[i], keys[i] = i, seedOf(seed, id)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), strings.Compare(ids[a], ids[b])) })
	return order[:min(n, len(order))]
}

// JudgedTexts returns the indexes of the queries of n texts. ids and texts are those of the queries. It chooses the texts by JudgedSubset
// of the ids of their first queries.
func JudgedTexts(ids, texts []string, n int, seed uint64) (places []int) {
	var members lists.Groups[string, int] // the queries of each text
	for i, text := range texts {
		members.Add(text, i)
	}
	first := lists.Map(members.Keys, func(text string) string { return ids[members.Of[text][0]] })
	for _, i := range JudgedSubset(first, n, seed) {
		places = append(places, members.Of[members.Keys[i]]...)
	}
	return places
}

// Shuffled returns the rows in a random order that depends on the seed: that of the pool mixture in CONTRACT.md, then by uid.
func Shuffled(rows []pairs.Pair, seed uint64) []pairs.Pair {
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
	out := make([]pairs.Pair, len(rows))
	for i, row := range order {
		out[i] = rows[row]
	}
	return out
}

// Again returns a row as its repetition in a pass. Pass 0 is the row itself, with its uid.
func Again(r pairs.Pair, pass int) pairs.Pair {
	if r.Pass = int32(pass); pass > 0 {
		r.UID = pairs.NewUID(r.Task, r.Axiom, r.QueryID, r.PosID, r.NegID, pass)
	}
	return r
}

// Groups returns groups of n rows of the same query and positive, and the number of rows that are in no full group. Rows are in the order
// of Shuffled, and groups in the order of their first rows.
func Groups(rows []pairs.Pair, n int, seed uint64) (groups [][]pairs.Pair, loose int) {
	type positive struct{ query, document string }
	open := map[positive][]pairs.Pair{} // the group of each positive, until it is full
	first := map[string]int{}           // the place of each row in the order, by uid
	for i, r := range Shuffled(rows, seed) {
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
