package sample

import (
	"reflect"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/google/go-cmp/cmp"
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
