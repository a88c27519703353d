package sweep

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/pagetest"
	"github.com/axiomine/axiomine/train/report"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// grown is a sweep made of made-up experiments: a learning curve over four numbers of judged queries, a map of ratio and
// delta*, and the last setting carried over to another collection.
func grown(t testing.TB) *Sweep {
	t.Helper()
	s := &Sweep{SchemaVersion: report.SchemaVersion, Command: "axiomine train sweep --config curve.yaml --seeds 5",
		Versions: map[string]string{"axiomine": "0.1.0"}, Measure: "MAP",
		PerAxes: []configs.Axis{{Key: "gen.judged_queries", Values: []string{"10", "50", "100", "0"}}},
		OverAxes: []configs.Axis{{Key: "gen.axioms", Values: []string{"length-safe", "m-and & tfc1"}},
			{Key: "gen.ratio", Values: []string{"1:4", "1:1", "4:1"}},
			{Key: "gen.delta_star", Values: []string{"none", "0.5", "0.1"}}}}
	for p, n := range s.PerAxes[0].Values {
		per := []configs.Setting{{Key: "gen.judged_queries", Value: n}}
		for _, axioms := range s.OverAxes[0].Values {
			for i, ratio := range s.OverAxes[1].Values {
				for j, bound := range s.OverAxes[2].Values {
					dev := .4 + .02*float64(p) + .03*float64(i%2) - .01*float64(j)
					s.Cells = append(s.Cells, Cell{PerValues: per, OverValues: []configs.Setting{{Key: "gen.axioms", Value: axioms},
						{Key: "gen.ratio", Value: ratio},
						{Key: "gen.delta_star", Value: bound}},
						Dir: fmt.Sprintf("cells/%d", len(s.Cells)), Arm: "DRMM + axioms", Dev: dev, Seeds: []float64{dev - .02, dev + .02}, Epochs: 25,
						Pairs: 250_000})
				}
			}
		}
	}
	for p := range 5 {
		r := large(60)
		r.Protocol.JudgedQueries = []int{10, 50, 100, 871, 871}[p]
		for i := range r.Arms {
			for j := range r.Arms[i].Seeds {
				for m, v := range r.Arms[i].Seeds[j].PerQuery["MAP"] {
					r.Arms[i].Seeds[j].PerQuery["MAP"][m] = min(1, v*(.7+.1*float64(p)))
				}
			}
			r.Arms[i].Average()
		}
		c := BestExperiment{PerValues: s.Cells[18*min(p, 3)].PerValues, OverValues: s.Cells[3].OverValues, JudgedValues: []configs.Setting{},
			Dev:         .49,
			NumSettings: 18,
			Command:     "axiomine train --config curve.yaml --ratio 1:1", Result: fmt.Sprintf("cells/%d/result.json", p)}
		if p == 4 {
			c.Elsewhere = "cranfield"
		}
		c.SetTest(r)
		s.Chosen = append(s.Chosen, c)
	}
	s.Adjust()
	return s
}

// TestWarningsAreEverywhere: what an experiment warns of stands once in each form of the sweep's report.
func TestWarningsAreEverywhere(t *testing.T) {
	s := grown(t)
	for form, write := range map[string]func(io.Writer) error{"page": s.HTML, "text": text(s)} {
		if n := strings.Count(pagetest.Render(t, write), "length skew 0.25 is above 0.1"); n != 1 {
			t.Errorf("%s: the warning stands %d times", form, n)
		}
	}
}

func TestSweepPage(t *testing.T) {
	s := grown(t)
	if s.Tests != 20 { // five experiments of four tests
		t.Errorf("%d tests", s.Tests)
	}
	page := pagetest.Render(t, s.HTML)
	tags := pagetest.WellFormed(t, page)
	must.Equal(t, tags["svg"], 1, "drawings of a learning curve")
	if found := regexp.MustCompile(`(?i)https?:|//[a-z]|\ssrc=|\shref=|url\(|@import|<script|NaN|Inf\b|%!`).FindString(page); found != "" {
		t.Errorf("the page holds %q", found)
	}
	if bands := strings.Count(page, `class="band `); bands != 3 { // three arms
		t.Errorf("%d confidence bands", bands)
	}
	for _, part := range []string{"axiomine train --config curve.yaml --ratio 1:1", "5 seeds (42–46)", "on cranfield, judged queries all"} {
		must.Contain(t, page, part)
	}
}

