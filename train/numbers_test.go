package train

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/axiomine/axiomine/train/report"
)

// TestZScores: (x - mean) / standard deviation of the population, by hand; a missing score is as low as the lowest.
func TestZScores(t *testing.T) {
	low := math.Inf(-1)
	for _, c := range []struct{ x, want []float64 }{
		{nil, nil},
		{[]float64{7}, []float64{0}},
		{[]float64{2, 2, 2}, []float64{0, 0, 0}},
		{[]float64{1, 3}, []float64{-1, 1}},
		{[]float64{0, 0, 3, 3}, []float64{-1, -1, 1, 1}},
		{[]float64{3, 1, low}, []float64{math.Sqrt2, -math.Sqrt2 / 2, -math.Sqrt2 / 2}}, // of 3, 1, 1: mean 5/3, deviation (2/3) sqrt 2
		{[]float64{low, low}, []float64{0, 0}},
		{[]float64{1e300, 3e300}, []float64{-1, 1}}, // whose squares overflow
		{[]float64{1e-300, 3e-300}, []float64{-1, 1}},
	} {
		before := slices.Clone(c.x)
		got := zScores(c.x)
		if len(got) != len(c.want) || !slices.Equal(c.x, before) {
			t.Fatalf("%v: %v, was %v", c.x, got, before)
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-12 || math.IsNaN(got[i]) {
				t.Errorf("%v: %v, want %v", c.x, got, c.want)
			}
		}
	}
}

// TestMixture: alpha weighs the first stage, the rest the model.
func TestMixture(t *testing.T) {
	first, model := []float64{1, -1}, []float64{-2, 4}
	for alpha, want := range map[float64][]float64{0: model, 1: first, .5: {-.5, 1.5}, .25: {-1.25, 2.75}} {
		if got := mixture(first, model, alpha); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", alpha, got, want)
		}
	}
}

// TestCount: an instance counts once, and under who fulfils it; one that a model ties under a weak order, or does not score, is left out.
func TestCount(t *testing.T) {
	const yes, no, tie, none = diagnose.Fulfilled, diagnose.Violated, diagnose.Tied, diagnose.Unscored
	var got report.SharedCounts
	for _, c := range [][2]diagnose.Outcome{{yes, yes}, {yes, yes}, {yes, yes}, {yes, no}, {yes, no}, {no, yes}, {no, no},
		{tie, yes}, {yes, tie}, {tie, tie}, {none, yes}, {no, none}} {
		count(&got, c[0], c[1])
	}
	if want := (report.SharedCounts{Instances: 7, BothFulfilled: 3, OnlyA: 2, OnlyB: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestWriteRanked: queries as they first come; best first; equal scores by falling id, as trec_eval orders them.
func TestWriteRanked(t *testing.T) {
	rows := []corpus.RunRow{{QueryID: "9", DocID: "a", Score: 1}, {QueryID: "1", DocID: "x", Score: 2}, {QueryID: "9", DocID: "b", Score: 1},
		{QueryID: "9", DocID: "c", Score: 3}, {QueryID: "1", DocID: "y", Score: -1}}
	before := slices.Clone(rows)
	var b strings.Builder
	if err := writeRanked(&b, rows, "tag"); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(b.String()) {
		f := strings.Fields(line)
		got = append(got, strings.Join([]string{f[0], f[2], f[3], f[5]}, " "))
	}
	want := []string{"9 c 1 tag", "9 b 2 tag", "9 a 3 tag", "1 x 1 tag", "1 y 2 tag"}
	if !slices.Equal(got, want) || !slices.Equal(rows, before) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestControlAveragesSeedsThenQueries: two seeds of a system; its value of a query is the seeds' mean, its mean that of its queries.
func TestControlAveragesSeedsThenQueries(t *testing.T) {
	seed := func(dev, q1, q2 float64) report.SeedRun {
		return report.SeedRun{Dev: report.Scores{"m": dev}, Test: report.Scores{"m": (q1 + q2) / 2},
			PerQuery: report.QueryValues{"m": {"1": q1, "2": q2}}}
	}
	c := asControl(report.Arm{Name: "First Stage", Seeds: []report.SeedRun{seed(.25, 0, 1), seed(.75, .5, 0)}})
	if c.Test["m"] != .375 || c.Dev["m"] != .5 || c.PerQuery["m"]["1"] != .25 || c.PerQuery["m"]["2"] != .5 {
		t.Errorf("%+v", c)
	}
	if want := "per-query/" + arms.Slug("First Stage") + ".tsv"; c.PerQueryFile != want {
		t.Errorf("%s, want %s", c.PerQueryFile, want)
	}
}

// TestUnitsOf: an arm's units, in order.
func TestUnitsOf(t *testing.T) {
	a, b, c := &arms.Unit{Arm: "x"}, &arms.Unit{Arm: "y"}, &arms.Unit{Arm: "x"}
	list := unitList{a, b, c}
	if got := list.ofArm("x"); !slices.Equal(got, unitList{a, c}) || list.ofArm("z") != nil {
		t.Errorf("%v", got)
	}
}
