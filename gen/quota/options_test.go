package quota

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/google/go-cmp/cmp"
)

// TestSampleOptions: the usual configuration draws as the contract's defaults say, four negatives that nobody judged of a positive, and each key sets its option.
func TestSampleOptions(t *testing.T) {
	score, low, share := 2.5, -1., .95
	for _, c := range []struct {
		settings []string
		change   func(*sample.Options)
	}{
		{nil, func(*sample.Options) {}},
		{[]string{"gen.strategy=multi-graded", "gen.conflict=majority", "gen.budget=replace", "gen.sample=uniform", "gen.seed=7"},
			func(o *sample.Options) {
				o.Strategy, o.Conflict, o.Budget, o.Draw, o.Seed = sample.MultiGraded, sample.Majority, sample.Replace, sample.Uniform, 7
			}},
		{[]string{"gen.judged=10", "gen.negatives_per_positive=2", "gen.positives_per_query=3", "gen.negatives_per_query=4"},
			func(o *sample.Options) {
				o.Judged, o.NegativesPerPositive, o.PositivesPerQuery, o.NegativesPerQuery, o.AssumedPerPositive = 10, 2, 3, 4, 0
			}},
		{[]string{"gen.judged=0", "gen.positives=all", "gen.negatives=top", "gen.grades=binary", "gen.min_grade=2"},
			func(o *sample.Options) {
				o.Judged, o.Positives, o.Negatives, o.Grades, o.MinGrade = 0, "all", sample.Top, sample.Binary, 2
			}},
		{[]string{"gen.skip_top=5", "gen.within_top=50", "gen.max_score=2.5", "gen.min_score=-1", "gen.absolute_margin=2.5",
			"gen.relative_margin=0.95"}, func(o *sample.Options) {
			o.SkipTop, o.WithinTop = 5, 50
			o.MaxScore, o.MinScore, o.AbsoluteMargin, o.RelativeMargin = &score, &low, &score, &share
		}},
		{[]string{"gen.assumed_negatives=off"}, func(o *sample.Options) { o.JudgedOnly, o.AssumedPerPositive = true, 0 }},
		{[]string{"gen.assumed_negatives=on"}, func(*sample.Options) {}},
		{[]string{"gen.sample=hard:a.trec"}, func(o *sample.Options) { o.Draw = sample.Hard }},
	} {
		want := sample.Defaults()
		want.AssumedPerPositive = 4
		c.change(&want)
		got, err := SampleOptions(&configWith(t, c.settings...).Gen)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", c.settings, err, diff)
		}
	}
}

// TestSampleOptionsRefused: each wrong value is refused with its key.
func TestSampleOptionsRefused(t *testing.T) {
	for settings, want := range map[string]string{
		"gen.max_score=high":      `gen.max_score: "high"`,
		"gen.min_score=NaN":       `gen.min_score: "NaN"`,
		"gen.absolute_margin=Inf": `gen.absolute_margin: "Inf"`,
		"gen.relative_margin=1.5": "relative_margin: 1.5", "gen.relative_margin=-0.01": "relative_margin: -0.01",
		"gen.judged=some":      `gen.judged: "some"`,
		"gen.judged=al":        "did you mean all?",
		"gen.judged=-1":        `gen.judged: "-1"`,
		"gen.strategy=single":  `strategy: "single"`,
		"gen.min_grade=0":      "min_grade must be at least 1",
		"gen.skip_top=-1":      "skip_top must be 0 or more",
		"gen.pool=some":        `gen.pool: "some"`,
		"gen.sample=hard":      `gen.sample: "hard" is none of`,
		"gen.sample=hard:":     "gen.sample: hard needs the run",
		"gen.sample=uniform:a": `sample: "uniform:a" is none of`,
	} {
		c := configWith(t, strings.Fields(settings)...)
		err := c.Validate()
		if err == nil {
			_, err = SampleOptions(&c.Gen)
		}
		checkUsage(t, settings, err, want)
	}
}

// TestFiles: the files of axioms, of tasks and of what is chosen from, where {data} is the collection.
func TestFiles(t *testing.T) {
	c := configWith(t, "gen.data=there", "gen.axioms=tfc1 & run({data}/a.trec), run(m.trec)",
		"gen.mixture=ranking=1,prefs(p.tsv)=1", `train.choose={axioms: {gen.axioms: ["run(a/b.trec)", "run({data}/a.trec)"]}}`)
	files, err := Files(c)
	want := []axioms.File{{Axiom: "run", Path: "there/a.trec"}, {Axiom: "run", Path: "m.trec"}, {Axiom: "run", Path: "a/b.trec"},
		{Axiom: "prefs", Path: "p.tsv"}}
	if diff := cmp.Diff(want, files); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for _, wrong := range []struct{ setting, want string }{
		{"gen.axioms=run(a/x.trec), run(b/x.trec)", "run asks two files that are called x.trec: a/x.trec and b/x.trec"},
		{"gen.axioms=none-such", "none-such"},
		{"gen.mixture=ranking", "gives no amount"},
		{"train.choose={1: 2}", "train.choose"},
	} {
		_, err := Files(configWith(t, wrong.setting))
		checkUsage(t, wrong.setting, err, wrong.want)
	}
	if files, err := Files(configWith(t, "gen.axioms=run(a/x), prefs(b/x)")); err != nil || len(files) != 2 {
		t.Errorf("a run and preferences of one name: %v, %v", files, err)
	}
}

// TestTogether: the axioms of several configurations and mixtures, each once, with the bounds that each has there.
func TestTogether(t *testing.T) {
	for want, list := range map[string][]*configs.Config{
		"":           nil,
		"tfc1, lnc1": {configWith(t, "gen.axioms=tfc1"), configWith(t, "gen.axioms=lnc1, tfc1")},
		"tfc1(delta_star=0.2), tfc1, lnc1, reg": {configWith(t, "gen.axioms=tfc1", "gen.delta_star=0.2"),
			configWith(t, "gen.axioms=tfc1, lnc1", "gen.strategy=multi-graded", "gen.ratio=5:1"), configWith(t, "gen.axioms=tfc1",
				"gen.mixture=ranking=1,lnc1=1,reg=1")},
		"run(a.trec)": {configWith(t, "gen.axioms=run(d/a.trec)")},
	} {
		a, err := Together(list)
		if err != nil || entryOf(a.All) != want {
			t.Errorf("%v, %v, want %s", a, err, want)
		}
		for _, p := range a.Pools {
			if p.Ratio != 0 || p.Pairs != 0 {
				t.Errorf("of %s not every pair is wanted: %+v", p.Name, p)
			}
		}
	}
	a, err := Together([]*configs.Config{configWith(t, "gen.axioms=run(d/a.trec)")})
	if err != nil || axioms.FormatWithPaths(a.All[0]) != "run(d/a.trec)" {
		t.Errorf("the folder of a file is lost: %v, %v", a.All, err)
	}
	for _, wrong := range []string{"gen.axioms=none-such", "gen.mixture=ranking"} {
		_, err := Together([]*configs.Config{configWith(t), configWith(t, wrong)})
		checkUsage(t, wrong, err, "")
	}
}
