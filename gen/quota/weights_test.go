package quota

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
)

// configWith returns the usual configuration with other values of some keys: KEY=VALUE.
func configWith(t *testing.T, settings ...string) *configs.Config {
	t.Helper()
	loaded := must.Get(configs.Load("", nil))(t)
	for _, s := range settings {
		key, value, _ := strings.Cut(s, "=")
		must.Do(t, loaded.Config.Set(key, value))
	}
	return &loaded.Config
}

// axiomsOf returns the axioms of a configuration.
func axiomsOf(t *testing.T, c *configs.Config) *Axioms {
	t.Helper()
	return must.Get(ParseAxioms(&c.Gen))(t)
}

// checkUsage fails unless an error is one of usage whose text holds what is wanted.
func checkUsage(t *testing.T, what string, err error, want string) {
	t.Helper()
	if errs.ExitCode(err) != 2 || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %v, want %q", what, err, want)
	}
}

// TestPerPool: one number for all pools, for an entry, whose members share it, or both; a single name is nearer than everything.
func TestPerPool(t *testing.T) {
	a := axiomsOf(t, configWith(t, "gen.axioms=tfc1(delta=5), effect-study, lnc1")) // effect-study is m-and, m-tdc and tf-lnc
	for text, want := range map[string][]float64{
		"":                            {7, 7, 7, 7, 7},
		"2":                           {2, 2, 2, 2, 2},
		"0":                           {0, 0, 0, 0, 0},
		"lnc1=3":                      {7, 7, 7, 7, 3},
		"effect-study=0.5, lnc1=3":    {7, .5, .5, .5, 3},
		"2, lnc1=3":                   {2, 2, 2, 2, 3},
		"tfc1=4":                      {4, 7, 7, 7, 7}, // the short name of the only tfc1
		"tfc1(delta=5)=4":             {4, 7, 7, 7, 7},
		"tfc1(delta=5.0)=4, lnc1=1e2": {4, 7, 7, 7, 100},
	} {
		if got, err := a.PerPool("train.axiom_weight", text, 7); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"tfc2=1":         `"tfc2", which is not among the axioms`,
		"m-and=1":        `"m-and", which is not among the axioms; hint: name an entry of gen.axioms`, // a member is no entry
		"-1":             `key: "-1" is no number between 0 and 1,000,000`,
		"1e308":          `key: "1e308" is no number between 0 and 1,000,000`, // beyond 32 bits
		"NaN":            "is no number",
		"lnc1=Inf":       `"Inf" is no number`,
		"1, 2":           "has two values for everything",
		"lnc1=1, lnc1=1": "lnc1 has two values",
		"agreemnt":       "did you mean agreement?",
	} {
		_, err := a.PerPool("key", text, 7)
		checkUsage(t, text, err, want)
	}
}

