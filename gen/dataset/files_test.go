package dataset

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestFilesOfSample: the rows of each split, the account, the page and what makes shards of the rows are there. A query that two splits
// have is written once.
func TestFilesOfSample(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Tokenize.OutputFormat = "tevatron" })
	data := must.Get(Sample(t.Context(), chain, nil))(t)
	for _, name := range []string{"pairs/train.parquet", "pairs/dev.parquet", "pairs/test.parquet", "pairs/spares/train.parquet",
		"pairs/spares/test.parquet", account.Name, pairsPage, PairsQueries, PairsConfig, PairsManifest} {
		if _, err := fs.ReadFile(chain.Run.Out.FS(), name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	chain.Splits = append(slices.Clone(chain.Splits), chain.Splits[0], prepare.Split{Queries: []mine.Query{{ID: "&", Text: "a<b"}}})
	must.Do(t, writeCompanions(chain, data))
	raw, err := fs.ReadFile(chain.Run.Out.FS(), PairsQueries)
	const want = `{"_id":"q1","text":"apple"} {"_id":"q2","text":"pear"} {"_id":"q3","text":"plum"} {"_id":"q4","text":"fig"} ` +
		`{"_id":"q5","text":"cherry"} {"_id":"&","text":"a<b"}`
	if got := strings.Join(strings.Split(strings.TrimSpace(string(raw)), "\n"), " "); err != nil || got != want {
		t.Errorf("%s, %v", got, err)
	}
	raw, err = fs.ReadFile(chain.Run.Out.FS(), PairsConfig)
	for _, key := range []string{"vocab", "output_format", "scores", "rows_of", "candidates"} {
		if err != nil || strings.Contains(string(raw), " "+key+":") {
			t.Errorf("%v, settings with %s:\n%s", err, key, raw)
		}
	}
}

// TestJournal: files of rows, counts and pages are in the journal, so that a later run finds them finished.
func TestJournal(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Tokenize.OutputFormat = "tevatron" })
	data, err := Sample(t.Context(), chain, nil)
	must.Do(t, err)
	must.Get(Mine(t.Context(), chain))(t)
	keys := map[string]string{}
	for _, name := range []stage.Name{stage.Sample, stage.Mining} {
		if keys[string(name)], err = keyOf(chain, name); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[stage.Name]int{stage.Sample: 2 * len(data.Sets), stage.Mining: 0} {
		if files, ok := chain.Run.Out.FinishedFiles(string(name), keys[string(name)]); !ok || len(files) != want {
			t.Errorf("%s: %d files, %v, want %d", name, len(files), ok, want)
		}
	}
	if report, err := account.Read(chain.Run.Out); err != nil || len(report.Of(account.Preferences)) != 3 || len(report.Of(account.Pairs)) == 0 {
		t.Errorf("the account lacks a stage: %+v, %v", report, err)
	}
	html, err := fs.ReadFile(chain.Run.Out.FS(), pairsPage)
	if files, ok := chain.Run.Out.FinishedFiles("page of the pairs", fmt.Sprintf("%x", sha256.Sum256(html))); !ok || len(files) != 1 {
		t.Errorf("the page is not in the journal: %v, %v", files, ok)
	}
	if err != nil || !strings.Contains(string(html), "8 rows with their evidence") { // six judged ones and two of tfc1
		t.Errorf("%v, %d bytes of a page without examples", err, len(html))
	}
}

// TestDrawManifest: by hand, as in TestRows. The manifest has the tasks with the rows of the splits, and the sizes of the collection.
func TestDrawManifest(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) { c.Tokenize.OutputFormat = "tevatron" })
	data := must.Get(Sample(t.Context(), chain, nil))(t)
	m := Manifest(chain, data)
	if m.Collection.N != 8 || m.Collection.TotalTerms != 26 || m.Order != sample.Mixed || m.Seed != uint64(chain.Run.Config.Gen.Seed) ||
		len(m.Inputs) == 0 || len(m.Tasks) == 0 {
		t.Errorf("%+v", m)
	}
	if judged, tfc1 := m.Tasks[0], m.Tasks[1]; judged.Kept != 6+4+4 || judged.Mined != judged.Kept+judged.Dropped["same_text"] ||
		tfc1.Axiom != "tfc1" || tfc1.Kept != 2 || tfc1.Mined != 7 || tfc1.Wanted != 6 || len(m.Tasks) != 2 {
		t.Errorf("%+v", m.Tasks)
	}
	data.Report.Rows = append(data.Report.Rows, account.Row{What: account.Classes, Split: "test", Set: "random", Task: "tfc1", Axiom: "tfc1", Drawn: 3})
	if again := Manifest(chain, data); !reflect.DeepEqual(again.Tasks, m.Tasks) {
		t.Errorf("rows of further test sets are counted: %+v, want %+v", again.Tasks, m.Tasks)
	}
}

// TestLanguageOf: the codes are those of ISO 639.
func TestLanguageOf(t *testing.T) {
	for _, c := range [][3]string{{"", "porter", "en"}, {"", "snowball:dutch", "nl"}, {"zh", "none", "zh"}, {"", "none", ""}} {
		must.Equal(t, languageOf(c[0], c[1]), c[2])
	}
}
