package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// goldenRun reads the run of a folder of vectors and its judgements, which are well-formed. Those of ../shared lie with a collection.
func goldenRun(t testing.TB, folder string) (qrels []corpus.Qrel, run []corpus.RunRow) {
	for line := range strings.Lines(string(golden.Contents(t, folder, "run.txt"))) {
		f := strings.Fields(line)
		score := must.Get(strconv.ParseFloat(f[4], 64))(t)
		run = append(run, corpus.RunRow{QueryID: f[0], DocID: f[2], Score: score})
	}
	judged := filepath.Join(folder, "qrels.txt")
	if _, err := os.Stat(judged); err != nil {
		judged = golden.SharedPath(t, "data", "cranfield", "qrels.txt")
	}
	for line := range strings.Lines(string(golden.Contents(t, judged))) {
		f := strings.Fields(line)
		grade := must.Get(strconv.Atoi(f[3]))(t)
		qrels = append(qrels, corpus.Qrel{QueryID: f[0], DocID: f[2], Grade: grade})
	}
	return qrels, run
}

// Expected lines: the output of trec_eval -q with the default options, -c, -l 2 and -M 100.
func TestFormatEqualsTrecEval(t *testing.T) {
	for _, folder := range golden.Folders(t, "treceval") {
		qrels, run := goldenRun(t, folder)
		for name, options := range map[string]Options{
			"default": {}, "complete": {Complete: true}, "level2": {Level: 2}, "top100": {MaxDocs: 100},
		} {
			t.Run(folder+"/"+name, func(t *testing.T) {
				var got bytes.Buffer
				must.Do(t, Format(&got, Evaluate(qrels, run, options), Default(), true))
				want := strings.Split(string(golden.Contents(t, folder, name+".tsv.gz")), "\n")
				lines := strings.Split(got.String(), "\n")
				if len(lines) != len(want) {
					t.Fatalf("%d lines, trec_eval prints %d", len(lines), len(want))
				}
				for i := range want {
					if lines[i] != want[i] {
						t.Errorf("line %d: %q, trec_eval prints %q", i+1, lines[i], want[i])
					}
				}
			})
		}
	}
}

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-9*math.Abs(want) }

// Expected p values: SciPy 1.17 (ttest_rel, wilcoxon, binomtest, chi2) and Holm as published.
func TestSignificanceEqualsSciPy(t *testing.T) {
	var expected struct {
		Tests []struct {
			A, B    []float64
			T       float64 `json:"ttest_rel"`
			McNemar struct {
				B, C  int
				Exact float64 `json:"exact_p"`
			}
		}
		Holm struct{ P, Adjusted []float64 }
	}
	text, _ := golden.Read(t, "significance/scipy.json")
	must.Do(t, json.Unmarshal(text, &expected))
	if len(expected.Tests) != 60 {
		t.Fatalf("%d golden tests, expected 60", len(expected.Tests))
	}
	for i, g := range expected.Tests {
		_, pt := PairedT(g.A, g.B)
		exact := McNemar(g.McNemar.B, g.McNemar.C)
		if !near(pt, g.T) || !near(exact, g.McNemar.Exact) {
			t.Errorf("test %d: t %v (%v), exact %v (%v)", i, pt, g.T, exact, g.McNemar.Exact)
		}
	}
	for i, p := range Holm(expected.Holm.P) {
		if !near(p, expected.Holm.Adjusted[i]) {
			t.Errorf("holm %d: %v, want %v", i, p, expected.Holm.Adjusted[i])
		}
	}
}

// Expected values: statsmodels 0.15 (multipletests, proportion_confint, mcnemar, DescrStatsW); testdata/significance/ask_statsmodels.py.
func TestSignificanceEqualsStatsmodels(t *testing.T) {
	var expected struct {
		Holm   []struct{ P, Adjusted []float64 }
		Wilson []struct {
			Part, N  int
			Interval [2]float64
		}
		McNemar []struct {
			B, C int
			P    float64
		}
		T map[string]struct {
			D    []float64
			P    float64
			CI95 [2]float64
		}
	}
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile(filepath.Join("testdata", "significance", "statsmodels.json")))(t), &expected))
	equal := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-9*max(1e-3, math.Abs(want)) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	tried := 0
	for _, x := range expected.Holm {
		for i, p := range Holm(x.P) {
			equal(fmt.Sprintf("Holm of %v", x.P), p, x.Adjusted[i])
			tried++
		}
	}
	for _, x := range expected.Wilson {
		lo, hi := Wilson(x.Part, x.N)
		equal(fmt.Sprintf("low end of %d of %d", x.Part, x.N), lo, x.Interval[0])
		equal(fmt.Sprintf("high end of %d of %d", x.Part, x.N), hi, x.Interval[1])
		tried++
	}
	for _, x := range expected.McNemar {
		equal(fmt.Sprintf("McNemar of %d and %d", x.B, x.C), McNemar(x.B, x.C), x.P)
		tried++
	}
	for name, x := range expected.T {
		c := Compare("num_rel", make([]float64, len(x.D)), x.D) // a count: no bounds
		equal(name, c.TP, x.P)
		equal("low end of "+name, c.CI95[0], x.CI95[0])
		equal("high end of "+name, c.CI95[1], x.CI95[1])
		tried++
	}
	if tried < 90 {
		t.Errorf("%d values", tried)
	}
}