// TestCurvePlaces: what a key's values are on an axis, by hand.
func TestCurvePlaces(t *testing.T) {
	for _, x := range []struct {
		key, value string
		want       float64
		label      string
		ok         bool
	}{
		{"gen.ratio", "1:4", .25, "1:4", true}, {"gen.ratio", "7:1", 7, "7:1", true}, {"gen.ratio", "none", 0, "none", false},
		{"gen.ratio", "tfc1=1", 0, "tfc1=1", false}, {"gen.delta_star", "", 0, "each axiom's own", false}, {"gen.delta_star", "none", 1.1, "none", true},
		{"gen.delta_star", "0.1", .1, "0.1", true}, {"gen.strategy", "paired", 0, "paired", false},
	} {
		at, ok := placeOf(configs.Setting{Key: x.key, Value: x.value})
		if ok != x.ok || ok && (at.x != x.want || at.label != x.label) {
			t.Errorf("%s %q is at %+v, %v", x.key, x.value, at, ok)
		}
	}
}

// TestRatioCurve: three ratios per experiment make a curve of test MAP, with intervals over the seeds, and what has no
// place is named.
func TestRatioCurve(t *testing.T) {
	s := grown(t)
	s.PerAxes = []configs.Axis{{Key: "gen.ratio", Values: []string{"4:1", "1:4", "none", "1:1"}}}
	for i, ratio := range s.PerAxes[0].Values {
		s.Chosen[i].PerValues = []configs.Setting{{Key: "gen.ratio", Value: ratio}}
	}
	s.Chosen = s.Chosen[:4]
	s.OverAxes = nil
	groups := s.curveGroups()
	if len(groups) != 1 {
		t.Fatalf("%d drawings", len(groups))
	}
	g := groups[0]
	labels := []string{}
	for _, at := range g.places {
		labels = append(labels, at.label)
	}
	if diff := cmp.Diff([]string{"1:4", "1:1", "4:1"}, labels); diff != "" || !cmp.Equal(g.unplaced, []string{"none"}) || !g.isLog() ||
		g.title != "MAP over ratio" {
		t.Errorf("%q: left out %v, log %v, places %s", g.title, g.unplaced, g.isLog(), diff)
	}
	names := map[string]int{}
	for _, c := range g.curves {
		names[c.name] = len(c.spread)
		arm := s.Chosen[1].result.Systems().Scores(c.name)["MAP"] // of 1:4
		if d := c.spread[.25].Mean - arm; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s begins at %v, not %v", c.name, c.spread[.25].Mean, arm)
		}
	}
	want := map[string]int{"BM25": 3, "BM25 + DRMM": 3, "DRMM judged": 3, "DRMM + axioms": 3, "DRMM + judged": 3}
	must.Same(t, names, want)
	// of .2 and .4 the mean is .3 and Student's half width 12.706 * .1, beyond the measure's bounds
	g.add(place{2, "2:1"}, "BM25", report.SpreadOf("MAP", []float64{.2, .4}, []float64{.2, .4}))
	p := g.curves[slices.IndexFunc(g.curves, func(c *curve) bool { return c.name == "BM25" })].spread[2]
	if near := cmpopts.EquateApprox(0, 1e-4); p.CI95 == nil || !cmp.Equal(p.Mean, .3, near) || *p.CI95 != [2]float64{0, 1} {
		t.Errorf("%+v", p)
	}
	page := pagetest.Render(t, s.HTML)
	must.Contain(t, page, "Without a place on the axis: the value none.")
}

// text writes a record for a terminal.
func text(r *Sweep) func(io.Writer) error {
	return func(w io.Writer) error { return r.Results().Text(w, 0) }
}

