package dataset

import (
	"reflect"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// TestLanguageOf: a card names the language that the stemmer is made for; one of no language says nothing.
func TestLanguageOf(t *testing.T) {
	for stemmer, want := range map[string]string{"porter": "en", "snowball:french": "fr", "none": "", "table:x": ""} {
		if got := LanguageOf(stemmer); got != want {
			t.Errorf("%s: %q, want %q", stemmer, got, want)
		}
	}
}

// TestManifestInputs: each input has its place in the manifest, with all that is known of it.
func TestManifestInputs(t *testing.T) {
	got := ManifestInputs([]stage.Input{{Role: "collection", Name: "c.tsv", Bytes: 7, SHA256: "ab", Format: "msmarco"}, {Role: "topics"}})
	want := []shard.ManifestInput{{Role: "collection", Name: "c.tsv", Bytes: 7, SHA256: "ab", Format: "msmarco"}, {Role: "topics"}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestDrawManifest: by hand, as in TestRows. The manifest has the tasks with the rows of the splits, and the sizes of the collection.
func TestDrawManifest(t *testing.T) {
	chain := chaintest.All(t, nil)
	data, err := Sample(t.Context(), chain, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := Manifest(chain, data)
	if m.Collection.N != 8 || m.Collection.TotalTerms != 26 || m.Order != sample.Mixed || m.Seed != uint64(chain.Run.Config.Gen.Seed) ||
		len(m.Inputs) == 0 || len(m.Tasks) == 0 {
		t.Errorf("%+v", m)
	}
	if regular, tfc1 := m.Tasks[0], m.Tasks[1]; regular.Kept != 6+4+4 || regular.Mined != regular.Kept+regular.Dropped["same_text"] ||
		tfc1.Axiom != "tfc1" || tfc1.Kept != 2 || tfc1.Mined != 7 || tfc1.Wanted != 6 || len(m.Tasks) != 2 {
		t.Errorf("%+v", m.Tasks)
	}
	data.Report.Rows = append(data.Report.Rows, account.Row{What: account.Classes, Split: "test", Set: "random", Task: "tfc1", Axiom: "tfc1", Drawn: 3})
	if again := Manifest(chain, data); !reflect.DeepEqual(again.Tasks, m.Tasks) {
		t.Errorf("rows of further test sets are counted: %+v, want %+v", again.Tasks, m.Tasks)
	}
}
