package dataset

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// TestHubOf: a card names the languages of the configuration, or the one that its stemmer is made for; und where that says nothing.
func TestHubOf(t *testing.T) {
	for _, c := range []struct{ languages, stemmer, want string }{{"de,en", "porter", "de en"}, {"", "porter", "en"},
		{"", "snowball:french", "fr"}, {"", "none", "und"}} {
		h := HubOf(chaintest.Config(t, func(cfg *configs.Config) {
			cfg.Tokenize.CardLanguage, cfg.Gen.Stemmer, cfg.Tokenize.CardLicense = c.languages, c.stemmer, "mit"
		}))
		if got := strings.Join(h.Languages, " "); got != c.want || h.License != "mit" {
			t.Errorf("%+v: %s, %s", c, got, h.License)
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

// TestVariantsOf: each pool has the reading of its axiom, and the one pool of all axioms has none.
func TestVariantsOf(t *testing.T) {
	list, err := axioms.ParseList("tfc1, tfc1(variant=klose), lnc1")
	if err != nil {
		t.Fatal(err)
	}
	pools := &quota.Axioms{All: list, Drawn: []int{1, 2}}
	if got := variantsOf(sample.Paired, pools); len(got) != 2 || got[0] != "klose" || got[1] == "klose" {
		t.Errorf("%q", got)
	}
	if got := variantsOf(sample.MultiGraded, pools); got != nil {
		t.Errorf("%q of all axioms", got)
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
	data.Sets = append(data.Sets, SplitPairs{Split: "test", Set: "random", Pairs: data.Sets[0].Pairs})
	if again := Manifest(chain, data); !reflect.DeepEqual(again.Tasks, m.Tasks) {
		t.Errorf("rows of further test sets are counted: %+v, want %+v", again.Tasks, m.Tasks)
	}
	data.Sets = data.Sets[3:]
	if alone := Manifest(chain, data); reflect.DeepEqual(alone.Tasks, m.Tasks) {
		t.Error("the rows of the splits are not counted")
	}
}
