package sample

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/tokenize/pairs"
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
			l := want.RegularLedger
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
			restored, err := s.Restore(partOf(0, 2).Share(), 3)
			if err != nil {
				t.Fatal(err)
			}
			restored.Merge(partOf(1))
			for name, p := range map[string]*Part{"merged": merged, "moved": moved, "restored": restored} {
				if diff := cmp.Diff(want, p.Result(), exported); diff != "" {
					t.Errorf("%s, %s, %s: %s", order, strategy, name, diff)
				}
			}
		}
	}
}

// TestNumPairs: by hand. A part keeps a query's regular pairs and those of each pool, in couples too.
func TestNumPairs(t *testing.T) {
	w := judgedWorld()
	for _, order := range drawOrderNames() {
		o := Defaults()
		o.Draw, o.Conflict = order, Keep
		s := New(o, twoPools, []int{All, All}, All, w.names)
		p := s.Part()
		p.Add(w.queries[1], [][]pairs.Instance{{{Pos: 5, Neg: 4}, {Pos: 4, Neg: 3}}, {{Pos: 5, Neg: 3}}}) // its first document is above five
		if got := p.NumPairs(); got != 5+2+1 {
			t.Errorf("%s: %d pairs, want 8", order, got)
		}
	}
}

// TestJudgedFirst: by hand. Of one regular pair the negative is the judged one, whatever the keys of the three unjudged ones.
func TestJudgedFirst(t *testing.T) {
	for _, order := range drawOrderNames() {
		o := Defaults()
		o.Draw, o.JudgedFirst = order, true
		for id := range 8 {
			q := judgedQuery(1, -1, -1, -1, 0)
			q.Hash = Hash(string(rune('a' + id)))
			p := New(o, nil, nil, 1, (&world{queries: []*Query{q}}).names).Part()
			p.Add(q, nil)
			if r := p.Result(); len(r.Regular) != 1 || r.Regular[0].Neg != 4 {
				t.Errorf("%s: %+v", order, r.Regular)
			}
		}
	}
}

// TestRanks: by hand. A full selection needs ranks up to its bound, one more than its number; a second part is behind all of the first.
func TestRanks(t *testing.T) {
	for _, c := range []struct {
		name     string
		s        selection
		isSecond bool
		want     int
	}{
		{"none", selection{k: 0}, false, 0}, {"not full", selection{k: 9}, false, 9}, {"all", selection{k: All}, true, math.MaxInt},
		{"full", selection{k: 9, full: true, bar: Key{2, 1 << 40}}, false, 3},
		{"behind a full one", selection{k: 9, full: true, bar: Key{2}}, true, 0},
		{"full of a second part", selection{k: 9, full: true, bar: Key{secondPart, 5}}, true, 9},
		{"its first part", selection{k: 9, full: true, bar: Key{secondPart + 1}}, false, 9},
	} {
		if got := c.s.ranks(c.isSecond); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
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

// TestDirection: pairs whose preferred document is longer and shorter, of all.
func TestDirection(t *testing.T) {
	l := PoolLedger{skewN: 9, longer: [2]int{5, 3}}
	if got := l.Direction(); got != (pairs.Direction{Pairs: 9, Longer: 5, Shorter: 3}) {
		t.Errorf("%+v", got)
	}
	l.merge(&PoolLedger{skewN: 4, longer: [2]int{1, 2}, skew: 7})
	if got := l.Direction(); got != (pairs.Direction{Pairs: 13, Longer: 6, Shorter: 5}) || l.skew != 7 {
		t.Errorf("merged: %+v", got)
	}
}

// TestFewestInOrder: documents that a limit leaves are in the order of all, judged ones among them.
func TestFewestInOrder(t *testing.T) {
	q := judgedQuery(-1, -1, -1, -1, 0, 0)
	key := func(d int32) uint64 { return uint64(10 - d) }
	for first, want := range map[bool][]int32{true: {3, 4, 5}, false: {3, 4, 5}} {
		o := Options{JudgedFirst: first}
		if got := o.fewest([]int32{0, 1, 2, 3, 4, 5}, 3, key, q); !slices.Equal(got, want) {
			t.Errorf("%v: %d, want %d", first, got, want)
		}
	}
	o := Options{JudgedFirst: true}
	for most, want := range map[int][]int32{0: {0, 1, 4, 5}, 1: {4}, 2: {4, 5}, 3: {0, 4, 5}, 4: {0, 1, 4, 5}} {
		if got := o.fewest([]int32{0, 1, 4, 5}, most, func(d int32) uint64 { return uint64(d) }, q); !slices.Equal(got, want) {
			t.Errorf("%d: %d, want %d", most, got, want)
		}
	}
}

// TestListIsReused: what a list held before is not among a query's regular pairs.
func TestListIsReused(t *testing.T) {
	o := Defaults()
	q := judgedQuery(1, 0)
	list := []pairs.Instance{{Pos: 7, Neg: 8}, {Pos: 8, Neg: 9}}
	if got := o.regularPairs(q, 1, o.sides(q), list); !slices.Equal(got, []pairs.Instance{{Pos: 0, Neg: 1}}) {
		t.Errorf("%v", got)
	}
}

// TestLabelsOfSpares: by hand. A judged negative of a lower grade is relevant, in pairs that fill groups too; one of an axiom's pool has no
// label of its own.
func TestLabelsOfSpares(t *testing.T) {
	q := judgedQuery(2, 1, 0, -1, -1)
	s := New(Defaults(), twoPools, []int{9, 9}, 9, nil)
	got := map[PoolPair]int8{}
	mined, drawn := [][]pairs.Instance{{{Pos: 3, Neg: 4}, {Pos: 3, Neg: 2}}, nil}, []PoolPair{{0, 2, JudgedPool}, {3, 4, 0}}
	for _, spare := range s.Spares(q, mined, drawn, 9) {
		got[spare.PoolPair] = spare.NegLabel
	}
	want := map[PoolPair]int8{{0, 1, JudgedPool}: LabelRelevant, {0, 3, JudgedPool}: LabelRest, {0, 4, JudgedPool}: LabelRest,
		{3, 2, 0}: LabelRest}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestSparesOfAnyOrder: spares are the first by their keys, in whichever order an axiom found the pairs.
func TestSparesOfAnyOrder(t *testing.T) {
	q := judgedQuery(-1, -1, -1, -1, -1, -1)
	list := []pairs.Instance{{Pos: 0, Neg: 2}, {Pos: 1, Neg: 2}, {Pos: 0, Neg: 3}, {Pos: 1, Neg: 3}, {Pos: 0, Neg: 4}, {Pos: 1, Neg: 4},
		{Pos: 0, Neg: 5}, {Pos: 1, Neg: 5}}
	s := New(Defaults(), twoPools, []int{9, 9}, 9, nil)
	spares := func(list []pairs.Instance) (all []PoolPair) {
		for _, spare := range s.Spares(q, [][]pairs.Instance{slices.Clone(list), nil}, []PoolPair{{0, 2, 0}, {1, 2, 0}}, 2) {
			all = append(all, spare.PoolPair)
		}
		return all
	}
	want := spares(list)
	back := slices.Clone(list)
	slices.Reverse(back)
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b pairs.Instance) int { return int(a.Pos - b.Pos) })
	for name, other := range map[string][]pairs.Instance{"backwards": back, "by the first document": sorted} {
		if got := spares(other); len(want) != 4 || !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
