package sample

import (
	"reflect"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// judgedWorld has three queries whose documents are judged, also beyond limits and among the first of the run, and what two axioms prefer.
func judgedWorld() *world {
	w := &world{}
	for i, grades := range [][]int{{2, 1, 0, -1, -1, -1}, {1, -1, 0, -1, -1, -1}, {0, 1, -1, 2, -1, -1}} {
		q := judgedQuery(grades...)
		q.Index, q.ID = i, string(rune('a'+i))
		q.Hash = Hash(q.ID)
		for d := range q.Docs {
			q.Docs[d].Len, q.Docs[d].Score = (3*d+i)%5+1, float64(d%3)
		}
		w.queries = append(w.queries, q)
		w.mined = append(w.mined, [][]pairs.Instance{{{Pos: 5, Neg: 4}, {Pos: 4, Neg: 3}, {Pos: 2, Neg: 5}, {Pos: 3, Neg: 2}, {Pos: 0, Neg: 5}},
			{{Pos: 4, Neg: 5}, {Pos: 5, Neg: 3}, {Pos: 2, Neg: 4}, {Pos: 1, Neg: 0}}})
	}
	return w
}

// TestPartsAddUp: queries in one part, or in parts that are merged, moved or restored from their shares, give one sample with one account,
// under every order of drawing and both strategies.
func TestPartsAddUp(t *testing.T) {
	w := judgedWorld()
	exported := cmp.Exporter(func(reflect.Type) bool { return true })
	for _, order := range drawOrderNames() {
		for strategy, pools := range map[string][]Pool{Paired: twoPools, MultiGraded: {{Name: GradedPool, Key: GradedPool}}} {
			o := Defaults()
			o.Draw, o.Strategy, o.NegativesPerPositive, o.SkipTop = order, strategy, 2, 1
			sizes := []int{4, 3}[:len(pools)]
			s := New(o, pools, sizes, 7, w.names)
			partOf := func(numbers ...int) *Part {
				p := s.Part()
				for _, i := range numbers {
					p.Add(w.queries[i], [][]pairs.Instance{slices.Clone(w.mined[i][0]), slices.Clone(w.mined[i][1])})
				}
				return p
			}
			want := partOf(0, 1, 2).Result()
			l := want.JudgedLedger
			if l.BeyondLimit == 0 || l.Suspects.SkipTop == 0 || l.Stated.LeftOut == 0 || l.Taken != 7 || len(want.Pools[0]) == 0 {
				t.Fatalf("%s, %s: the sample shows too little: %+v", order, strategy, l)
			}
			merged := partOf(0)
			merged.Merge(partOf(1, 2))
			moved, worker := s.Part(), partOf(2)
			worker.MoveTo(moved)
			for i := range 2 {
				worker.Add(w.queries[i], [][]pairs.Instance{slices.Clone(w.mined[i][0]), slices.Clone(w.mined[i][1])})
			}
			worker.MoveTo(moved)
			if n := worker.NumPairs(); n != 0 {
				t.Errorf("%s, %s: %d pairs are kept behind a move", order, strategy, n)
			}
			restored := must.Get(s.Restore(partOf(0, 2).Share(), 3))(t)
			restored.Merge(partOf(1))
			for name, p := range map[string]*Part{"merged": merged, "moved": moved, "restored": restored} {
				if diff := cmp.Diff(want, p.Result(), exported); diff != "" {
					t.Errorf("%s, %s, %s: %s", order, strategy, name, diff)
				}
			}
		}
	}
}

// TestPreferredHash: that of a candidate is at hand; a made document has the hash of its own id.
func TestPreferredHash(t *testing.T) {
	q := &Query{ID: "q", Docs: []Candidate{{ID: "d", Hash: 7}}}
	if got, made := preferredID(q, pairs.Instance{}), preferredID(q, pairs.Instance{Made: 2}); got != "d" || made != "d~2" {
		t.Errorf("%s and %s, want d and d~2", got, made)
	}
	if got := preferredHash(q, pairs.Instance{}); got != 7 {
		t.Errorf("%d, want the hash of the candidate, 7", got)
	}
	if got, want := preferredHash(q, pairs.Instance{Made: 2}), Hash("d~2"); got != want {
		t.Errorf("%d, want that of d~2, %d", got, want)
	}
}

// TestSharesAddUp: pools that share a ratio ask for its total together, no two of them differ by more than one pair, and more judged
// pairs never ask less of a pool.
func TestSharesAddUp(t *testing.T) {
	sharing := func(ratio float64, n int) (pools []Pool) {
		for i := range n {
			pools = append(pools, Pool{Ratio: ratio / float64(n), Sharers: n, Place: i})
		}
		return pools
	}
	// Two judged pairs at 1:1 and three axioms: by hand.
	if got := PoolSizes(2, sharing(1, 3), Append); !slices.Equal(got, []int{1, 1, 0}) {
		t.Errorf("2 pairs for three pools: %v", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		n, p := rapid.IntRange(1, 9).Draw(t, "pools"), rapid.IntRange(0, 10_000).Draw(t, "judged")
		a, b := rapid.IntRange(1, 20).Draw(t, "a"), rapid.IntRange(1, 20).Draw(t, "b")
		pools := sharing(float64(a)/float64(b), n)
		sizes, more, sum := PoolSizes(p, pools, Append), PoolSizes(p+1, pools, Append), 0
		for i, size := range sizes {
			if sum += size; size > more[i] {
				t.Errorf("pool %d: %d of %d pairs, %d of one more", i, size, p, more[i])
			}
		}
		if want := p * a / b; sum != want || slices.Max(sizes)-slices.Min(sizes) > 1 {
			t.Errorf("%v add up to %d, not %d", sizes, sum, want)
		}
		replaced, total := PoolSizes(p, pools, Replace), 0
		for _, size := range replaced {
			total += size
		}
		must.Equal(t, total, p*a/(a+b), "%v replace", replaced)
	})
}
