package quota

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// gen.delta_star bounds what is written without a bound, and a ratio still finds its axiom.
func TestDeltaStarOfAll(t *testing.T) {
	c := configs.Gen{MiningOptions: configs.MiningOptions{Axioms: "tfc1, m-and(delta_star=0.5) & tf-lnc, effect-study", DeltaStar: "0.2"},
		SamplingOptions: configs.SamplingOptions{Ratio: "1:1,tfc1=1:4", Strategy: "paired"}}
	a := must.Get(ParseAxioms(&c))(t)
	var names []string
	for _, p := range a.Pools {
		names = append(names, p.Name)
	}
	want := []string{"tfc1(delta_star=0.2)", "m-and(delta_star=0.5) & tf-lnc(delta_star=0.2)", "m-and(delta_star=0.2)",
		"m-tdc(delta_star=0.2)", "tf-lnc(delta_star=0.2)"}
	if !slices.Equal(names, want) || a.Pools[0].Ratio != 0.25 {
		t.Errorf("pools %q, the first at %v", names, a.Pools[0].Ratio)
	}
	if want := []string{"m-and keeps the delta_star=0.5 that is written for it"}; !slices.Equal(a.Notes, want) {
		t.Errorf("notes %q, want %q", a.Notes, want)
	}
	c.DeltaStar = "2"
	if _, err := ParseAxioms(&c); err == nil {
		t.Error("a share of 2 was taken")
	}
}

// An entry is named in gen.ratio by its axiom alone where that is clear; else the error names what could be meant.
func TestShortNames(t *testing.T) {
	for _, c := range []struct {
		axioms, ratio, hint string
		first               float64
	}{
		{"tfc1(delta_star=0.2), m-tdc", "tfc1=1:2", "", 0.5},
		{"effect-study(delta_star=0.02), m-tdc", "effect-study=3:2", "", 0.5},
		{"tfc1(delta_star=0.2), tfc1", "tfc1(delta_star=0.2)=1:2", "", 0.5},
		{"tfc1(delta_star=0.2), tfc1(delta_star=0.1)", "tfc1=1:2", "did you mean tfc1(delta_star=0.2) or tfc1(delta_star=0.1)?", 0},
	} {
		a, err := ParseAxioms(&configs.Gen{MiningOptions: configs.MiningOptions{Axioms: c.axioms},
			SamplingOptions: configs.SamplingOptions{Ratio: c.ratio, Strategy: "paired"}})
		if c.hint != "" {
			must.Fail(t, err, c.hint, "%s with %s", c.axioms, c.ratio)
			continue
		}
		if err != nil || a.Pools[0].Ratio != c.first {
			t.Errorf("%s with %s: %v, %v", c.axioms, c.ratio, a, err)
		}
	}
}

// A configuration has at most 4,096 axioms, sets counted as their members, and as many tasks.
func TestMostAxioms(t *testing.T) {
	list := func(begin string, n int, end string) string {
		var entries []string
		for i := range n {
			entries = append(entries, fmt.Sprintf("%srs-bm25(k1=%d.5)%s", begin, i, end))
		}
		return strings.Join(entries, ",")
	}
	for _, c := range []struct{ axioms, mixture, refused string }{
		{list("", 4096, ""), "", ""},
		{list("", 4097, ""), "", "gen.axioms has more than 4,096 axioms"},
		{list("", 4094, "") + ",length-safe", "", "gen.axioms has more than 4,096 axioms"},
		{"tfc1", "ranking=1," + list("", 4095, "=1"), ""},
		{"tfc1", "ranking=1," + list("pairs:", 4096, "=1"), "gen.mixture has more than 4,096 axioms"},
	} {
		g := genConfig(t)
		g.Axioms, g.Mixture = c.axioms, c.mixture
		_, err := ParseAxioms(&g)
		if err == nil {
			_, err = ParseMixture(&g)
		}
		if c.refused == "" && err != nil || c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
			t.Errorf("%d bytes: %v, want %q", len(c.axioms+c.mixture), err, c.refused)
		}
	}
}

