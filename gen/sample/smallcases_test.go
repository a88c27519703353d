package sample

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// TestPositivesOutside: a relevant document outside of the candidates is a positive where all are, and no document outside is a negative.
func TestPositivesOutside(t *testing.T) {
	for positives, want := range map[string]string{FromCandidates: "[0] [2]", "all": "[0 1] [2]"} {
		o := Defaults()
		o.Positives = positives
		q := judgedQuery(1, 1, 0, 0)
		q.Docs[1].Outside, q.Docs[3].Outside = true, true
		lists := o.sides(q)
		if got := fmt.Sprint(lists.positives, " ", lists.negatives); got != want {
			t.Errorf("%s: positives and negatives %s, want %s", positives, got, want)
		}
	}
	q := judgedQuery(1, 0)
	q.Labelled = false
	o := Defaults()
	if lists := o.sides(q); lists.positives != nil || lists.negatives != nil {
		t.Errorf("%+v of a query whose judgements are not in use", lists)
	}
}

// TestSpareLabels: by hand. A spare of the judgements has the label of its negative: 2 for a relevant one of a lower grade, else 0; spares
// of an axiom have 0.
func TestSpareLabels(t *testing.T) {
	o := Defaults()
	q := judgedQuery(2, 1, 0, -1)
	s := New(o, twoPools, []int{All, All}, All, func(d Drawn) (string, string, string) {
		return q.ID, q.Docs[d.Pos].ID, q.Docs[d.Neg].ID
	})
	lists := [][]pairs.Instance{{{Pos: 0, Neg: 1}}, nil}
	labels := map[string]int8{}
	for _, spare := range s.Spares(q, lists, []Taken{{0, 2, JudgedPool}}, 9) {
		labels[fmt.Sprint(spare.Pool, " ", spare.Pos, ">", spare.Neg)] = spare.NegLabel
	}
	if want := map[string]int8{"-1 0>1": LabelRelevant, "-1 0>3": LabelRest}; fmt.Sprint(labels) != fmt.Sprint(want) {
		t.Errorf("labels %v, want %v", labels, want)
	}
	lists = [][]pairs.Instance{{{Pos: 0, Neg: 1}, {Pos: 0, Neg: 3}}, nil}
	o.JudgedOnly = true
	s = New(o, twoPools, []int{All, All}, All, s.names)
	for _, spare := range s.Spares(q, lists, []Taken{{0, 1, 0}}, 9) {
		if want := map[int]int8{0: LabelRest, JudgedPool: LabelRest}[spare.Pool]; spare.NegLabel != want {
			t.Errorf("%+v, want the label %d", spare, want)
		}
	}
}

// TestGroupsAreInOrder: groups stand in the order of their first rows, which is that of First.
func TestGroupsAreInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows []pairs.Pair
		for i := range rapid.IntRange(0, 40).Draw(t, "rows") {
			r := pairs.Pair{Task: "pairwise", QueryID: fmt.Sprint(i % 3), PosID: fmt.Sprint(i % 7), NegID: fmt.Sprint(i)}
			r.UID = pairs.NewUID(r.Task, r.Axiom, r.QueryID, r.PosID, r.NegID, 0)
			rows = append(rows, r)
		}
		seed, n := rapid.Uint64Range(0, 9).Draw(t, "seed"), rapid.IntRange(1, 3).Draw(t, "n")
		place := map[string]int{}
		for i, r := range First(rows, len(rows), seed) {
			place[r.UID] = i
		}
		groups, loose := Groups(rows, n, seed)
		if !slices.IsSortedFunc(groups, func(a, b []pairs.Pair) int { return cmp.Compare(place[a[0].UID], place[b[0].UID]) }) {
			t.Fatalf("groups of %d are not in order", n)
		}
		for _, g := range groups {
			if !slices.IsSortedFunc(g, func(a, b pairs.Pair) int { return cmp.Compare(place[a.UID], place[b.UID]) }) {
				t.Fatalf("rows of a group of %d are not in order", n)
			}
		}
		if len(groups)*n+loose != len(rows) {
			t.Fatalf("%d groups of %d and %d rows beside them, of %d", len(groups), n, loose, len(rows))
		}
	})
}

