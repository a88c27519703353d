package eval

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
)

// shared opens a file of the golden folder beside the module, or skips.
func shared(t testing.TB, name string) []byte {
	t.Helper()
	path := filepath.Join("..", "..", "..", "shared", filepath.FromSlash(name))
	raw, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		t.Skipf("%s is not here: golden vectors are kept beside the module", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, ".gz") {
		zip, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if raw, err = io.ReadAll(zip); err != nil {
			t.Fatal(err)
		}
	}
	return raw
}

// goldenRun reads the two well-formed files of the golden folder; hostile ones are gen/corpus's tests.
func goldenRun(t testing.TB) (qrels []corpus.Qrel, run []corpus.Scored) {
	for line := range strings.Lines(string(shared(t, "data/cranfield/qrels.txt"))) {
		f := strings.Fields(line)
		grade, err := strconv.Atoi(f[3])
		if err != nil {
			t.Fatal(err)
		}
		qrels = append(qrels, corpus.Qrel{QueryID: f[0], DocID: f[2], Grade: grade})
	}
	for line := range strings.Lines(string(shared(t, "golden/treceval/run.txt"))) {
		f := strings.Fields(line)
		score, err := strconv.ParseFloat(f[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		run = append(run, corpus.Scored{QueryID: f[0], DocID: f[2], Score: score})
	}
	return qrels, run
}

// Expected lines: the output of trec_eval 9.0.7 -q with the default options, -c, -l 2 and -M 100.
func TestFormatEqualsTrecEval(t *testing.T) {
	qrels, run := goldenRun(t)
	for name, options := range map[string]Options{
		"default": {}, "complete": {Complete: true}, "level2": {Level: 2}, "top100": {MaxDocs: 100},
	} {
		var got bytes.Buffer
		if err := Format(&got, Evaluate(qrels, run, options), Default(), true); err != nil {
			t.Fatal(err)
		}
		want := strings.Split(string(shared(t, "golden/treceval/"+name+".tsv.gz")), "\n")
		lines := strings.Split(got.String(), "\n")
		if len(lines) != len(want) {
			t.Fatalf("%s: %d lines, trec_eval prints %d", name, len(lines), len(want))
		}
		for i := range want {
			if lines[i] != want[i] {
				t.Errorf("%s, line %d: %q, trec_eval prints %q", name, i+1, lines[i], want[i])
			}
		}
	}
}

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-9*math.Abs(want) }

// Expected p values: SciPy 1.17 (ttest_rel, wilcoxon, binomtest, chi2) and Holm as published.
func TestSignificanceEqualsSciPy(t *testing.T) {
	var golden struct {
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
	if err := json.Unmarshal(shared(t, "golden/significance/scipy.json"), &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden.Tests) != 60 {
		t.Fatalf("%d golden tests, expected 60", len(golden.Tests))
	}
	for i, g := range golden.Tests {
		_, pt := PairedT(g.A, g.B)
		_, pw := Wilcoxon(g.A, g.B)
		exact, chi2 := McNemar(g.McNemar.B, g.McNemar.C)
		if !near(pt, g.T) || !near(pw, g.Wilcoxon) || !near(exact, g.McNemar.Exact) || !near(chi2, g.McNemar.Chi2) {
			t.Errorf("test %d: t %v (%v), wilcoxon %v (%v), exact %v (%v), chi2 %v (%v)", i,
				pt, g.T, pw, g.Wilcoxon, exact, g.McNemar.Exact, chi2, g.McNemar.Chi2)
		}
	}
	for i, p := range Holm(golden.Holm.P) {
		if !near(p, golden.Holm.Adjusted[i]) {
			t.Errorf("holm %d: %v, want %v", i, p, golden.Holm.Adjusted[i])
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	qrels, run := goldenRun(b)
	rows := 0
	for b.Loop() {
		Evaluate(qrels, run, Options{})
		rows += len(run)
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}
