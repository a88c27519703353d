package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/eval"
)

// write writes files of a folder and returns their paths in order.
func write(t *testing.T, files ...[2]string) (paths []string) {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		path := filepath.Join(dir, f[0])
		must.Do(t, os.WriteFile(path, []byte(f[1]), 0o666))
		paths = append(paths, path)
	}
	return paths
}

// Three queries with one relevant document each. Run a has it at ranks 1, 2, 4; run b at 2, 1 and lacks query 3.
const (
	qrels = "1 0 r 1\n2 0 r 1\n3 0 r 1\n"
	runA  = "1 Q0 r 1 9 a\n1 Q0 x 2 8 a\n2 Q0 x 1 9 a\n2 Q0 r 2 8 a\n3 Q0 x 1 9 a\n3 Q0 y 2 8 a\n3 Q0 z 3 7 a\n3 Q0 r 4 6 a\n"
	runB  = "1 Q0 x 1 9 b\n1 Q0 r 2 8 b\n2 Q0 r 1 9 b\n2 Q0 x 2 8 b\n"
)

func judge(path string) *Judge {
	return &Judge{Qrels: path, Read: read.Defaults(), Options: eval.Options{}, Warn: func(string) {}}
}

func measures(t *testing.T, names ...string) (list []eval.Measure) {
	t.Helper()
	for _, name := range names {
		m := must.Get(eval.Parse(name))(t)
		list = append(list, m)
	}
	return list
}

// TestCompareTwo: means by hand. RR of a is 1, 1/2, 1/4; of b 1/2, 1, and with complete 0 for the query that it lacks.
func TestCompareTwo(t *testing.T) {
	paths := write(t, [2]string{"q", qrels}, [2]string{"a", runA}, [2]string{"b", runB})
	j := judge(paths[0])
	j.Options.Complete = true
	c, err := MeasureRuns(j, measures(t, "MRR", "P@1"), paths[1:], "")
	if err == nil {
		err = c.Compare(false)
	}
	if err != nil || len(c.Tests) != 2 {
		t.Fatal(c, err)
	}
	rr, p1 := c.Tests[0], c.Tests[1]
	near := func(x, want float64) bool { return x > want-1e-12 && x < want+1e-12 }
	if !near(rr.MeanA, 1.75/3) || !near(rr.MeanB, 1.5/3) || !near(rr.Diff, -.25/3) {
		t.Errorf("%+v", rr)
	}
	if rr.N != 3 || rr.Wins != 1 || rr.Losses != 2 || rr.Ties != 0 || p1.Wins != 1 || p1.Losses != 1 || p1.Ties != 1 {
		t.Errorf("B wins %d, loses %d, ties %d; at 1 %d, %d, %d", rr.Wins, rr.Losses, rr.Ties, p1.Wins, p1.Losses, p1.Ties)
	}
	// Holm (1979) with two: the smaller p twice, the larger at least that, neither above 1.
	low, high := rr, p1
	larger := func(t Test) float64 { return max(t.TP, t.WilcoxonP) }
	if larger(low) > larger(high) {
		low, high = high, low
	}
	if !near(low.HolmP, min(1, 2*larger(low))) || !near(high.HolmP, max(larger(high), low.HolmP)) {
		t.Errorf("Holm's of %v, %v: %v, %v", larger(low), larger(high), low.HolmP, high.HolmP)
	}
	var text strings.Builder
	must.Do(t, c.Results().Text(&text, 200))
	if want := "No run is better than a: "; !strings.HasPrefix(text.String(), want) {
		t.Errorf("the text does not begin with %q:\n%s", want, &text)
	}
	for _, want := range []string{"0.5833", "0.5000", "−0.0833", "1 / 0 / 2", "1 / 1 / 1"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %s in\n%s", want, &text)
		}
	}
}

