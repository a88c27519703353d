package eval

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs/golden"
	"github.com/axiomine/axiomine/gen/corpus"
)

// goldenRun reads the run and its judgements, which are well-formed; whole says whether they are all.
func goldenRun(t testing.TB) (qrels []corpus.Qrel, run []corpus.Scored, whole bool) {
	text, whole := golden.Read(t, "treceval/run.txt")
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		score, err := strconv.ParseFloat(f[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		run = append(run, corpus.Scored{QueryID: f[0], DocID: f[2], Score: score})
	}
	judged := filepath.Join("testdata", "treceval", "qrels.txt")
	if whole {
		judged = golden.Beside(t, "data", "cranfield", "qrels.txt")
	}
	text, err := os.ReadFile(judged)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		grade, err := strconv.Atoi(f[3])
		if err != nil {
			t.Fatal(err)
		}
		qrels = append(qrels, corpus.Qrel{QueryID: f[0], DocID: f[2], Grade: grade})
	}
	return qrels, run, whole
}

// Expected lines: the output of trec_eval 9.0.7 -q with the default options, -c, -l 2 and -M 100. A slice has the queries' lines alone.
func TestFormatEqualsTrecEval(t *testing.T) {
	qrels, run, whole := goldenRun(t)
	for name, options := range map[string]Options{
		"default": {}, "complete": {Complete: true}, "level2": {Level: 2}, "top100": {MaxDocs: 100},
	} {
		t.Run(name, func(t *testing.T) {
			text, _ := golden.Read(t, "treceval/"+name+".tsv.gz")
			var got bytes.Buffer
			if err := Format(&got, Evaluate(qrels, run, options), Default(), true); err != nil {
				t.Fatal(err)
			}
			want, lines := strings.Split(string(text), "\n"), strings.Split(got.String(), "\n")
			if !whole {
				lines = slices.DeleteFunc(lines, func(line string) bool { return strings.Contains(line, "\tall\t") })
			}
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

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-9*math.Abs(want) }

// Expected p values: SciPy 1.17 (ttest_rel, wilcoxon, binomtest, chi2) and Holm as published.
func TestSignificanceEqualsSciPy(t *testing.T) {
	var expected struct {
		Tests []struct {
			A, B     []float64
			T        float64 `json:"ttest_rel"`
			Wilcoxon float64 `json:"wilcoxon_zero_dropped_two_sided"`
			McNemar  struct {
				B, C  int
				Exact float64 `json:"exact_p"`
				Chi2  float64 `json:"chi2_cc_p"`
			}
		}
		Holm struct{ P, Adjusted []float64 }
	}
	text, _ := golden.Read(t, "significance/scipy.json")
	if err := json.Unmarshal(text, &expected); err != nil {
		t.Fatal(err)
	}
	if len(expected.Tests) != 60 {
		t.Fatalf("%d golden tests, expected 60", len(expected.Tests))
	}
	for i, g := range expected.Tests {
		_, pt := PairedT(g.A, g.B)
		_, pw := Wilcoxon(g.A, g.B)
		exact, chi2 := McNemar(g.McNemar.B, g.McNemar.C)
		if !near(pt, g.T) || !near(pw, g.Wilcoxon) || !near(exact, g.McNemar.Exact) || !near(chi2, g.McNemar.Chi2) {
			t.Errorf("test %d: t %v (%v), wilcoxon %v (%v), exact %v (%v), chi2 %v (%v)", i,
				pt, g.T, pw, g.Wilcoxon, exact, g.McNemar.Exact, chi2, g.McNemar.Chi2)
		}
	}
	for i, p := range Holm(expected.Holm.P) {
		if !near(p, expected.Holm.Adjusted[i]) {
			t.Errorf("holm %d: %v, want %v", i, p, expected.Holm.Adjusted[i])
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	qrels, run, _ := goldenRun(b)
	rows := 0
	for b.Loop() {
		Evaluate(qrels, run, Options{})
		rows += len(run)
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}
