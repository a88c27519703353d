package plan

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestFindPreferences: by hand. A pair prefers its first document, and both where both are relevant; a row of a class prefers none.
// Relevant documents count where both texts are there.
func TestFindPreferences(t *testing.T) {
	in := input(Split{Name: "train", Pairs: pairsOf("q a>b", "q b>c class", "r c>d judged", "r d>e relevant")})
	o := usual()
	o.SpreadQueries = 2
	p := built(t, in, o, Needs{Classes: true})
	relevant := slices.Values([]Judgement{{"q", "e", true, false, ""}, {"q", "d", false, true, ""}, {"q", "elsewhere", true, true, ""}, {"s", "a", true, true, ""}})
	source := p.Store.sources[0]
	folded := func(query, doc string) [2]uint64 {
		q, okQ := source.Queries.Find(query)
		d, okD := source.Docs.Find(doc)
		if !okQ || !okD || p.Store.Info[source.docs(d)].Folded == 0 {
			t.Fatalf("%s and %s have no texts", query, doc)
		}
		return [2]uint64{p.Store.Info[source.queries(q)].Folded, p.Store.Info[source.docs(d)].Folded}
	}
	list := [][2]uint64{folded("q", "a"), folded("r", "c"), folded("r", "d"), folded("r", "e")}
	if got := findPreferences(p.Store, source, nil); !reflect.DeepEqual(got, newPreferences(slices.Clone(list))) {
		t.Errorf("%+v without relevant documents", got)
	}
	if got := findPreferences(p.Store, source, relevant); !reflect.DeepEqual(got, newPreferences(append(list, folded("q", "e")))) {
		t.Errorf("%+v with relevant documents", got)
	}
}

// TestSpreads: what is told of batches is told once, and of two rows or groups and more. A row of a class has no positive.
func TestSpreads(t *testing.T) {
	for batch, want := range map[int][]int{0: nil, 2: {2, 2}} { // rows, and groups of one negative: a single row of a task is not spread
		o := usual()
		o.SpreadQueries = batch
		p := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b", "r a>b")}), o, Needs{Groups: true, Classes: true})
		for range 3 {
			p.SizedGroups("format", p.Tasks[0], 1, false)
		}
		var got []int
		for _, s := range p.Spreads() {
			got = append(got, s.Batch)
		}
		if !slices.Equal(got, want) {
			t.Errorf("batches of %d: %+v", batch, p.Spreads())
		}
	}
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b", "q a>b class")}), usual(), Needs{Classes: true})
	for i, want := range []uint64{p.Store.Info[p.All()[0].Items.Item(0).Pos].Folded, 0} {
		if got := unitOf(p.Store, p.All()[0].Items.Item(i)); got.Positive != want || got.Query == 0 {
			t.Errorf("row %d: %+v", i, got)
		}
	}
}

// TestRowsForBatches: by hand. The first two of four rows are of one query, and may not be in one batch of two.
func TestRowsForBatches(t *testing.T) {
	o := usual()
	o.SpreadQueries = 2
	p := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b", "q a>c", "r d>e", "r d>f")}), o, Needs{})
	list := slices.Collect(p.All()[0].Items.Each)
	if len(list) != 4 || list[0].QueryID == list[1].QueryID || list[2].QueryID == list[3].QueryID {
		t.Errorf("%q", rowsText(p.All()[0].Items))
	}
}

// falseNegativesByDefinition counts units whose query another unit of the batch has, or prefers a document of.
func falseNegativesByDefinition(units []batchUnit, prefers map[uint64][]uint64, order []uint32, size int) (n int) {
	for i := range order {
		for j := range order {
			a, b := units[order[i]], units[order[j]]
			isIn := func(doc uint64) bool { return slices.Contains(prefers[a.Query], doc) }
			if i != j && i/size == j/size && (a.Query == b.Query || isIn(b.Positive)) {
				n++
				break
			}
		}
	}
	return n
}

// drawUnits draws queries with the documents that they prefer, and a unit for each of these.
func drawUnits(t *rapid.T, queries, docs, most int) (units []batchUnit, prefers map[uint64][]uint64) {
	prefers = map[uint64][]uint64{}
	for q := range queries {
		for range rapid.IntRange(1, most).Draw(t, "preferred") {
			doc := uint64(rapid.IntRange(0, docs-1).Draw(t, "document"))
			prefers[uint64(q)] = append(prefers[uint64(q)], doc)
			units = append(units, batchUnit{uint64(q), doc})
		}
	}
	return rapid.Permutation(units).Draw(t, "order"), prefers
}

// preferencesFrom are those of the queries, by the definition.
func preferencesFrom(prefers map[uint64][]uint64) *preferences {
	var pairs [][2]uint64
	for q, docs := range prefers {
		for _, doc := range docs {
			pairs = append(pairs, [2]uint64{q, doc})
		}
	}
	return newPreferences(pairs)
}

// TestSpread: an order holds every unit once; its false negatives are those of the definition; without units that could not be
// placed there is none.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units, prefers := drawUnits(t, rapid.IntRange(1, 40).Draw(t, "queries"), rapid.IntRange(1, 60).Draw(t, "documents"), 6)
		size := rapid.IntRange(2, 12).Draw(t, "size")
		k := preferencesFrom(prefers)
		order, unplaced := k.arrange(units, size)
		sorted := slices.Sorted(slices.Values(order))
		if len(sorted) != len(units) || slices.ContainsFunc(sorted, func(i uint32) bool { return sorted[i] != i }) {
			t.Fatalf("%d of %d units, or not each once: %v", len(sorted), len(units), order)
		}
		after := falseNegativesByDefinition(units, prefers, order, size)
		if got := k.falseNegatives(units, order, size); got != after {
			t.Fatalf("%d false negatives, by the definition %d", got, after)
		}
		if unplaced == 0 && after > 0 || unplaced > 0 && after == 0 {
			t.Fatalf("%d units could not be placed, and %d have a false negative", unplaced, after)
		}
	})
}

// TestSpreadPlacesWhatFits: ten rows of each of a hundred queries, each with a document of its own, fit batches of 50 exactly,
// and those of a query that has more rows than there are batches do not: 1,000 rows make 20 batches of 50, so that 10 of 30 rows
// of one query clash.
func TestSpreadPlacesWhatFits(t *testing.T) {
	build := func(rows func(q int) int) (units []batchUnit, k *preferences) {
		prefers := map[uint64][]uint64{}
		for q := range 100 {
			for r := range rows(q) {
				doc := uint64(1000*q + r)
				prefers[uint64(q)], units = append(prefers[uint64(q)], doc), append(units, batchUnit{uint64(q), doc})
			}
		}
		return units, preferencesFrom(prefers)
	}
	units, k := build(func(int) int { return 10 })
	if order, unplaced := k.arrange(units, 50); unplaced != 0 || k.falseNegatives(units, order, 50) != 0 {
		t.Errorf("%d of 1,000 rows could not be placed", unplaced)
	}
	units, k = build(func(q int) int { return map[bool]int{true: 30, false: 970 / 99}[q == 0] })
	order, unplaced := k.arrange(units, 50)
	if batches := (len(units) + 49) / 50; unplaced != 30-batches {
		t.Errorf("%d rows could not be placed in %d batches, want %d", unplaced, batches, 30-batches)
	}
	if n := k.falseNegatives(units, order, 50); n < 2 || n > 2*unplaced { // each of them with the one that was there before
		t.Errorf("%d rows have a false negative, want 2 to %d", n, 2*unplaced)
	}
}
