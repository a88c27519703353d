package train

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/report"
)

// TestWriteRanked: queries as they first come; best first; equal scores by falling id, as trec_eval orders them.
func TestWriteRanked(t *testing.T) {
	rows := []corpus.RunRow{{QueryID: "9", DocID: "a", Score: 1}, {QueryID: "1", DocID: "x", Score: 2}, {QueryID: "9", DocID: "b", Score: 1},
		{QueryID: "9", DocID: "c", Score: 3}, {QueryID: "1", DocID: "y", Score: -1}}
	before := slices.Clone(rows)
	var b strings.Builder
	must.Do(t, writeRanked(&b, rows, "tag"))
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
	must.Equal(t, c.PerQueryFile, "per-query/"+Slug("First Stage")+".tsv")
}
