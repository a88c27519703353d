package sample

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestRowsComeBack(t *testing.T) {
	number := rapid.Int32()
	row := rapid.Custom(func(t *rapid.T) PoolInstance {
		d := PoolInstance{Instance: pairs.Instance{Pos: number.Draw(t, "pos"), Neg: number.Draw(t, "neg"), Made: number.Draw(t, "made")},
			Query: number.Draw(t, "query"), NegLabel: rapid.Int8().Draw(t, "label")}
		for i := range d.Key {
			d.Key[i] = rapid.Uint64().Draw(t, "key")
		}
		return d
	})
	rapid.Check(t, func(t *rapid.T) {
		rows := Rows(rapid.SliceOf(row).Draw(t, "rows"))
		raw := must.Get(json.Marshal(rows))(t)
		var back Rows
		if err := json.Unmarshal(raw, &back); err != nil || !slices.Equal(back, rows) {
			t.Fatalf("%v, %v, want %v", back, err, rows)
		}
	})
}

// TestShareOfAllPools: a part that is restored from its share, of two pools, gives the same sample, under each order of drawing. A pair of
// a query that is not there is an error.
func TestShareOfAllPools(t *testing.T) {
	q := &Query{ID: "q", Hash: Hash("q"), Labelled: true}
	for i, id := range []string{"a", "b", "c", "d"} {
		q.Docs = append(q.Docs, Candidate{ID: id, Hash: Hash(id), Len: i + 1, Rank: i + 1, Judged: i == 0, Grade: 1})
	}
	w := &world{queries: []*Query{q}}
	for _, order := range drawOrderNames() {
		o := Defaults()
		o.Draw = order
		s := New(o, twoPools, []int{9, 9}, 9, w.names)
		drawnPart := func() *Part {
			p := s.Part()
			p.Add(q, [][]pairs.Instance{{{Pos: 1, Neg: 2}, {Pos: 3, Neg: 2}}, {{Pos: 1, Neg: 3}, {Pos: 2, Neg: 1}, {Pos: 2, Neg: 3}}})
			return p
		}
		share := drawnPart().Share()
		p := must.Get(s.Restore(share, 1))(t)
		if diff := cmp.Diff(drawnPart().Result(), p.Result(), cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
			t.Errorf("%s: %s", order, diff)
		}
		if _, err := s.Restore(share, 0); err == nil {
			t.Errorf("%s: a pair of no query is taken", order)
		}
		n := share.Found + share.Pools[0].Ledger.Size + share.Pools[1].Ledger.Size
		for size, isExceeded := range map[int]bool{n: false, n - 1: true, share.Found: true} {
			all := New(o, twoPools, []int{All, All}, All, w.names)
			all.Limit(size)
			if _, err := all.Restore(share, 1); err != nil || all.IsExceeded() != isExceeded {
				t.Errorf("%s: of at most %d pairs, exceeded %v, %v", order, size, all.IsExceeded(), err)
			}
		}
		share.Judged = nil
		if _, err := s.Restore(share, 0); err == nil {
			t.Errorf("%s: a pair of a pool and of no query is taken", order)
		}
	}
}

// TestPlacesOfShares: pairs of a share with places name its own queries, which have other numbers in the whole. A number of no query, in
// the share or in the whole, is an error.
func TestPlacesOfShares(t *testing.T) {
	s := New(Defaults(), nil, nil, 9, func(PoolInstance) (string, string, string) { return "", "", "" })
	for _, c := range []struct {
		places []int32
		query  int32
		want   int32
		err    string
	}{
		{nil, 2, 2, ""}, {nil, 3, 0, "a pair of query number 3 of 3"}, {nil, -1, 0, "a pair of query number -1 of 3"},
		{[]int32{2, 0}, 0, 2, ""}, {[]int32{2, 0}, 1, 0, ""}, {[]int32{2, 0}, 2, 0, "a pair of query number 2 of 2 in the share"},
		{[]int32{2, 0}, -1, 0, "a pair of query number -1 of 2 in the share"}, {[]int32{3}, 0, 0, "a pair of query number 3 of 3"},
		{[]int32{-1}, 0, 0, "a pair of query number -1 of 3"}, {[]int32{}, 0, 0, "a pair of query number 0 of 0 in the share"},
	} {
		p, err := s.Restore(&Share{Places: c.places, Judged: Rows{{Query: c.query}}}, 3)
		if c.err != "" && (err == nil || err.Error() != c.err) || c.err == "" && (err != nil || p.judged.rows[0].Query != c.want) {
			t.Errorf("%d with places %d: %v, want query %d, %q", c.query, c.places, err, c.want, c.err)
		}
	}
}