// TestDevCurves by hand: over an inner key an arm stands at each value with the best of its settings there, seed by seed, one without axioms
// left out. The first stage and an arm without the key are the same at every value. Another collection shows none.
func TestDevCurves(t *testing.T) {
	s := grown(t)
	s.PerAxes = nil
	s.Chosen = s.Chosen[3:] // one experiment here, one elsewhere
	s.Chosen[0].PerValues, s.Chosen[1].PerValues = nil, nil
	arms := s.Chosen[0].result.Arms
	arms[1].Grid = nil
	for _, x := range []struct {
		ratio, axioms string
		dev           []float64
	}{{"4:1", "tfc1", []float64{.2, .4}}, {"4:1", "tfc2", []float64{.3, .3}}, {"none", "tfc1", []float64{.9, .9}}, {"1:4", "tfc1", []float64{.1, .1}},
		{"1:4", "", []float64{.8, .8}}} {
		arms[1].Grid = append(arms[1].Grid, report.Cell{Setting: map[string]string{"gen.ratio": x.ratio, "gen.axioms": x.axioms}, Dev: x.dev})
	}
	s.Chosen[0].result.Controls[0].Dev = report.Scores{"MAP": .25}
	groups := devCurves(s.Chosen, s.OverAxes, s.Measure)
	if len(groups) != 2 || groups[0].title != "Dev MAP over ratio" {
		t.Fatalf("%d drawings", len(groups))
	}
	g := groups[0]
	if !cmp.Equal(g.unplaced, []string{"none"}) || len(g.places) != 2 || !g.isLog() {
		t.Errorf("left out %v, places %+v", g.unplaced, g.places)
	}
	points := map[string][2]float64{"BM25": {.25, .25}, "DRMM + axioms": {.1, .35}}
	for _, i := range []int{0, 2} {
		mean := arms[i].Mean.Dev["MAP"]
		points[arms[i].Name] = [2]float64{mean, mean}
	}
	for _, c := range g.curves {
		want, got := points[c.name], [2]float64{c.spread[.25].Mean, c.spread[4].Mean}
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	must.Equal(t, g.highestText(), " The highest value of DRMM + axioms is at 4:1, below DRMM + judged.", "flat curves are not named")
	if len(g.curves) != len(points) || g.curves[0].name != "BM25" {
		t.Errorf("%d curves, the first is of %s", len(g.curves), g.curves[0].name)
	}
	if head, _, _ := strings.Cut(pagetest.Render(t, text(s)), "Chosen on dev, then tested"); !strings.HasPrefix(head, "Dev MAP over ratio") {
		t.Errorf("the text does not begin with the ratios:\n%s", head)
	}
}

// TestChoiceText: the keys that were tried are told, most frequent first, and that a training does without axioms.
func TestChoiceText(t *testing.T) {
	c := BestExperiment{arm: &report.Arm{}}
	for _, x := range [][2]string{{"tfc1", "1:4"}, {"", ""}, {"", ""}, {"tfc1", "1:1"}, {"tfc1", "1:4"}, {"", ""}} {
		c.arm.Chosen = append(c.arm.Chosen, report.Choice{Setting: map[string]string{"gen.axioms": x[0], "gen.ratio": x[1], "gen.k1": "1"}})
	}
	ratios := []configs.Axis{{Key: "gen.ratio"}}
	must.Equal(t, c.choiceText(ratios), "no axioms in 3 of 6 trainings, ratio 1:4 in 2, ratio 1:1 in 1")
	c.arm.Chosen = c.arm.Chosen[:1]
	must.Equal(t, c.choiceText(ratios), "ratio 1:4")
	must.Equal(t, c.choiceText(nil), "axioms tfc1, k1 1, ratio 1:4")
}

// TestFindings: where dev chose judged pairs alone in each training, both arms are one model: that is said once, of all such experiments.
func TestFindings(t *testing.T) {
	var chosen []BestExperiment
	for i := range 3 {
		setting := configs.Setting{Key: "gen.judged_queries", Value: strconv.Itoa(i + 5)}
		chosen = append(chosen, BestExperiment{PerValues: configs.Settings{setting}, result: hand()})
	}
	if got := findings(chosen); len(got) != 0 {
		t.Errorf("%s where dev chose axioms", got)
	}
	for _, c := range chosen[1:] {
		for i := range c.result.Arms {
			if a := &c.result.Arms[i]; a.Name == c.result.Headline.B {
				for k := range a.Chosen {
					a.Chosen[k].Setting = map[string]string{"gen.axioms": ""}
				}
			}
		}
	}
	const alike = "Dev chose no axioms: no setting with axioms was better there than judged pairs alone, so that both arms have the same " +
		"model (judged queries 6, judged queries 7)."
	if got := findings(chosen); len(got) != 1 || got[0].String() != alike {
		t.Errorf("%s, want %s", got, alike)
	}
	must.Contain(t, pagetest.Render(t, text(&Sweep{Chosen: chosen, Measure: "MAP"})), alike)
}
