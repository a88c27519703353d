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
