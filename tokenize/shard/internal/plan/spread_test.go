package plan

import (
	"reflect"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize/shard/internal/batches"
)

// TestFindPreferences: by hand. A pair prefers its first document, and both where both are relevant; a row of a class prefers none.
// Relevant documents count where both texts are there.
func TestFindPreferences(t *testing.T) {
	in := input(Split{Name: "train", Pairs: pairsOf("q a>b", "q b>c class", "r c>d judged", "r d>e relevant")})
	o := usual()
	o.SpreadQueries = 2
	p := built(t, in, o, Needs{Classes: true})
	relevant := func(yield func(query, doc string) bool) {
		_ = yield("q", "e") && yield("q", "elsewhere") && yield("s", "a")
	}
	source := p.Store.sources[0]
	folded := func(query, doc string) [2]uint64 {
		q, okQ := source.Queries.Find(query)
		d, okD := source.Docs.Find(doc)
		if !okQ || !okD || p.Store.Info[source.docs[d]].Folded == 0 {
			t.Fatalf("%s and %s have no texts", query, doc)
		}
		return [2]uint64{p.Store.Info[source.queries[q]].Folded, p.Store.Info[source.docs[d]].Folded}
	}
	list := [][2]uint64{folded("q", "a"), folded("r", "c"), folded("r", "d"), folded("r", "e")}
	if got := findPreferences(p.Store, source, nil); !reflect.DeepEqual(got, batches.PreferencesOf(slices.Clone(list))) {
		t.Errorf("%+v without relevant documents", got)
	}
	if got := findPreferences(p.Store, source, relevant); !reflect.DeepEqual(got, batches.PreferencesOf(append(list, folded("q", "e")))) {
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
			p.GroupsUpTo("format", p.Tasks[0], 1)
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