// TestCompareRuns: every run is averaged over its judged queries, or over all of them, and named by its file. A third run changes nothing
// of the first two.
func TestCompareRuns(t *testing.T) {
	paths := write(t, [2]string{"q", qrels + "4 0 r 1\n"}, [2]string{"a.run", runA}, [2]string{"b.run", runB},
		[2]string{"c.run", "4 Q0 r 1 9 c\n1 Q0 r 1 9 c\n"})
	for _, c := range []struct {
		complete bool
		runs     int
		want     string
		tested   string
		warned   int
	}{
		{false, 2, "3 queries; a 0.5833 map[1:1 2:0.5 3:0.25] per-query/1-a.tsv; b 0.7500 map[1:0.5 2:1] per-query/2-b.tsv", "2 of 0.0000", 2},
		{false, 3, "4 queries; a 0.5833 map[1:1 2:0.5 3:0.25] per-query/1-a.tsv; b 0.7500 map[1:0.5 2:1] per-query/2-b.tsv; " +
			"c 1.0000 map[1:1 4:1] per-query/3-c.tsv", "2 of 0.0000", 3},
		{true, 2, "4 queries; a 0.4375 map[1:1 2:0.5 3:0.25 4:0] per-query/1-a.tsv; b 0.3750 map[1:0.5 2:1 3:0 4:0] per-query/2-b.tsv",
			"4 of -0.0625", 0},
	} {
		warned := 0
		j := judge(paths[0])
		j.Options.Complete, j.Warn = c.complete, func(string) { warned++ }
		r, err := MeasureRuns(j, measures(t, "MRR"), paths[1:1+c.runs], "command")
		if err == nil {
			err = r.Compare(false)
		}
		must.Do(t, err)
		got := fmt.Sprintf("%d queries", r.Queries)
		for _, run := range r.Runs {
			got += fmt.Sprintf("; %s %.4f %v %s", run.Name, run.Test[r.Measures[0]], run.PerQuery[r.Measures[0]], run.PerQueryFile)
		}
		tested := fmt.Sprintf("%d of %.4f", r.Tests[0].N, r.Tests[0].Diff)
		if got != c.want || tested != c.tested || warned != c.warned || r.Judgements != "q" || r.Command != "command" {
			t.Errorf("got  %s, %s, %d warnings\nwant %s, %s, %d", got, tested, warned, c.want, c.tested, c.warned)
		}
	}
}

// TestCompareWithoutACommonQuery: runs of which no query is judged in both are refused, unless all judged queries count; queries without a
// judgement are told, as of a run alone.
func TestCompareWithoutACommonQuery(t *testing.T) {
	paths := write(t, [2]string{"q", qrels}, [2]string{"a", "1 Q0 r 1 9 a\n"}, [2]string{"b", "2 Q0 r 1 9 b\n7 Q0 r 1 9 b\n"})
	for _, complete := range []bool{false, true} {
		var told []string
		j := judge(paths[0])
		j.Options.Complete, j.Warn = complete, func(line string) { told = append(told, line) }
		c := must.Get(MeasureRuns(j, measures(t, "MRR"), paths[1:], ""))(t)
		if err := c.Compare(false); (err == nil) != complete ||
			err != nil && !strings.Contains(err.Error(), "q: no judged query has results in a and in b; hint: add --complete") {
			t.Errorf("complete %v: %v", complete, err)
		}
		if want := map[bool]int{false: 3, true: 1}[complete]; len(told) != want || !strings.Contains(told[want-1], "1 query of ") {
			t.Errorf("complete %v: %q", complete, told)
		}
	}
}

// TestCompareRefuses: what cannot be compared is refused with what is wrong.
func TestCompareRefuses(t *testing.T) {
	paths := write(t, [2]string{"q", qrels}, [2]string{"a", runA}, [2]string{"other", "7 Q0 r 1 9 a\n"})
	j := judge(paths[0])
	for _, c := range []struct {
		runs, measures []string
		want           string
	}{
		{paths[1:2], []string{"MRR", "MRR"}, "is asked for twice"},
		{paths[1:3], []string{"MRR"}, "no query of the run is judged"},
		{[]string{paths[1], paths[0] + "missing"}, []string{"MRR"}, "missing"},
	} {
		if _, err := MeasureRuns(j, measures(t, c.measures...), c.runs, ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v of %v: %v, want %s", c.measures, c.runs, err, c.want)
		}
	}
	for _, order := range [][2]string{{paths[1], paths[2]}, {paths[2], paths[1]}} {
		if _, err := MeasureRuns(j, measures(t, "MRR"), order[:], ""); err == nil || !strings.Contains(err.Error(), "other") {
			t.Errorf("%v: %v", order, err)
		}
	}
	if _, err := judge(paths[0] + "missing").Evaluate(paths[1]); err == nil {
		t.Error("judgements that are not there were read")
	}
}
