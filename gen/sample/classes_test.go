package sample

import (
	"fmt"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// classWorld is a random three-class task: the verdict on every pair of candidates of some queries, -1 where the
// precondition does not hold.
type classWorld struct {
	queries []*Query
	class   [][][]int // [query][d1][d2]
}

func drawClassWorld(t *rapid.T) *classWorld {
	w := &classWorld{}
	for i := range rapid.IntRange(1, 6).Draw(t, "queries") {
		q := &Query{Index: i, ID: fmt.Sprintf("q%d", i)}
		q.Hash = Hash(q.ID)
		n := rapid.IntRange(1, 7).Draw(t, "docs")
		class := make([][]int, n)
		for d := range n {
			id := fmt.Sprintf("d%d", d) // shared by all queries
			q.Docs = append(q.Docs, Candidate{ID: id, Hash: Hash(id)})
			class[d] = make([]int, n)
			for e := d + 1; e < n; e++ {
				class[d][e] = rapid.IntRange(-1, Classes-1).Draw(t, "class")
			}
		}
		w.queries, w.class = append(w.queries, q), append(w.class, class)
	}
	return w
}

func (w *classWorld) names(d PoolInstance) (string, string, string) {
	q := w.queries[d.Query]
	return q.ID, q.Docs[d.Pos].ID, q.Docs[d.Neg].ID
}

// pool draws with the queries divided over three parts by of.
func (w *classWorld) pool(k int, of func(query int) int) *ClassPool {
	var parts [3]*ClassPart
	for i := range parts {
		parts[i] = NewClassPart(42, "reg", k, w.names, Stratified, Random)
	}
	for i, q := range w.queries {
		p := parts[of(i)]
		for d1 := range q.Docs {
			for d2 := d1 + 1; d2 < len(q.Docs); d2++ {
				if class := w.class[i][d1][d2]; class < 0 {
					p.Void++
				} else {
					p.Add(q, int32(d1), int32(d2), class)
				}
			}
		}
	}
	parts[2].Merge(parts[0])
	parts[2].Merge(parts[1])
	return parts[2].Pool()
}

// plain is the definition of a sample: sort every pair of the class, or of all, by h and take the first.
func (w *classWorld) plain(k int, how string) []ClassRow {
	s := seedOf(42, map[string]string{Stratified: "task reg", Random: "task random reg"}[how])
	var all [Classes][]ClassRow
	for i, q := range w.queries {
		for d1 := range q.Docs {
			for d2 := d1 + 1; d2 < len(q.Docs); d2++ {
				if c := w.class[i][d1][d2]; c >= 0 {
					row := ClassRow{Class: int32(c)}
					row.Pos, row.Neg, row.Query = int32(d1), int32(d2), int32(i)
					row.Key = Key{drawKey(s, q.Hash, q.Docs[d1].Hash, q.Docs[d2].Hash)}
					all[c] = append(all[c], row)
				}
			}
		}
	}
	byKey := func(a, b ClassRow) int { return a.Key.compare(b.Key) }
	if how == Random {
		rows := slices.Concat(all[:]...)
		slices.SortFunc(rows, byKey)
		return rows[:k]
	}
	var rows []ClassRow
	for c := range all {
		slices.SortFunc(all[c], byKey)
		rows = append(rows, all[c][:k/3+min(1, max(0, k%3-c))]...)
	}
	return rows
}

func TestClassesAreThePlainDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawClassWorld(t)
		how := rapid.SampledFrom([]string{Stratified, Random}).Draw(t, "how")
		parts := rapid.SliceOfN(rapid.IntRange(0, 2), len(w.queries), len(w.queries)).Draw(t, "parts")
		whole := w.pool(1000, one)
		k := rapid.IntRange(0, whole.Size(how)).Draw(t, "k")
		divided := w.pool(k, func(q int) int { return parts[q] })
		want := w.plain(k, how)
		if got := whole.Take(k, how); !slices.Equal(got, want) {
			t.Fatalf("%s %d: %v, want %v", how, k, got, want)
		}
		if got := divided.Take(k, how); !slices.Equal(got, want) {
			t.Fatalf("%s %d over parts: %v, want %v", how, k, got, want)
		}
		if whole.Found != divided.Found || whole.Void != divided.Void {
			t.Fatalf("counts depend on parts: %+v %+v", whole, divided)
		}
	})
}

// TestWaysOfDrawingAreIndependent: of 4,950 pairs in one class, 900 random ones share with 900 of the stratified order what two independent
// draws share: 900 * 900 / 4,950 = 164 in the mean, with a standard deviation of 11 (hypergeometric); all 900 under one order.
func TestWaysOfDrawingAreIndependent(t *testing.T) {
	q := &Query{ID: "q", Hash: Hash("q")}
	for i := range 100 {
		id := fmt.Sprint("d", i)
		q.Docs = append(q.Docs, Candidate{ID: id, Hash: Hash(id)})
	}
	p := NewClassPart(42, "reg", 900, func(p PoolInstance) (string, string, string) { return "q", q.Docs[p.Pos].ID, q.Docs[p.Neg].ID },
		Stratified, Random)
	for d1 := range q.Docs {
		for d2 := d1 + 1; d2 < len(q.Docs); d2++ {
			p.Add(q, int32(d1), int32(d2), 0)
		}
	}
	pool, isStratified, common := p.Pool(), map[pairs.Instance]bool{}, 0
	for _, row := range pool.Take(2700, Stratified) { // a third of them, 900, is of class 0
		isStratified[row.Instance] = true
	}
	for _, row := range pool.Take(900, Random) {
		if isStratified[row.Instance] {
			common++
		}
	}
	if len(isStratified) != 900 || common < 164-4*11 || common > 164+4*11 {
		t.Errorf("%d of %d rows in common, want about 164 of 900", common, len(isStratified))
	}
}

// The check value is that of xxhash64 and splitmix64's finaliser written out in Python from their definitions, which gives
// the check values of the contract too: seed 42, pool `task reg`, q1, d1 before d2.
func TestClassKeyCheckValue(t *testing.T) {
	q := &Query{ID: "q1", Hash: Hash("q1"), Docs: []Candidate{{ID: "d1", Hash: Hash("d1")}, {ID: "d2", Hash: Hash("d2")}}}
	p := NewClassPart(42, "reg", 1, nil, Stratified)
	p.Add(q, 0, 1, 2)
	if got := p.Pool().Take(3, Stratified)[0]; got.Key[0] != 0xd8cba922cf674cdd || got.Class != 2 {
		t.Errorf("key %016x, class %d", got.Key[0], got.Class)
	}
}