// TestLoss: the weight of a pool's pairs is that of its rows times train.axiom_weight, and its margin train.axiom_margin; 1 where nothing
// is said. An error names the key.
func TestLoss(t *testing.T) {
	c := configWith(t, "gen.axioms=tfc1, lnc1", "gen.weights=lnc1=3", "train.axiom_weight=0.5", "train.axiom_margin=tfc1=2")
	got, err := axiomsOf(t, c).Loss(c, &sample.Result{})
	if want := (Loss{Weights: []float64{.5, 1.5}, Margins: []float64{2, 1}}); err != nil || !cmp.Equal(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	for _, setting := range []string{"gen.weights=many", "train.axiom_weight=many", "train.axiom_margin=many"} {
		key, _, _ := strings.Cut(setting, "=")
		wrong := configWith(t, "gen.axioms=tfc1, lnc1")
		must.Do(t, wrong.Set(key, "many"))
		_, err := axiomsOf(t, wrong).Loss(wrong, &sample.Result{})
		checkUsage(t, setting, err, key+`: "many"`)
	}
}

// TestCheckWeights: a weight may name an entry of gen.axioms, and in gen.weights a task of the mixture too.
func TestCheckWeights(t *testing.T) {
	check := func(settings ...string) error {
		c := configWith(t, append([]string{"gen.axioms=tfc1, lnc1"}, settings...)...)
		m := must.Get(ParseMixture(&c.Gen))(t)
		return CheckWeights(c, axiomsOf(t, c), m)
	}
	const mixture = "gen.mixture=ranking=1,reg=1,pairs:m-tdc(delta_star=0.1)=1"
	for _, settings := range [][]string{
		{}, {"gen.weights=agreement"}, {"gen.weights=tfc1=2"}, {mixture, "gen.weights=reg=2"},
		{mixture, "gen.weights=m-tdc=2"}, {mixture, "gen.weights=m-tdc(delta_star=0.1)=2"}, {"train.axiom_weight=lnc1=2"},
	} {
		if err := check(settings...); err != nil {
			t.Errorf("%q: %v", settings, err)
		}
	}
	for _, c := range []struct {
		settings []string
		want     string
	}{
		{[]string{"gen.weights=reg=2"}, `"reg"`}, // there is no mixture
		{[]string{mixture, "train.axiom_weight=reg=2"}, `"reg"`},
		{[]string{mixture, "gen.weights=ranking=2"}, `"ranking"`},
		{[]string{"train.axiom_margin=tfc2=2"}, `"tfc2"`},
		{[]string{"gen.weights=tfc1=x"}, `"x" is no number`},
		{[]string{"gen.weights=agreement", "train.axiom_weight=-2"}, `"-2" is no number`},
	} {
		checkUsage(t, strings.Join(c.settings, " "), check(c.settings...), c.want)
	}
}

// TestTaskWeights: a task is named in full or by its pool; its rows count as gen.weights says, or as often as it is right.
func TestTaskWeights(t *testing.T) {
	axiom := must.Get(axioms.Parse("tfc1(delta_star=0.2)"))(t)
	for text, want := range map[string]float64{"none": 1, "3": 3, "tfc1=2": 2, "tfc1(delta_star=0.2)=4, tfc1=2": 4,
		"lnc1=5": 1, "agreement": 8. / 12} {
		must.Equal(t, TaskWeight(&configWith(t, "gen.weights="+text).Gen, axiom, 7, 10), want, "%s", text)
	}
	weight, margin := TaskLoss(configWith(t, "train.axiom_weight=tfc1=2", "train.axiom_margin=0.5"), axiom, 3)
	if weight != 6 || margin != .5 {
		t.Errorf("weight %v, margin %v, want 6, 0.5", weight, margin)
	}
	if weight, margin := TaskLoss(configWith(t), axiom, 3); weight != 3 || margin != 1 {
		t.Errorf("weight %v, margin %v, want 3, 1", weight, margin)
	}
}

// TestMixture reads mixtures whose amounts are ratios, or numbers of rows: above 100 without gen.rows.
func TestMixture(t *testing.T) {
	for _, c := range []struct {
		text, rows string
		tasks      []string
		ratios     bool
		ranking    int
		threeClass bool
	}{
		{"ranking=4, reg=1, anti-reg=1", "0", []string{"ranking", "reg", "anti-reg"}, true, 0, true},
		{"ranking=100000,pairs:tfc1=25000", "0", []string{"ranking", "pairs:tfc1"}, false, 0, false},
		{"reg=1000,ranking=101", "0", []string{"reg", "ranking"}, false, 1, true},
		{"ranking=100, reg=0.5", "0", []string{"ranking", "reg"}, true, 0, true},
		{"reg=300,lnc1=600", "90", []string{"reg", "lnc1"}, true, -1, true},
		{"tfc1(delta=5, variant=klose)=1/3, ranking=2", "0", []string{"tfc1(delta=5, variant=klose)", "ranking"}, true, 1, true},
	} {
		g := configWith(t, "gen.mixture="+c.text, "gen.rows="+c.rows).Gen
		m, err := ParseMixture(&g)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if !slices.Equal(m.Tasks, c.tasks) || m.Ratios != c.ratios || m.Ranking() != c.ranking || m.ThreeClass() != c.threeClass {
			t.Errorf("%s: %+v, want %+v", c.text, m, c)
		}
		for i, task := range m.Tasks {
			switch pair, isPairs := strings.CutPrefix(task, PairTask); {
			case isPairs != (m.Preferences[i] != nil) || isPairs && m.Preferences[i].String() != pair,
				(m.Axioms[i] != nil) != (!isPairs && task != "ranking"):
				t.Errorf("%s: axioms %v and %v of task %s", c.text, m.Axioms[i], m.Preferences[i], task)
			}
		}
	}
	m, err := ParseMixture(&configWith(t, "gen.mixture=ranking=1.5,reg=1/3").Gen)
	if err != nil || m.Amounts[0].Cmp(big.NewRat(3, 2)) != 0 || m.Amounts[1].Cmp(big.NewRat(1, 3)) != 0 {
		t.Errorf("amounts %v, %v", m.Amounts, err)
	}
	if m, err := ParseMixture(&configWith(t).Gen); m != nil || err != nil || m.NamedAxioms() != nil {
		t.Errorf("without a mixture: %v, %v", m, err)
	}
}

// TestMixtureRefused: what a mixture cannot be, each with its reason.
func TestMixtureRefused(t *testing.T) {
	for _, c := range []struct {
		settings []string
		want     string
	}{
		{[]string{"gen.mixture=ranking"}, `"ranking" gives no amount`},
		{[]string{"gen.mixture=tfc1(delta=5)"}, "gives no amount"},
		{[]string{"gen.mixture=ranking=0"}, `"0" is no amount`},
		{[]string{"gen.mixture=ranking=-1"}, "is no amount"},
		{[]string{"gen.mixture=ranking=1e13"}, "is no amount"},
		{[]string{"gen.mixture=ranking=many"}, `"many" is no amount`},
		{[]string{"gen.mixture=ranking=1,rank=1"}, "rank"},
		{[]string{"gen.mixture=ranking=1,tfc2=1"}, "gives no verdict on a pair"},
		{[]string{"gen.mixture=ranking=1,pairs:tfc2=1"}, "prescribes no pairs"},
		{[]string{"gen.mixture=ranking=1,pairs:no=1"}, "no"},
		{[]string{"gen.mixture=ranking=1,ranking=2"}, "ranking stands there twice"},
		{[]string{"gen.mixture=tfc1=1,tfc1()=2,ranking=1"}, "tfc1 stands there twice"},
		{[]string{"gen.mixture=ranking=1,oracle=1"}, "asks the judgements"},
		{[]string{"gen.mixture=ranking=1,pairs:oracle=1"}, "asks the judgements"},
		{[]string{"gen.mixture=ranking=1000.5,reg=5"}, "mixes rows and ratios"},
		{[]string{"gen.mixture=reg=1,lnc1=2"}, "have no size"},
		{[]string{"gen.mixture=ranking=1", "gen.class_queries=dev"}, "gen.class_queries"},
	} {
		g := configWith(t, c.settings...).Gen
		m, err := ParseMixture(&g)
		if err == nil {
			t.Errorf("%q is read as %+v", c.settings, m)
			continue
		}
		checkUsage(t, strings.Join(c.settings, " "), err, c.want)
	}
}