// Who asks for one kind of pair alone by a 0, or by none, is told the flags for it.
func TestOneKindAlone(t *testing.T) {
	for _, c := range []struct{ axioms, ratio, pairs, hint string }{
		{"tfc1", "0:1", "", "--axioms= makes judged pairs alone; "},
		{"tfc1", "tfc1=0.0:4", "", "--axioms= makes judged pairs alone; "},
		{"tfc1", "1:0", "", "--judged 0 --pairs NUMBER makes axiomatic pairs alone; "},
		{"tfc1", "1:1", "0", "--axioms= makes judged pairs alone; "},
		{"none", "1:1", "", "an empty list names no axiom: --axioms="},
		{"all", "1:1", "", "axiomine axioms list names them all"},
	} {
		g := genConfig(t)
		g.Axioms, g.Ratio, g.Pairs = c.axioms, c.ratio, c.pairs
		if _, err := ParseAxioms(&g); err == nil || !strings.Contains(err.Error(), c.hint) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	g := genConfig(t)
	g.Ratio = "0:0"
	if _, err := ParseAxioms(&g); err == nil || strings.Contains(err.Error(), "alone") {
		t.Errorf("neither kind: %v", err)
	}
}

// A bound that no axiom takes is refused; in a mixture it reaches the tasks, which keep their plain names for weights.
func TestDeltaStarElsewhere(t *testing.T) {
	c := configs.Gen{MiningOptions: configs.MiningOptions{Axioms: "lnc2", DeltaStar: "0.2"}, SamplingOptions: configs.SamplingOptions{
		Ratio: "none", Strategy: "paired"}}
	if _, err := ParseAxioms(&c); err == nil || !strings.Contains(err.Error(), "gen.delta_star has no meaning here") {
		t.Errorf("lnc2 within a bound: %v", err)
	}
	c = genConfig(t)
	c.Mixture, c.DeltaStar, c.Weights = "ranking=4,reg=1,pairs:m-tdc=1", "0.2", "reg=2"
	m := must.Get(ParseMixture(&c))(t)
	if want := []string{"ranking", "reg(delta_star=0.2)", "pairs:m-tdc(delta_star=0.2)"}; !slices.Equal(m.Tasks, want) {
		t.Errorf("tasks %q, want %q", m.Tasks, want)
	}
	if got := TaskWeight(&c, m.Axioms[1], 0, 0); got != 2 {
		t.Errorf("the weight of %s is %v, want 2", m.Axioms[1], got)
	}
}

func genConfig(t *testing.T) configs.Gen {
	t.Helper()
	l := must.Get(configs.Load("", nil))(t)
	return l.Gen
}

func TestRatiosAndNumbers(t *testing.T) {
	for _, c := range []struct {
		axioms, ratio, pairs string
		want                 map[string][2]float64 // ratio, pairs
	}{
		{"effect-study", "1:1", "", map[string][2]float64{"m-and(delta_star=0.1)": {1. / 3, 0}, "m-tdc(delta_star=0.1)": {1. / 3, 0},
			"tf-lnc": {1. / 3, 0}}},
		{"tfc1, m-tdc", "1:4", "", map[string][2]float64{"tfc1": {.125, 0}, "m-tdc": {.125, 0}}}, // the total is 1:4
		{"m-and(delta_star=0.1), m-tdc(delta_star=0.1), tf-lnc", "1:1", "", map[string][2]float64{"m-and(delta_star=0.1)": {1. / 3, 0},
			"m-tdc(delta_star=0.1)": {1. / 3, 0}, "tf-lnc": {1. / 3, 0}}},
		{"effect-study, tfc1", "effect-study=3:1, tfc1=1:1", "", map[string][2]float64{"m-and(delta_star=0.1)": {1, 0},
			"m-tdc(delta_star=0.1)": {1, 0}, "tf-lnc": {1, 0}, "tfc1": {1, 0}}},
		// those without their own share the total
		{"tfc1, m-tdc, lnc1", "1:1, tfc1=3:1", "", map[string][2]float64{"tfc1": {3, 0}, "m-tdc": {.5, 0}, "lnc1": {.5, 0}}},
		{"effect-study", "1:1", "20000", map[string][2]float64{"m-and(delta_star=0.1)": {0, 6667}, "m-tdc(delta_star=0.1)": {0, 6667},
			"tf-lnc": {0, 6666}}},
		{"tfc1, tfc2, m-tdc", "tfc1=1:4", "5", map[string][2]float64{"tfc1": {.25, 0}, "m-tdc": {0, 5}}},
		{"tfc1(delta=10), m-tdc", "tfc1(delta=10)=2:1,m-tdc=1:4", "", map[string][2]float64{"tfc1(delta=10)": {2, 0}, "m-tdc": {.25, 0}}},
		{"tfc1/rennings?delta=10", "1:1,tfc1(delta=10)=3:1", "", map[string][2]float64{"tfc1(delta=10)": {3, 0}}},
		{"effect-study, tfc1", "1:1", "effect-study=300", map[string][2]float64{"m-and(delta_star=0.1)": {0, 100},
			"m-tdc(delta_star=0.1)": {0, 100}, "tf-lnc": {0, 100}, "tfc1": {1, 0}}},
		{"tfc1, tfc2", "none", "", map[string][2]float64{"tfc1": {0, 0}}}, // a triple axiom gives no pairs
	} {
		g := genConfig(t)
		g.Axioms, g.Ratio, g.Pairs = c.axioms, c.ratio, c.pairs
		a, err := ParseAxioms(&g)
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		must.Equal(t, len(a.Pools), len(c.want), "%+v: pools %+v", c, a.Pools)
		for _, p := range a.Pools {
			if w, ok := c.want[p.Name]; !ok || math.Abs(p.Ratio-w[0]) > 1e-15 || p.Pairs != int(w[1]) {
				t.Errorf("%s of %q %q %q: ratio %v, pairs %d; want %v", p.Name, c.axioms, c.ratio, c.pairs, p.Ratio, p.Pairs, w)
			}
		}
	}
}

func TestParseAxiomsRefuses(t *testing.T) {
	for _, c := range [][3]string{
		{"tfc9", "1:1", ""}, {"tfc1, tfc1", "1:1", ""}, {"tfc1", "0:1", ""}, {"tfc1", "1:0", ""}, {"tfc1", "1", ""}, {"tfc1", "-1:1", ""},
		{"tfc1", "1:1,4:1", ""}, {"tfc1", "tfc1=1:1,tfc1()=4:1", ""}, {"tfc1", "tfc1=1:1", "tfc1=5"}, {"tfc1", "1:1", "5,6"},
		{"effect-study", "1:1", "2"},
		{"tfc1", "a:b", ""}, {"tfc1", "m-tdc=1:1", ""}, {"tfc1", "1:1", "0"}, {"tfc1", "1:1", "many"}, {"tfc1", "NaN:1", ""},
		{"tfc1", "Inf:1", ""},
	} {
		g := genConfig(t)
		g.Axioms, g.Ratio, g.Pairs = c[0], c[1], c[2]
		if a, err := ParseAxioms(&g); err == nil {
			t.Errorf("%q was read as %+v", c, a.Pools)
		}
	}
}

// What rows count in a loss is in the digest of what is trained, which files hold.
func TestLossKeepsItsBytes(t *testing.T) {
	got, err := json.Marshal(Loss{Weights: []float64{0.5}, Margins: []float64{1, 2}})
	if want := `{"Weights":[0.5],"Margins":[1,2]}`; string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
