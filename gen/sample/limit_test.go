package sample

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// As many pairs as there are may be kept, and the sample is that without a limit; one fewer may not. What has a number does not count, and
// a ratio counts as many as it asks for.
func TestLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, o := drawWorld(t), options(t)
		wanted := [][]int{{All, All}, {All, 3}, {2, All}}[rapid.IntRange(0, 2).Draw(t, "wanted")]
		if o.Judged = All; rapid.Bool().Draw(t, "a number") {
			o.Judged = 2
		}
		pools := slices.Clone(twoPools)
		draw := func(most int) (*Sampler, *Result) {
			s := New(o, pools, wanted, o.Judged, w.names)
			if most != All {
				s.Limit(most)
			}
			parts := [2]*Part{s.Part(), s.Part()}
			for i, q := range w.queries {
				parts[i%2].Add(q, [][]pairs.Instance{slices.Clone(w.mined[i][0]), slices.Clone(w.mined[i][1])})
			}
			parts[0].Merge(parts[1])
			return s, parts[0].Result()
		}
		_, all := draw(All)
		n := 0
		if o.Judged == All {
			n += all.JudgedLedger.Found
		}
		for i, l := range all.Ledger {
			if wanted[i] == All {
				n += l.Mined - l.Dropped.Sum() + l.Dropped.LengthUnmatched
			}
		}
		if s, got := draw(n); s.IsExceeded() || !reflect.DeepEqual(got, all) {
			t.Fatalf("%d pairs of %d: exceeded %v", n, n, s.IsExceeded())
		}
		if s, _ := draw(n - 1); n > 0 && !s.IsExceeded() {
			t.Fatalf("%d pairs of %d are allowed", n, n-1)
		}
		if wanted[1] != All && o.Judged == All {
			pools[1].Ratio = 1
			l := all.Ledger[1]
			n += min(wanted[1], l.Mined-l.Dropped.Sum()+l.Dropped.LengthUnmatched)
			if s, _ := draw(n); s.IsExceeded() {
				t.Fatal("a ratio counts more than it asks for, or than there is")
			}
			if s, _ := draw(n - 1); n > 0 && !s.IsExceeded() {
				t.Fatal("a ratio counts less than it asks for")
			}
		}
	})
}

// The first ranks of a large pool are those of all its ranks, however few are kept at a time.
func TestFirstRanksOfMany(t *testing.T) {
	q := &Query{ID: "q", Hash: Hash("q")}
	var pool []pairs.Instance
	for i := range 60 {
		id := fmt.Sprint(i)
		q.Docs = append(q.Docs, Candidate{ID: id, Hash: Hash(id)})
		for j := range i {
			pool = append(pool, pairs.Instance{Pos: int32(i), Neg: int32(j)})
		}
	}
	const few = 32
	order := drawOrderNamed(Balanced)
	_, all := rankPool(q, 7, order, pool, len(pool), nil, nil)
	var late []pairs.Instance // the last of the first ranks comes behind many that are not among them
	for i := range 3 * (few + 1) {
		if i != few {
			late = append(late, all[i].Instance)
		}
	}
	late = append(late, all[few].Instance)
	if _, got := rankPool(q, 7, order, late, few+1, nil, nil); !slices.Equal(got, all[:few+1]) {
		t.Errorf("the first %d are others where the last of them comes late", few+1)
	}
	if !slices.IsSortedFunc(all, func(a, b PoolInstance) int { return a.Key.compare(b.Key) }) || len(all) != len(pool) {
		t.Fatalf("%d ranks of %d, or not in order", len(all), len(pool))
	}
	for _, most := range []int{0, 1, few, few + 1, 100, len(pool) / 2, len(pool) - 1, len(pool) + 1} {
		if _, got := rankPool(q, 7, order, pool, most, nil, nil); !slices.Equal(got, all[:min(most, len(all))]) {
			t.Errorf("the first %d are others", most)
		}
	}
}
