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

// TestAgain: the first pass is the row itself; a later one has an id of its own.
func TestAgain(t *testing.T) {
	r := pairs.Pair{UID: "u", Task: "t", Axiom: "a", QueryID: "q", PosID: "p", NegID: "n"}
	if got := Again(r, 0); got.UID != "u" || got.Pass != 0 {
		t.Errorf("%+v", got)
	}
	if got := Again(r, 2); got.UID != pairs.NewUID("t", "a", "q", "p", "n", 2) || got.Pass != 2 {
		t.Errorf("%+v", got)
	}
}

// TestFirstOfOne: a single row is given as often as it is asked for, each time under another id.
func TestFirstOfOne(t *testing.T) {
	r := pairs.Pair{UID: "u", Task: "t", Axiom: "a", QueryID: "q", PosID: "p", NegID: "n"}
	got := First([]pairs.Pair{r}, 3, 7)
	if len(got) != 3 || got[0].UID != "u" || got[1].Pass != 1 || got[2].Pass != 2 || got[1].UID == got[2].UID {
		t.Errorf("%+v", got)
	}
	if got := First(nil, 3, 7); len(got) != 0 {
		t.Errorf("%+v of no row", got)
	}
}

// TestGroupsInOrder: groups of several positives are in the order of their first rows, and rows in no full group are counted.
func TestGroupsInOrder(t *testing.T) {
	var rows []pairs.Pair
	for i := range 30 { // ten positives with three negatives
		id := strconv.Itoa(i % 10)
		rows = append(rows, pairs.Pair{UID: strconv.Itoa(i), QueryID: "q", PosID: id, NegID: "n" + strconv.Itoa(i)})
	}
	place := map[string]int{}
	for i, r := range First(rows, len(rows), 7) {
		place[r.UID] = i
	}
	groups, loose := Groups(rows, 2, 7)
	if len(groups) != 10 || loose != 10 {
		t.Fatalf("%d groups of two, %d rows in none; want ten each", len(groups), loose)
	}
	for i := range groups {
		if i > 0 && place[groups[i][0].UID] < place[groups[i-1][0].UID] || place[groups[i][0].UID] > place[groups[i][1].UID] {
			t.Errorf("group %d begins with row %d", i, place[groups[i][0].UID])
		}
	}
}
