package report

import (
	"encoding/json"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/pagetest"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// The terminal, the page's head and result.json carry the same sentences, all of them.
func TestFindingsAreEverywhere(t *testing.T) {
	r := hand()
	for _, want := range []string{"each at the best of 2 settings on dev: MAP 0.294 → 0.400",
		"Dev did not always choose axioms: in 1 of 2 trainings",
		"10 judged queries to train, 2 dev queries to stop, to choose settings and to tune BM25", "Few test queries: 4;",
		"The collection has no dev split."} {
		must.Contain(t, strings.Join(r.Findings, "\n"), want)
	}
	var record struct{ Findings []string }
	must.Do(t, json.Unmarshal([]byte(pagetest.Render(t, pagetest.JSON(r))), &record))
	page := pagetest.Render(t, r.HTML)
	head, _, ok := strings.Cut(page, "</header>")
	if !ok {
		t.Fatal("the page has no head")
	}
	plain := html.UnescapeString(regexp.MustCompile(`</?(strong|span)>`).ReplaceAllString(head, ""))
	for name, text := range map[string]string{"the terminal": pagetest.Render(t, text(r.Summary())),
		"the whole text":  pagetest.Render(t, text(r.Results())),
		"the page's head": plain, "result.json": strings.Join(record.Findings, "\n")} {
		for _, sentence := range r.Findings {
			must.Contain(t, text, sentence, "%s", name)
		}
	}
	if len(record.Findings) != len(r.Findings) {
		t.Errorf("%d findings in the record, %d", len(record.Findings), len(r.Findings))
	}
}

// The headline compares the arms at their best. The report has a line if dev always chose the judged model.
func TestAxiomsNotWorthIt(t *testing.T) {
	r := hand()
	for i := range r.Arms[1].Chosen {
		r.Arms[1].Chosen[i].Setting["gen.axioms"] = ""
	}
	r.Conclude("DRMM judged", "DRMM + axioms", Labels{Train: 10, Dev: 2}, nil)
	if !strings.HasPrefix(r.Findings[1], "Dev chose no axioms: ") {
		t.Errorf("findings %q", r.Findings)
	}
	h := r.Headline
	if h.A != "DRMM judged" || h.B != "DRMM + axioms" || h.Labels != (Labels{10, 2}) || h.Diff != r.Tests[0].Diff ||
		h.HolmP != r.Tests[0].HolmP {
		t.Errorf("headline %+v", h)
	}
}

// TestChoicesOfSeveral: the cells of several experiments are numbered on, and name what these differ in.
func TestChoicesOfSeveral(t *testing.T) {
	r := hand()
	per := func(ratio string) configs.Settings { return configs.Settings{{Key: "gen.ratio", Value: ratio}} }
	tab := ChoicesTable("MAP", Explored{per("1:1"), r.Arms}, Explored{per("4:1"), r.Arms})
	if len(tab.Rows) != 6 || tab.Rows[1][1] != "ratio 1:1, axioms tfc1" || tab.Rows[5][0] != "6" || tab.Rows[5][1] != "ratio 4:1, axioms none" {
		t.Errorf("%v", tab.Rows)
	}
}

// What training gained over the first stage is the last finding, by the tests of arms, not of mixtures. By hand.
func TestGain(t *testing.T) {
	r := &Result{Arms: []Arm{{Name: "a"}, {Name: "b"}}, Controls: []Control{{Name: "BM25"}}}
	r.Protocol.Main = "MAP"
	test := func(b string, diff, p float64) Test {
		return Test{A: "BM25", B: b, Measure: "MAP", Diff: diff, HolmP: p, N: 60}
	}
	for _, c := range []struct {
		tests []Test
		want  string
	}{
		{[]Test{test("a", .02, .2), test("b", -.01, 1), test("BM25 mixed with a", .3, .001)},
			"Training gained nothing significant over BM25: a +0.020 (Holm p 0.200), b −0.010 (Holm p 1.000), in MAP on 60 queries."},
		{[]Test{test("a", .02, .2), test("b", .1, .01)},
			"Training gained over BM25: a +0.020 (Holm p 0.200), b +0.100 (Holm p 0.010), in MAP on 60 queries."},
		{[]Test{test("a", -.2, .01), test("b", -.1, .01)},
			"Training lost against BM25: a −0.200 (Holm p 0.010), b −0.100 (Holm p 0.010), in MAP on 60 queries."},
		{[]Test{test("a", -.2, .01), test("b", .1, .4)},
			"Training gained nothing significant over BM25, and a lost against it: a −0.200 (Holm p 0.010), b +0.100 (Holm p 0.400), in MAP on 60 queries."},
	} {
		r.Tests = c.tests
		r.Conclude("a", "b", Labels{Train: 10, Dev: 2}, nil)
		must.Equal(t, r.Findings[len(r.Findings)-1], c.want)
	}
	r.Tests = nil
	if r.Conclude("a", "b", Labels{}, nil); strings.Contains(strings.Join(r.Findings, " "), "Training") {
		t.Errorf("without tests: %q", r.Findings)
	}
}

// TestFewQueries: a report of few queries says which difference of its first test would have been significant. By hand: half of .02 to .08 is
// .03; the least p of Wilcoxon's test of five differences is 2/32, and of six 2/64.
func TestFewQueries(t *testing.T) {
	r := &Result{Arms: []Arm{{Name: "a"}}, Controls: []Control{{Name: "BM25"}}}
	r.Protocol.Main = "MAP"
	for n, want := range map[int]string{
		5:  "Few test queries: 5; with fewer than 6 no difference is significant.",
		6:  "Few test queries: 6; a difference between a and BM25 would have to be above 0.030 to be significant (half of its 95 % interval).",
		49: "Few test queries: 49; a difference between a and BM25 would have to be above 0.030 to be significant (half of its 95 % interval).",
		50: "",
	} {
		r.Tests = []Test{{A: "BM25", B: "a", Measure: "P@5", N: 3}, {A: "b", B: "a", Measure: "MAP", N: n}, // of one model
			{A: "BM25", B: "a", Measure: "MAP", N: n, CI95: [2]float64{.02, .08}}}
		r.Conclude("b", "a", Labels{}, nil)
		got := slices.IndexFunc(r.Findings, func(f string) bool { return strings.HasPrefix(f, "Few") })
		if want == "" && got >= 0 || want != "" && (got < 0 || r.Findings[got] != want) {
			t.Errorf("%d queries: %q, want %q", n, r.Findings, want)
		}
	}
}

// text writes results as a terminal of any width shows them.
func text(r *table.Results) func(io.Writer) error {
	return func(w io.Writer) error { return r.Text(w, 0) }
}
