package trial

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/google/go-cmp/cmp"
)

// of returns a setting of KEY=VALUE.
func of(values ...string) (s configs.Settings) {
	for _, v := range values {
		key, value, _ := strings.Cut(v, "=")
		s = append(s, configs.Setting{Key: key, Value: value})
	}
	return s
}

// TestKeys: each list names keys that there are, once; a key of axioms is none that both arms share.
func TestKeys(t *testing.T) {
	known := map[string]bool{}
	for _, k := range configs.Keys() {
		known[k.Name] = true
	}
	for name, list := range map[string][]string{"axioms": axiomKeys, "shared": SharedKeys, "network": networkKeys} {
		for i, key := range list {
			if !known[key] || slices.Index(list, key) != i {
				t.Errorf("%s: %s is no key, or stands there twice", name, key)
			}
		}
	}
	for _, key := range axiomKeys {
		if slices.Contains(SharedKeys, key) {
			t.Errorf("%s is one of axioms, and shared", key)
		}
	}
}

// TestWithoutAxioms: whatever the keys of axiomatic pairs are, without them the configuration is one; other keys stay, and so does the
// caller's configuration.
func TestWithoutAxioms(t *testing.T) {
	plain, _ := load(t, configs.ChooseNone)
	c, err := of("gen.axioms=tfc1, lnc1", "gen.delta_star=0.2", "gen.ratio=3:1", "gen.pairs=tfc1=5", "gen.weights=2", "gen.violated_by=judged",
		"gen.sample=hard:judged", "gen.budget=replace", "gen.strategy=paired", "train.schedule=curriculum 2",
		"train.axiom_margin=0.5", "train.axiom_weight=4").Apply(plain)
	if err != nil {
		t.Fatal(err)
	}
	before := *c
	if diff := cmp.Diff(WithoutAxioms(plain), WithoutAxioms(c)); diff != "" {
		t.Errorf("(-without any +without these):\n%s", diff)
	}
	if !cmp.Equal(before, *c) {
		t.Error("the caller's configuration is another one")
	}
	none := *c
	none.Gen.Axioms = ""
	if WithPools(c) != c || !cmp.Equal(WithPools(&none), WithoutAxioms(c)) {
		t.Error("pools are there where axioms are")
	}
	uniform, err := of("gen.sample=uniform").Apply(plain)
	if err != nil || WithoutAxioms(uniform).Gen.Sample != "uniform" {
		t.Errorf("judged pairs keep an order that no run decides: %v", err)
	}
}

// TestGridRefused: what an arm cannot choose from.
func TestGridRefused(t *testing.T) {
	for _, c := range []struct{ choose, ranker, want string }{
		{`{gen.hits: [1, 2]}`, "", "gen.hits changes the candidates or nothing"},
		{`{train.seeds: [1, 2]}`, "", "train.seeds"},
		{`{judged: {gen.k1: [1]}}`, "", "gen.k1"},
		{`{train.ranker: [a, b]}`, "", "the DRMM is trained"},
		{`{train.learning_rate: [1]}`, "cmd {out}", "changes nothing of a command"},
		{`{axioms: {gen.vectors: [train]}}`, "cmd {out}", "changes nothing of a command"},
		{`{gen.axioms`, "", "train.choose"},
	} {
		config, origins := load(t, c.choose)
		config.Train.Ranker = c.ranker
		_, err := NewGrid(config, origins)
		if errs.ExitCode(err) != 2 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.choose, err, c.want)
		}
	}
}

// TestGridOfRanker: a command has no default grid, and may choose among command lines.
func TestGridOfRanker(t *testing.T) {
	for choose, cells := range map[string]int{configs.ChooseDefault: 1, `{train.ranker: [a, b, c]}`: 3} {
		c, origins := load(t, choose)
		c.Train.Ranker, c.Gen.Axioms = "a", "tfc1"
		g, err := NewGrid(c, origins)
		if err != nil || len(g.Judged) != cells || len(g.Augmented) != cells || g.Cells() != 2*cells || g.Chooses() != (cells > 1) {
			t.Errorf("%s: %+v, %v", choose, g, err)
		}
	}
}

// TestMinesMistakes: the judged arm's model is needed if any setting draws by its mistakes.
func TestMinesMistakes(t *testing.T) {
	for choose, want := range map[string]bool{
		"none":                            false,
		`{gen.violated_by: ["", judged]}`: true,
		`{gen.violated_by: ["", a.trec]}`: false,
		`{axioms: {gen.sample: [uniform, "hard:judged"]}}`: true,
		`{axioms: {gen.sample: [uniform, "hard:a.trec"]}}`: false,
	} {
		c, origins := load(t, choose)
		c.Gen.Axioms = "tfc1"
		g, err := NewGrid(c, origins)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.MinesMistakes(c); got != want {
			t.Errorf("%s: %t, want %t", choose, got, want)
		}
	}
	c, _ := load(t, "none")
	c.Gen.ViolatedBy = "judged"
	if !(&Grid{}).MinesMistakes(c) {
		t.Error("the configuration mines them itself")
	}
}

// TestGridAxioms: the axioms of all settings and of the configuration, each once; not those of a mixture.
func TestGridAxioms(t *testing.T) {
	c, origins := load(t, `{gen.axioms: ["", "lnc1, tfc1", m-tdc], gen.delta_star: ["", "0.2"]}`)
	c.Gen.Axioms, c.Gen.Mixture = "lnc1", "ranking=1,reg=1"
	g, err := NewGrid(c, origins)
	if err != nil {
		t.Fatal(err)
	}
	all, err := g.Axioms(c)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range all.All {
		names = append(names, a.String())
	}
	want := []string{"lnc1", "tfc1", "lnc1(delta_star=0.2)", "tfc1(delta_star=0.2)", "m-tdc", "m-tdc(delta_star=0.2)"}
	if !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	c.Gen.Axioms = ""
	if none, err := (&Grid{Augmented: []configs.Settings{of("gen.axioms=")}}).Axioms(c); err != nil || len(none.All) != 0 {
		t.Errorf("without axioms: %v, %v", none, err)
	}
	if _, err := (&Grid{Augmented: []configs.Settings{of("train.epochs=x")}}).Axioms(c); err == nil {
		t.Error("a wrong value is taken")
	}
}

// TestMeasures reads train.measures in its order.
func TestMeasures(t *testing.T) {
	c, _ := load(t, "none")
	c.Train.Measures = "nDCG@10, AP ,RR"
	list, err := Measures(c)
	var names []string
	for _, m := range list {
		names = append(names, m.String())
	}
	if err != nil || !slices.Equal(names, []string{"nDCG@10", "AP", "RR"}) {
		t.Errorf("%q, %v", names, err)
	}
	for _, text := range []string{"nDCG@10, none", "", "AP,,RR"} {
		c.Train.Measures = text
		if list, err := Measures(c); err == nil {
			t.Errorf("%q is read as %v", text, list)
		}
	}
}

// TestCrossRefused: a choice that cannot be read crosses nothing.
func TestCrossRefused(t *testing.T) {
	c, origins := load(t, "{gen.axioms")
	if _, err := CrossAxes(c, origins, nil); errs.ExitCode(err) != 2 {
		t.Errorf("%v", err)
	}
}
