package sample

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// TestSelectionIsTheHeadOfASort holds a selection, and one that is fed by others which it empties, against their plain
// definition. Keys repeat, so that names decide; orders that are bad for a quicksort are among them.
func TestSelectionIsTheHeadOfASort(t *testing.T) {
	names := Names(func(d PoolInstance) (string, string, string) {
		return strconv.Itoa(int(d.Query)), strconv.Itoa(int(d.Pos)), strconv.Itoa(int(d.Neg))
	})
	rapid.Check(t, func(t *rapid.T) {
		n, k := rapid.IntRange(0, 3000).Draw(t, "n"), rapid.SampledFrom([]int{All, 0, 1, 2, 10, 100, 1000}).Draw(t, "k")
		keys := rapid.SampledFrom([]int{1, 2, 50, 1 << 40}).Draw(t, "keys")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		rows := make([]PoolInstance, n)
		for i := range rows {
			rows[i] = PoolInstance{Query: int32(random.IntN(9)), Instance: pairs.Instance{Pos: int32(i), Neg: int32(i + 1)},
				Key: Key{uint64(random.IntN(3)), uint64(random.IntN(keys))}}
		}
		switch rapid.SampledFrom([]string{"any", "rising", "falling", "organ pipe"}).Draw(t, "order") {
		case "rising":
			slices.SortFunc(rows, names.compare)
		case "falling":
			slices.SortFunc(rows, func(a, b PoolInstance) int { return names.compare(b, a) })
		case "organ pipe":
			slices.SortFunc(rows[:n/2], names.compare)
			slices.SortFunc(rows[n/2:], func(a, b PoolInstance) int { return names.compare(b, a) })
		}
		want := slices.Clone(rows)
		slices.SortFunc(want, names.compare)
		if k != All {
			want = want[:min(k, n)]
		}
		one, shared, worker := newSelection(k, names), newSelection(k, names), newSelection(k, names)
		for _, d := range rows {
			one.offer(d)
			if worker.offer(d); random.IntN(100) == 0 {
				shared.merge(worker)
				worker.empty(shared)
			}
			if k != All && len(one.rows) >= k+k/4+slack {
				t.Fatalf("%d rows are held for the best %d", len(one.rows), k)
			}
		}
		shared.merge(worker)
		if got := one.sortDrawn(); !slices.Equal(got, want) {
			t.Fatalf("%d rows, not the first %d of a sort", len(got), len(want))
		}
		if got := shared.sortDrawn(); !slices.Equal(got, want) {
			t.Fatalf("fed by another one: %d rows, not the first %d of a sort", len(got), len(want))
		}
	})
}

// TestRankPoolOfTheFirst holds the first ranks of a query's pool against those of the whole pool. Few hashes, so that ids decide too.
func TestRankPoolOfTheFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := &Query{ID: "q"}
		for i := range rapid.IntRange(2, 12).Draw(t, "documents") {
			q.Docs = append(q.Docs, Candidate{ID: strconv.Itoa(i), Hash: rapid.Uint64Range(0, 3).Draw(t, "hash")})
		}
		var pool []pairs.Instance
		for i := range int32(len(q.Docs)) {
			for j := range i {
				pool = append(pool, pairs.Instance{Pos: j, Neg: i})
			}
		}
		most := rapid.IntRange(0, 34).Draw(t, "most")
		_, want := rankPool(q, 7, drawOrderNamed(Balanced), pool, math.MaxInt, nil, nil)
		_, got := rankPool(q, 7, drawOrderNamed(Balanced), pool, most, nil, nil)
		if !slices.Equal(got[:min(most, len(got))], want[:min(most, len(want))]) || len(got) > most {
			t.Fatalf("the first %d: %v, want %v", most, got, want)
		}
	})
}

// BenchmarkSelection takes the 32,768 smallest of a million keys, in order.
func BenchmarkSelection(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	rows := make([]PoolInstance, 1<<20)
	for i := range rows {
		rows[i].Key = Key{uint64(random.IntN(300)), random.Uint64()}
	}
	for b.Loop() {
		s := newSelection(1<<15, nil)
		for _, d := range rows {
			s.offer(d)
		}
		s.sortDrawn()
	}
	b.ReportMetric(float64(b.N)*float64(len(rows))/b.Elapsed().Seconds(), "pairs/s")
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
		must.Equal(t, c.s.ranks(c.isSecond), c.want, "%s", c.name)
	}
}
