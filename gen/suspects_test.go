package gen_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// ferns is a collection with one judged query, whose relevant document stands there again: once with other white space,
// once with one word changed, so that 7 of the 13 runs of three terms that the two have are common (.538), and once in other words.
var ferns = map[string]string{
	"collection.tsv": "rel\tFerns grow in deep shade beside cold mountain streams under tall trees\n" +
		"same\tFerns grow in deep shade  beside cold mountain streams under tall trees \n" +
		"near\tFerns grow in deep shade beside cold mountain rivers under tall trees\n" +
		"other\tShade suits ferns that someone planted last year in our town's park behind the old school\n" +
		"zero\tFerns like peat\n",
	"queries.train.tsv": "q\tferns shade\n",
	"qrels.train.tsv":   "q\t0\trel\t1\nq\t0\tzero\t0\n",
}

// drawFrom writes a collection and draws its pairs.
func drawFrom(t *testing.T, collection map[string]string, edit func(*configs.Gen)) ([]dataset.SplitPairs, *account.Report) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range collection {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	c := start(t, "", dir, func(c *configs.Config) {
		c.Gen.Ratio, c.Gen.Stopwords = "none", "none"
		edit(&c.Gen)
	})
	c = ready(t, c)
	data, report, err := sampled(c)
	must.Do(t, err)
	return data, report
}

// TestFalseNegatives: which documents are negatives of the relevant one, and of axiomatic pairs, under each filter.
func TestFalseNegatives(t *testing.T) {
	for _, c := range []struct {
		name      string
		edit      func(*configs.Gen)
		judged    []string // negatives
		suspects  sample.Suspects
		axiomatic map[string]bool // documents that tfc1's pairs never put below another
	}{
		{"the same text always", func(*configs.Gen) {}, []string{"near", "other", "zero"}, sample.Suspects{SameText: 1},
			map[string]bool{"same": true}},
		{"near duplicates", func(g *configs.Gen) { g.NearDuplicates = .53 }, []string{"other", "zero"},
			sample.Suspects{SameText: 1, NearDuplicate: 1}, map[string]bool{"same": true, "near": true}},
		{"near duplicates, just not", func(g *configs.Gen) { g.NearDuplicates = .54 }, []string{"near", "other", "zero"},
			sample.Suspects{SameText: 1}, map[string]bool{"same": true}},
		{"judged only", func(g *configs.Gen) { g.AssumedNegatives = "off" }, []string{"zero"}, sample.Suspects{SameText: 1, NotJudged: 2},
			map[string]bool{"same": true}},
		// The run: rel, same and near tie at the top, in the order of the collection; then other; zero lacks a query term.
		{"all but the last", func(g *configs.Gen) { g.SkipTop = 4 }, []string{"zero"}, sample.Suspects{SameText: 1, SkipTop: 2},
			map[string]bool{"same": true, "near": true, "other": true}},
		{"a margin of nothing", func(g *configs.Gen) { g.AbsoluteMargin = "0.000001" }, []string{"other", "zero"},
			sample.Suspects{SameText: 1, ScoreMargin: 1}, map[string]bool{"same": true}},
		{"a share of the score", func(g *configs.Gen) { g.RelativeMargin = "0.5" }, []string{"zero"},
			sample.Suspects{SameText: 1, ScoreMargin: 2}, map[string]bool{"same": true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, report := drawFrom(t, ferns, func(g *configs.Gen) { g.Axioms = "tfc1"; c.edit(g) })
			negatives := map[string]bool{}
			for _, r := range data[0].Rows() {
				if r.Axiom == "" {
					negatives[r.NegID] = true
				} else if c.axiomatic[r.NegID] {
					t.Errorf("%s stands below %s", r.NegID, r.PosID)
				}
			}
			want := map[string]bool{}
			for _, id := range c.judged {
				want[id] = true
			}
			must.Same(t, negatives, want)
			judged, left := report.Judged("train"), c.suspects.Reasons()
			left["displaced"], left["beyond_limit"] = 0, 0
			if !maps.Equal(judged.LeftOut, left) || judged.Found != len(c.judged)+c.suspects.Sum() {
				t.Errorf("account %+v, want %+v", judged, left)
			}
			if p := report.Pools()[0]; p.Found != leftOut(p)+p.Drawn {
				t.Errorf("the pool does not add up: %+v", p)
			}
		})
	}
}
