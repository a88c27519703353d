package train

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// TestDefaultRatio: the default grid asks for as many pairs of gen's default axioms, length-safe, together as there are judged ones.
func TestDefaultRatio(t *testing.T) {
	loaded := must.Get(configs.Load("", nil))(t)
	c, origins := &loaded.Config, loaded.Origins
	c.Train.Choose = configs.ChooseDefault
	for ratio, want := range map[string]string{
		"":    "2,500 judged and 834 + 833 + 833 axiomatic pairs an epoch, each at most once",
		"4:1": "2,500 judged and 3,334 + 3,333 + 3,333 axiomatic pairs an epoch, each at most once",
	} {
		own := *c
		if ratio != "" {
			own.Gen.Ratio, origins[trial.RatioKey] = ratio, "flag --ratio"
		} else {
			delete(origins, trial.RatioKey)
		}
		g := must.Get(trial.NewGrid(&own, origins))(t)
		if lines, err := epochTexts(&own, g.Augmented); err != nil || len(lines) != 1 || lines[0] != Augmented+": "+want {
			t.Errorf("ratio %q: %q (%v)", ratio, lines, err)
		}
	}
}

// TestChangesOfAProgram: a value that a program sets after loading counts as the user's, others do not, and the configuration stays.
func TestChangesOfAProgram(t *testing.T) {
	loaded := must.Get(configs.Load("", nil))(t)
	loaded.Gen.Ratio, loaded.Train.Seeds = "4:1", loaded.Train.Seeds+1
	origins := changedOrigins(loaded)
	for _, k := range configs.Keys() {
		want := k.Name == trial.RatioKey || k.Name == "train.seeds"
		if got := origins[k.Name].IsExplicit(); got != want {
			t.Errorf("%s: from %q", k.Name, origins[k.Name])
		}
		if loaded.Origins[k.Name].IsExplicit() {
			t.Errorf("%s: the configuration says %q", k.Name, loaded.Origins[k.Name])
		}
	}
}

// TestGrid: the arm with axiomatic pairs may have axioms or none; each other arm has none. By hand, how many cells there are.
func TestGrid(t *testing.T) {
	for _, want := range []struct {
		axioms, choose    string
		augmented, judged int
		none              bool
	}{
		{"length-safe", "none", 1, 1, false},
		// axioms at two weights, and neither once
		{"", `{axioms: {gen.axioms: ["", and], train.axiom_weight: ["1", "4"]}}`, 2, 3, true},
	} {
		c, origins := load(t, want.choose)
		c.Gen.Axioms = want.axioms
		g := must.Get(trial.NewGrid(c, origins))(t)
		if len(g.Augmented) != want.augmented || len(g.Judged) != want.judged || g.AllowsNoAxioms != want.none {
			t.Errorf("%+v: %d and %d cells, none %v", want, len(g.Augmented), len(g.Judged), g.AllowsNoAxioms)
		}
		f := &trial.Fold{Source: &trial.Candidates{Chain: &prepare.Preparation{Run: stage.NewRun(c, nil, nil, "")}}}
		for _, s := range g.Augmented {
			own, err := ConfigOf(Augmented, s, f)
			if err != nil || own.Gen.Axioms == "" {
				t.Errorf("%s: axioms %q, %v", s, own.Gen.Axioms, err)
			}
			if own, err := ConfigOf(Judged, s, f); err != nil || own.Gen.Axioms != "" {
				t.Errorf("%s of the judged arm: axioms %q, %v", s, own.Gen.Axioms, err)
			}
			if own, err := trial.WithNoAxioms(s).Apply(c); err != nil || own.Gen.Axioms != "" {
				t.Errorf("%s without axioms: %q, %v", s, own.Gen.Axioms, err)
			}
		}
	}
}

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
	c := newControl(report.Arm{Name: "First Stage", Seeds: []report.SeedRun{seed(.25, 0, 1), seed(.75, .5, 0)}}, nil)
	if c.Test["m"] != .375 || c.Dev["m"] != .5 || c.PerQuery["m"]["1"] != .25 || c.PerQuery["m"]["2"] != .5 {
		t.Errorf("%+v", c)
	}
	must.Equal(t, c.PerQueryFile, "per-query/"+Slug("First Stage")+".tsv")
}

func load(t *testing.T, choose string) (*configs.Config, map[string]configs.Origin) {
	t.Helper()
	loaded := must.Get(configs.Load("", nil))(t)
	loaded.Train.Choose = choose
	return &loaded.Config, loaded.Origins
}
