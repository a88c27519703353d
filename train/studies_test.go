package train_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// neural is what .ci/reproduce_neural.py printed, as .ci/bench/neural.txt has it.
type neural struct {
	cells map[string]map[string][3]string // by collection and system: the terms, the model, the model mixed with BM25
	tests []neuralTest
}

// neuralTest is a test of two systems; p is uncorrected, holm corrected over all tests.
type neuralTest struct {
	collection, what string
	difference       float64
	p, holm          float64
}

// readNeural reads the file. Small p have four digits there and fewer significant ones than Holm's correction over the collection, so
// that they are taken from that: its i-th smallest is p times the number of tests that are left.
func readNeural(t *testing.T) *neural {
	raw, err := os.ReadFile("../.ci/bench/neural.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := &neural{cells: map[string]map[string][3]string{}}
	test := regexp.MustCompile(`(?m)^\w+: (.*): ([+-]\d\.\d+), p (\d\.\d+) of itself$`)
	holm := regexp.MustCompile(`(?m)^p (\d\.\d+)  \w+: (.*)$`)
	system := regexp.MustCompile(`^(\S.*?)  +((?:0\.\d{3} *)+)`)
	for _, section := range strings.Split(string(raw), "\n== ")[1:] {
		name, body, _ := strings.Cut(section, "\n")
		n.cells[name] = map[string][3]string{}
		for line := range strings.Lines(body) {
			m := system.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			var cell [3]string
			numbers := strings.Fields(m[2])
			copy(cell[3-len(numbers):], numbers)
			if strings.HasPrefix(m[1], "BM25") { // it is not mixed with itself
				cell = [3]string{1: numbers[0]}
			}
			for i := range cell {
				cell[i] = strings.TrimPrefix(cell[i], "0")
			}
			n.cells[name][m[1]] = cell
		}
		if strings.Contains(name, ",") {
			continue // other numbers of steps, and another recipe
		}
		at := map[string]int{}
		for _, m := range test.FindAllStringSubmatch(body, -1) {
			at[m[1]] = len(n.tests)
			n.tests = append(n.tests, neuralTest{name, m[1], parsed(t, m[2]), parsed(t, m[3]), 0})
		}
		ordered := holm.FindAllStringSubmatch(body, -1)
		for i, m := range ordered {
			x, corrected := &n.tests[at[m[2]]], parsed(t, m[1])
			if x.p < .01 && corrected > 0 && corrected < 1 {
				x.p = corrected / float64(len(ordered)-i)
			}
		}
	}
	slices.SortStableFunc(n.tests, func(a, b neuralTest) int { return int(1e9 * (a.p - b.p)) })
	highest := 0.0
	for i := range n.tests {
		highest = max(highest, min(1, n.tests[i].p*float64(len(n.tests)-i)))
		n.tests[i].holm = highest
	}
	return n
}

func parsed(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// find returns a test of a collection.
func (n *neural) find(t *testing.T, collection, what string) neuralTest {
	t.Helper()
	for _, x := range n.tests {
		if x.collection == collection && x.what == what {
			return x
		}
	}
	t.Fatalf("neural.txt has no test of %s, %s", collection, what)
	return neuralTest{}
}

// TestNoLabelsPage: NOLABELS.md has the table of neural.txt, and its sentences say what the tests there say.
func TestNoLabelsPage(t *testing.T) {
	raw, err := os.ReadFile("NOLABELS.md")
	if err != nil {
		t.Fatal(err)
	}
	page, n := string(raw), readNeural(t)
	prose := strings.Join(strings.Fields(page), " ")
	says := func(format string, args ...any) {
		t.Helper()
		if want := fmt.Sprintf(format, args...); !strings.Contains(prose, want) {
			t.Errorf("NOLABELS.md does not say %q", want)
		}
	}
	if len(n.tests) != 185 {
		t.Errorf("%d tests", len(n.tests))
	}
	collections := []string{"cranfield", "cacm", "wikiqa", "scifact", "msmarco_dl"}
	for row, system := range map[string]string{
		"BM25": "BM25", "cosine, untrained / with BM25": "cosine, untrained",
		"BM25 over word pieces: weights of 1":                "cosine and word pieces, untrained",
		"`effect-study`, given queries":                      "axioms, given queries",
		"`effect-study`, made queries":                       "axioms, made queries",
		"made queries, their document above random ones":     "made queries, random negatives",
		"made queries, their document above BM25's":          "made queries, BM25's negatives",
		"**made queries, consensus of BM25 and the cosine**": "consensus, made queries",
		"10 judged queries":                                  "10 judged",
		"10 judged queries and `effect-study`":               "10 judged + axioms",
		"10 judged queries and the consensus":                "10 judged + consensus",
	} {
		line := "| " + row
		for _, c := range collections {
			cell, isMeasured := n.cells[c][system]
			parts := slices.DeleteFunc(cell[:], func(s string) bool { return s == "" })
			if line += " | " + strings.Join(parts, " / "); !isMeasured {
				line += "–"
			}
		}
		if !strings.Contains(page, line+" |\n") {
			t.Errorf("NOLABELS.md has no row %s", line)
		}
	}
	below := func(collections []string, what string, sign, bound float64, of func(neuralTest) float64) {
		t.Helper()
		for _, c := range collections {
			if x := n.find(t, c, what); x.difference*sign <= 0 || of(x) >= bound {
				t.Errorf("%s, %s: %+.4f, p %.4f, after correction %.4f: the page says less than %v", c, what, x.difference, x.p, x.holm, bound)
			}
		}
	}
	p, holm := func(x neuralTest) float64 { return x.p }, func(x neuralTest) float64 { return x.holm }
	terms := "terms of consensus, made queries : untrained"
	says("After Holm's correction p was below .03 on WikiQA and MS MARCO, and below .04 on Cranfield.")
	below([]string{"wikiqa", "msmarco_dl"}, terms, 1, .03, holm)
	below([]string{"cranfield"}, terms, 1, .04, holm)
	below(collections, terms, 1, 1.01, p)
	says("(p < .05 on all five)")
	below(collections, "terms: consensus : made queries, BM25's negatives", 1, .05, p)
	says("`effect-study` made the terms worse on Cranfield and SciFact (p < .001, and below .06 after correction).")
	for _, what := range []string{"terms of axioms, given queries : untrained", "terms of axioms, made queries : untrained"} {
		below([]string{"cranfield", "scifact"}, what, -1, .001, p)
		below([]string{"cranfield", "scifact"}, what, -1, .06, holm)
	}
	if x := n.find(t, "wikiqa", "terms of axioms, given queries : untrained"); x.difference < 0 || fmt.Sprintf("%.2f", x.p) != "0.03" {
		t.Errorf("WikiQA's own queries: %+v", x)
	}
	says("the model was better than BM25 on all five (p < .02)")
	below(collections, "BM25 with consensus, made queries : BM25", 1, .02, p)
	var cosine, judged []string
	for _, c := range collections {
		x := n.find(t, c, "BM25 with consensus, made queries : BM25 with cosine")
		cosine = append(cosine, strings.Replace(fmt.Sprintf("%+.3f", x.difference), "0.", ".", 1))
		x = n.find(t, c, "BM25 with 10 judged + consensus : BM25 with 10 judged")
		judged = append(judged, strings.Replace(fmt.Sprintf("%.3f", x.difference), "0.", ".", 1))
	}
	says("not significant: %s.", strings.Join(cosine, ", "))
	says("by %s and %s.", strings.Join(judged[:4], ", "), judged[4])
	x := n.find(t, "cranfield", "terms of 10 judged + consensus : terms of 10 judged")
	if says("(%s, p < .01)", strings.Replace(fmt.Sprintf("%+.3f", x.difference), "0.", ".", 1)); x.p >= .01 {
		t.Errorf("%+v", x)
	}
	for _, steps := range []struct{ format, collection string }{
		{"The terms had %s on Cranfield with 25, 100, 400 and 1,600 steps.", "cranfield"}, {"They had %s on CACM,", "cacm"},
		{"and %s on WikiQA.", "wikiqa"},
	} {
		var series []string
		for _, k := range []string{", 25 steps", ", 100 steps", "", ", 1600 steps"} {
			series = append(series, n.cells[steps.collection+k]["consensus, made queries"][0])
		}
		says("%s", strings.Replace(steps.format, "%s", strings.Join(series, ", "), 1))
	}
}

// TestEffectAgain: EFFECT.md has the cells that were run again as .ci/bench/effect-again.txt has them.
func TestEffectAgain(t *testing.T) {
	page, err := os.ReadFile("EFFECT.md")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile("../.ci/bench/effect-again.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(raw), "\n\n")
	if !ok || strings.Count(table, "\n") != 7 || !strings.Contains(string(page), "\n"+table) {
		t.Errorf("EFFECT.md lacks the table\n%s", table)
	}
}
