package sample

import (
	"slices"
	"strconv"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

func TestFirstIsNestedAndRepeats(t *testing.T) {
	var rows []pairs.Pair
	for i := range 20 {
		r := pairs.Pair{Task: "pairwise", QueryID: "q" + strconv.Itoa(i%3), PosID: "a", NegID: strconv.Itoa(i)}
		r.UID = pairs.NewUID(r.Task, r.Axiom, r.QueryID, r.PosID, r.NegID, 0)
		rows = append(rows, r)
	}
	long := First(rows, 50, 42)
	uids := map[string]bool{}
	for i, r := range long {
		uids[r.UID] = true
		if int(r.Pass) != i/20 || r.UID != pairs.NewUID(r.Task, r.Axiom, r.QueryID, r.PosID, r.NegID, i/20) {
			t.Fatalf("row %d: %+v", i, r)
		}
	}
	if len(uids) != 50 {
		t.Errorf("%d different uids of 50 rows", len(uids))
	}
	slices.Reverse(rows) // the order of what is given does not matter
	if !slices.Equal(First(rows, 7, 42), long[:7]) {
		t.Error("the first seven are not the beginning of the first fifty")
	}
}

// By hand: positives with five, two and three negatives make 2 + 1 + 1 groups of two, and leave 1 + 0 + 1 rows.
func TestGroupsAreFull(t *testing.T) {
	var rows []pairs.Pair
	for pos, n := range []int{5, 2, 3} {
		for neg := range n {
			r := pairs.Pair{Task: "pairwise", QueryID: "q", PosID: "p" + strconv.Itoa(pos), NegID: strconv.Itoa(neg)}
			r.UID = pairs.NewUID(r.Task, r.Axiom, r.QueryID, r.PosID, r.NegID, 0)
			rows = append(rows, r)
		}
	}
	groups, loose := Groups(rows, 2, 42)
	if len(groups) != 4 || loose != 2 {
		t.Errorf("%d groups, %d rows left", len(groups), loose)
	}
	seen := map[string]bool{}
	for _, g := range groups {
		if len(g) != 2 || g[0].PosID != g[1].PosID || seen[g[0].UID] || seen[g[1].UID] || g[0].UID == g[1].UID {
			t.Errorf("group %+v", g)
		}
		seen[g[0].UID], seen[g[1].UID] = true, true
	}
	slices.Reverse(rows)
	if again, _ := Groups(rows, 2, 42); !slices.EqualFunc(groups, again, slices.Equal[[]pairs.Pair]) {
		t.Error("the order of what is given decides the groups")
	}
}