// TestSharesAreTheWhole: what was drawn from parts of the queries, written and read again, is what is drawn from all of them. The second
// part numbers its queries from 0, and says which they are.
func TestSharesAreTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, o := drawWorld(t), options(t)
		wanted := []int{rapid.IntRange(-1, 6).Draw(t, "wanted"), rapid.IntRange(0, 6).Draw(t, "wanted of the other")}
		want := w.run(o, wanted, one)
		cut := rapid.IntRange(0, len(w.queries)).Draw(t, "cut")
		whole := New(o, twoPools, wanted, o.Regular, w.names)
		merged := whole.Part()
		for _, part := range [][2]int{{0, cut}, {cut, len(w.queries)}} {
			s := New(o, twoPools, wanted, o.Regular, func(d Drawn) (string, string, string) {
				d.Query += int32(part[0])
				return w.names(d)
			})
			p := s.Part()
			share := &Share{}
			for i, q := range w.queries[part[0]:part[1]] {
				local := *q
				local.Index = i
				p.Add(&local, [][]pairs.Instance{slices.Clone(w.mined[part[0]+i][0]), slices.Clone(w.mined[part[0]+i][1])})
				share.Places = append(share.Places, int32(part[0]+i))
			}
			places := share.Places
			share = p.Share()
			if share.Places = places; part[0] == 0 {
				share.Places = nil // the numbers are the same
			}
			read, err := whole.Restore(share, len(w.queries))
			if err != nil {
				t.Fatal(err)
			}
			merged.Merge(read)
		}
		got := merged.Result()
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v\nwant\n%+v", got, want)
		}
	})
}

// TestForeignShares: a share with another number of pools, or with a query that is not there, is refused.
func TestForeignShares(t *testing.T) {
	s := New(Defaults(), twoPools, []int{All, All}, All, nil)
	pools := func() []PoolShare { return make([]PoolShare, 2) }
	judged := func(query int32) Rows { return Rows{{Query: query}} }
	axiomatic := pools()
	axiomatic[1].Drawn = judged(3)
	for _, c := range []struct {
		share Share
		want  string
	}{
		{Share{Pools: pools(), Regular: judged(2)}, "<nil>"},
		{Share{Pools: pools()[:1]}, "1 pool, not 2"},
		{Share{Pools: pools(), Regular: judged(3)}, "a pair of query number 3 of 3"},
		{Share{Pools: pools(), Regular: judged(-1)}, "a pair of query number -1 of 3"},
		{Share{Pools: pools(), Regular: judged(0), Places: []int32{7}}, "a pair of query number 7 of 3"},
		{Share{Pools: pools(), Regular: judged(1), Places: []int32{2, 0}}, "<nil>"},
		{Share{Pools: axiomatic}, "a pair of query number 3 of 3"},
	} {
		o := s.o
		o.Draw = Uniform
		if _, err := New(o, twoPools, []int{All, All}, All, nil).Restore(&c.share, 3); fmt.Sprint(err) != c.want {
			t.Errorf("%+v: %v, want %s", c.share, err, c.want)
		}
	}
}

// TestSharesCountAsHeld: pairs of a share count towards how many may be held, as those that are drawn do.
func TestSharesCountAsHeld(t *testing.T) {
	for _, c := range []struct {
		regular, pool int
		want          bool
	}{{5, 5, false}, {6, 5, true}, {5, 6, true}} {
		s := New(Defaults(), twoPools, []int{All, All}, All, nil)
		s.held.Limit(10)
		share := &Share{RegularN: c.regular, Pools: make([]PoolShare, 2)}
		share.Pools[1].Ledger.Size = c.pool
		if _, err := s.Restore(share, 1); err != nil || s.held.IsExceeded() != c.want {
			t.Errorf("%d and %d of 10: exceeded %v, want %v (%v)", c.regular, c.pool, s.held.IsExceeded(), c.want, err)
		}
	}
}
