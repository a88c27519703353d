package report

import (
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/experiment/report/perquery"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/pagetest"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the expected files of testdata anew; review the diff")

// The expected files are this package's own output, read and reviewed by hand.
func TestTextAndMarkdown(t *testing.T) {
	r := hand()
	for name, write := range map[string]func(io.Writer) error{"hand.txt": text(r.Results()), "hand.md": r.Markdown,
		"summary.txt": text(r.Summary())} {
		path := filepath.Join("testdata", name)
		got := pagetest.Render(t, write)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-update to accept):\n%s", name, diff)
		}
	}
}

func TestPageIsWholeAndFetchesNothing(t *testing.T) {
	page := pagetest.Render(t, large(50).HTML)
	tags := pagetest.WellFormed(t, page)
	if want := 2 * 8; tags["svg"] != want { // effect, four gains, training, fulfilment, skew; for page and phone
		t.Errorf("%d drawings, want %d", tags["svg"], want)
	}
	if found := regexp.MustCompile(`(?i)https?:|//[a-z]|\ssrc=|\shref=|url\(|@import|<script|NaN|Inf\b|%!`).FindString(page); found != "" {
		t.Errorf("the page holds %q", found)
	}
	for _, part := range []string{"prefers-color-scheme: dark", "width=device-width", "axiomine train -c drmm-wikiqa", "5 seeds (42–46)",
		"axiomine 0.1.0"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q", part)
		}
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
	text := pagetest.Render(t, r.Markdown)
	before, after, _ := strings.Cut(text, "## Command\n\n````\n") // a fence that the name's cannot close
	code, after, closed := strings.Cut(after, "\n````\n")
	if !closed || strings.Contains(code, "````") {
		t.Errorf("the command is no block of its own: %q", code)
	}
	unescaped := regexp.MustCompile(`\\[[:punct:]]`).ReplaceAllString(before+after, "")
	for _, mark := range []string{"<b>", "](", "][", "~~", "\n# heading", "`"} {
		if strings.Contains(unescaped, mark) {
			t.Errorf("%q is markup in %s", mark, unescaped)
		}
	}
	for _, obeyed := range []string{"\x1b", "\u202e"} {
		if strings.Contains(page+text, obeyed) {
			t.Errorf("%q is in a page", obeyed)
		}
	}
}

// folder holds a record with the files it names.
func folder(t testing.TB, r *Result, record string) fstest.MapFS {
	files := fstest.MapFS{"out/result.json": {Data: []byte(record)}}
	for name, values := range r.Files() {
		files["out/"+name] = &fstest.MapFile{Data: []byte(pagetest.Render(t, values.Write))}
	}
	return files
}

func TestSameRecordSameBytes(t *testing.T) {
	again, err := Read(folder(t, large(50), pagetest.Render(t, pagetest.JSON(large(50)))), "out/result.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(large(50), again); diff != "" {
		t.Errorf("the record changed on its way through JSON:\n%s", diff)
	}
	for range 3 {
		for _, pair := range [][2]func(io.Writer) error{{large(50).HTML, again.HTML}, {text(large(50).Results()), text(again.Results())},
			{pagetest.JSON(large(50)), pagetest.JSON(again)}} {
			if pagetest.Render(t, pair[0]) != pagetest.Render(t, pair[1]) {
				t.Fatal("the same record gave other bytes")
			}
		}
	}
}

