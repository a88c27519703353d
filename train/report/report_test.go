package report

import (
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/pagetest"
	"github.com/axiomine/axiomine/internal/ui/table"
)

var update = flag.Bool("update", false, "write the expected files of testdata anew; review the diff")

// The expected files are this package's own output, read and reviewed by hand.
func TestText(t *testing.T) {
	r := hand()
	for name, write := range map[string]func(io.Writer) error{"hand.txt": text(r.Results()), "summary.txt": text(r.Summary())} {
		path := filepath.Join("testdata", name)
		got := pagetest.Render(t, write)
		if *update {
			must.Do(t, os.WriteFile(path, []byte(got), 0o666))
		}
		want := must.Get(os.ReadFile(path))(t)
		must.Same(t, got, string(want), "%s", name)
	}
}

func TestPageIsWholeAndFetchesNothing(t *testing.T) {
	page := pagetest.Render(t, large(50).HTML)
	tags := pagetest.WellFormed(t, page)
	if want := 2; tags["svg"] != want { // effect and fulfilment
		t.Errorf("%d drawings, want %d", tags["svg"], want)
	}
	if found := regexp.MustCompile(`(?i)https?:|//[a-z]|\ssrc=|\shref=|url\(|@import|<script|NaN|Inf\b|%!`).FindString(page); found != "" {
		t.Errorf("the page holds %q", found)
	}
	for _, part := range []string{"prefers-color-scheme: dark", "width=device-width", "axiomine train -c drmm-wikiqa", "5 seeds (42–46)",
		"axiomine 0.1.0"} {
		must.Contain(t, page, part)
	}
}

func TestHostileNamesStayText(t *testing.T) {
	r := hand()
	name := `<b>"x' & |y|` + "` ![pixel](http://example.org/) [link][ref] ~~gone~~ \x1b[2J \u202eexe.gpj\n```\n# heading"
	r.Arms[1].Name, r.Tests[0].B, r.Title, r.Command, r.Pools[0].Axiom, r.Versions["go"] = name, name, name, name, name, name
	page := pagetest.Render(t, r.HTML)
	if tags := pagetest.WellFormed(t, page); tags["b"] != 0 {
		t.Error("a name became markup")
	}
	for _, obeyed := range []string{"\x1b", "\u202e"} {
		if strings.Contains(page, obeyed) {
			t.Errorf("%q is in a page", obeyed)
		}
	}
}

// The tables of a record are the same when they are read back from the file that is kept.
func TestTablesReadBack(t *testing.T) {
	r := large(50).Results()
	raw := must.Get(json.Marshal(r))(t)
	var again table.Results
	must.Do(t, json.Unmarshal(raw, &again))
	for _, pair := range [][2]func(io.Writer) error{{text(r), text(&again)}, {r.JSON, again.JSON}, {r.CSV, again.CSV}} {
		must.Same(t, pagetest.Render(t, pair[1]), pagetest.Render(t, pair[0]))
	}
}

// By hand: per query, judged averages .3 .25 .5 .125 over its seeds and the other arm .5 .25 .75 .1.
func TestRecordComputesItsTests(t *testing.T) {
	r := hand()
	test := r.Tests[0]
	if test.Wins != 2 || test.Ties != 1 || test.Losses != 1 || test.N != 4 || test.MeanA != 0.29375 || test.MeanB != 0.4 ||
		test.P != max(test.TP, test.WilcoxonP) || test.HolmP != test.P {
		t.Errorf("%+v", test)
	}
	must.Equal(t, r.Arms[0].Mean.Test["MAP"], 0.29375, "mean")
	r.Tests = []Test{{P: .02}, {P: .03}, {P: .6}}
	AdjustTests(r.Tests)
	if got := []float64{r.Tests[0].HolmP, r.Tests[1].HolmP, r.Tests[2].HolmP}; !slices.Equal(got, []float64{.06, .06, .6}) {
		t.Errorf("Holm: %v", got)
	}
	if err := r.AddTest("BM25", "nobody", "MAP"); err == nil {
		t.Error("a test without values was added")
	}
}

// Two folds of unequal size: 1 and 3 queries. The mean counts queries, not folds: (1 + 0 + 0 + 0) / 4.
func TestFoldsCountByTheirQueries(t *testing.T) {
	a := Arm{Name: "a", Seeds: []SeedRun{
		{Seed: 1, Fold: 1, Test: Scores{"MAP": 1}, PerQuery: QueryValues{"MAP": {"1": 1}}},
		{Seed: 1, Fold: 2, Test: Scores{"MAP": 0}, PerQuery: QueryValues{"MAP": {"2": 0, "3": 0, "4": 0}}},
	}}
	a.Average()
	must.Equal(t, a.Mean.Test["MAP"], 0.25, "mean")
	if values := a.SeedValues("MAP"); len(values) != 1 || values[0] != 0.25 {
		t.Errorf("values %v", values)
	}
}
