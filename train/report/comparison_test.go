package report

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/pagetest"
	"github.com/axiomine/axiomine/train/eval"
)

// three are made-up runs: b gains on every query, c on none.
func three() *Comparison {
	c := &Comparison{SchemaVersion: SchemaVersion, Command: "axiomine train eval qrels a b c", Versions: map[string]string{"axiomine": "0"},
		Judgements: "qrels.txt", Queries: 3,
		Measures: []string{"map", "P@5"}}
	for i, name := range []string{"a", "runs/b", "c <1>"} {
		run := Control{Name: name, PerQueryFile: "per-query/" + string(rune('1'+i)) + ".tsv", Test: Scores{}, PerQuery: QueryValues{}}
		for _, measure := range c.Measures {
			values := map[string]float64{"q1": .1, "q2": .3, "q3": .2}
			if i == 1 {
				values = map[string]float64{"q1": .4, "q2": .7, "q3": .4}
			}
			run.PerQuery[measure], run.Test[measure] = values, meanOf(values)
		}
		c.Runs = append(c.Runs, run)
	}
	return c
}

// Later runs are tested against the first, or every two, under one adjustment; equal runs have p 1.
func TestCompare(t *testing.T) {
	c := three()
	must.Do(t, c.Compare(false))
	_, p := eval.PairedT([]float64{.4, .7, .4}, []float64{.1, .3, .2})
	_, wilcoxon, _ := eval.Wilcoxon([]float64{.4, .7, .4}, []float64{.1, .3, .2})
	if len(c.Tests) != 4 || c.Tests[0].A != "a" || c.Tests[0].B != "runs/b" || c.Tests[2].B != "c <1>" {
		t.Fatalf("tests %+v", c.Tests)
	}
	if got, want := c.Tests[0].HolmP, min(1, 4*max(p, wilcoxon)); math.Abs(got-want) > 1e-12 { // the smallest of four
		t.Errorf("Holm p %v, want %v", got, want)
	}
	if c.Tests[2].HolmP != 1 || c.Tests[2].Ties != 3 {
		t.Errorf("equal runs: %+v", c.Tests[2])
	}
	if err := c.Compare(true); err != nil || len(c.Tests) != 6 {
		t.Errorf("%d tests of every two runs (%v)", len(c.Tests), err)
	}
}

// TestAnswerLeads: a significant gain is told before a larger one that is not, and a loss never.
func TestAnswerLeads(t *testing.T) {
	c := three()
	c.Tests = []Test{{A: "a", B: "runs/b", Measure: "map", Diff: .2, HolmP: .06, N: 9}, {A: "a", B: "c", Measure: "map", Diff: .1, HolmP: .01, N: 9},
		{A: "a", B: "d", Measure: "map", Diff: -.3, HolmP: .001, N: 9}}
	for _, want := range []string{"c is better than a: ", "No difference between runs/b and a is significant: ", "No run is better than a: "} {
		if got := c.answerText(); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		top := c.topTest().B
		c.Tests = slices.DeleteFunc(c.Tests, func(x Test) bool { return x.B == top })
	}
}

func TestComparisonIsShown(t *testing.T) {
	c := three()
	must.Do(t, c.Compare(false))
	var page, text bytes.Buffer
	defer func() { pagetest.WellFormed(t, page.String()) }()
	for _, err := range []error{c.HTML(&page), c.Results().Text(&text, 0)} {
		must.Do(t, err)
	}
	for _, part := range []string{"3 runs compared on 3 queries", "map of each run", "c &lt;1&gt;",
		"tests under Holm&#39;s adjustment", "Few queries"} {
		must.Contain(t, page.String(), part)
	}
	for _, wrong := range []string{"NaN", "single seed", "over seeds", "c <1>"} {
		if strings.Contains(page.String(), wrong) {
			t.Errorf("the page holds %q", wrong)
		}
	}
	if of := text.String(); !strings.Contains(of, "runs/b") || !strings.Contains(of, "0.5000") {
		t.Errorf("no scores in\n%s", of)
	}
}