func TestReadRefusesWhatReportsCannotShow(t *testing.T) {
	for name, spoil := range map[string]func(*Result){
		"version":       func(r *Result) { r.SchemaVersion = 99 },
		"measure":       func(r *Result) { r.Protocol.Measures[1] = "MRRR" },
		"main":          func(r *Result) { r.Protocol.Main = "AP" },
		"same name":     func(r *Result) { r.Arms[1].Name = "BM25" },
		"no seed":       func(r *Result) { r.Arms[0].Seeds = nil },
		"unknown arm":   func(r *Result) { r.Tests[0].A = "other" },
		"p over 1":      func(r *Result) { r.Tests[0].HolmP = 1.5 },
		"missing query": func(r *Result) { delete(r.Arms[0].Seeds[1].PerQuery["MAP"], "3") },
		"skew":          func(r *Result) { r.Pools[0].LengthSkew = -3 },
		"fulfilled":     func(r *Result) { r.Fulfilment[0].Axioms[0].Fulfilled = 101 },
		"interval":      func(r *Result) { r.Fulfilment[0].Axioms[0].CI95 = &[2]float64{.5, 1.5} },
		"shown test":    func(r *Result) { r.Arms[1].Shown.Values[0].Test["MAP"] = Spread{Mean: 1e300} },
		"shown axiom":   func(r *Result) { r.Arms[1].Shown.Values[0].Fulfilment[0].Fulfilled = -1 },
		"loss":          func(r *Result) { r.Arms[0].Seeds[0].Training[0].Loss = 1e300 },
	} {
		r := hand()
		r.Arms[1].Shown = &KeyRankings{Note: ShownNote, Values: []ValueRanking{{Key: "gen.ratio", Value: "1:4",
			Test: map[string]Spread{"MAP": {Mean: .5}}, Fulfilment: []AxiomFulfilment{{Axiom: "tfc1", Fulfilled: 1, Instances: 2}}}}}
		if err := r.Validate(); err != nil {
			t.Fatal(err)
		}
		spoil(r)
		_, err := Read(folder(t, r, pagetest.Render(t, pagetest.JSON(r))), "out/result.json")
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || !strings.HasPrefix(err.Error(), "out/result.json: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	record := pagetest.Render(t, pagetest.JSON(hand()))
	if _, err := Read(folder(t, hand(), strings.Replace(record, `"seeds"`, `"sedes"`, 1)), "out/result.json"); err == nil {
		t.Error("an unknown key was accepted")
	}
	for content, want := range map[string]string{
		"MAP 1 0.5\n":            "out/per-query/bm25.tsv:1: not a measure, a query and a value between tabs",
		"MAP\t1\t.5\nMAP\t1\t.5": "out/per-query/bm25.tsv:2: a second value of the query",
		"MAP\t1\thalf":           "out/per-query/bm25.tsv:1: the value is no number",
		"MAP\t1\tNaN":            "out/result.json: scores of \"BM25\" are out of bounds",
	} {
		files := folder(t, hand(), record)
		files["out/per-query/bm25.tsv"] = &fstest.MapFile{Data: []byte(content)}
		if _, err := Read(files, "out/result.json"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", content, err)
		}
	}
	files := folder(t, hand(), record)
	delete(files, "out/per-query/bm25.tsv")
	if _, err := Read(files, "out/result.json"); err == nil || !strings.HasPrefix(err.Error(), "out/per-query/bm25.tsv: cannot open") {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := Read(folder(t, hand(), strings.Replace(record, "per-query/bm25.tsv", "../bm25.tsv", 1)), "out/result.json"); err == nil {
		t.Error("a file outside the folder was read")
	}
}

// Whatever Read accepts can be shown.
func FuzzRead(f *testing.F) {
	f.Add([]byte(pagetest.Render(f, pagetest.JSON(hand()))))
	f.Add([]byte(`{"schema_version":2,"protocol":{"measures":["MAP"],"main_measure":"MAP"}}`))
	f.Add([]byte(`{"schema_version":2,"protocol":{"measures":["MAP"],"main_measure":"MAP"},"arms":[{"name":"a","seeds":[{"seed":1,` +
		`"training":[{"epoch":999999999,"loss":1e12}]},{"seed":1}],"mean":{"test":{"MAP":1e12}}}],"pools":[{"axiom":"x"}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		files := folder(t, hand(), string(raw))
		budgettest.Run(t, len(raw), func() {
			r, err := Read(files, "out/result.json")
			if err != nil {
				return
			}
			pagetest.Render(t, text(r.Results()))
			pagetest.Render(t, r.Markdown)
			wellFormedOrControl(t, pagetest.Render(t, r.HTML))
		})
	})
}

// wellFormedOrControl lets pages pass that hold a control character: HTML takes them from a name, XML does not.
func wellFormedOrControl(t *testing.T, page string) {
	control := func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == 0xFFFE || c == 0xFFFF }
	if !strings.ContainsFunc(page, control) {
		pagetest.WellFormed(t, page)
	}
}

// By hand: per query, judged averages .3 .25 .5 .125 over its seeds and the other arm .5 .25 .75 .1.
func TestRecordComputesItsTests(t *testing.T) {
	r := hand()
	test := r.Tests[0]
	if test.Wins != 2 || test.Ties != 1 || test.Losses != 1 || test.N != 4 || test.MeanA != 0.29375 || test.MeanB != 0.4 ||
		test.HolmP != max(test.TP, test.WilcoxonP) {
		t.Errorf("%+v", test)
	}
	if r.Arms[0].Mean.Test["MAP"] != 0.29375 {
		t.Errorf("mean %v", r.Arms[0].Mean.Test["MAP"])
	}
	r.Tests = []Test{{TP: .01, WilcoxonP: .02}, {TP: .03, WilcoxonP: .001}, {TP: .5, WilcoxonP: .6}}
	AdjustTests(r.Tests)
	if got := []float64{r.Tests[0].HolmP, r.Tests[1].HolmP, r.Tests[2].HolmP}; !slices.Equal(got, []float64{.06, .06, .6}) {
		t.Errorf("Holm over the larger p values: %v", got)
	}
	if err := r.AddTest("BM25", "nobody", "MAP"); err == nil {
		t.Error("a test without values was added")
	}
}

// Two folds of unequal size: 1 and 3 queries. The mean counts queries, not folds: (1 + 0 + 0 + 0) / 4.
func TestFoldsCountByTheirQueries(t *testing.T) {
	a := Arm{Name: "a", Seeds: []SeedRun{
		{Seed: 1, Fold: 1, Test: Scores{"MAP": 1}, PerQuery: perquery.Values{"MAP": {"1": 1}}},
		{Seed: 1, Fold: 2, Test: Scores{"MAP": 0}, PerQuery: perquery.Values{"MAP": {"2": 0, "3": 0, "4": 0}}},
	}}
	a.Average()
	if a.Mean.Test["MAP"] != 0.25 {
		t.Errorf("mean %v", a.Mean.Test["MAP"])
	}
	if seeds, values := a.SeedValues("MAP"); len(seeds) != 1 || values[0] != 0.25 {
		t.Errorf("seeds %v values %v", seeds, values)
	}
	if err := a.validate(); err != nil {
		t.Error(err)
	}
}

func BenchmarkHTML(b *testing.B) {
	r := large(242)
	for b.Loop() {
		if err := r.HTML(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
