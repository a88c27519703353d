package trial

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
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

// TestWithoutAxioms: whatever the keys of axiomatic pairs are, without them the configuration is one; other keys stay, and so does the
// caller's configuration.
func TestWithoutAxioms(t *testing.T) {
	plain, _ := load(t, configs.ChooseNone)
	c, err := of("gen.axioms=tfc1, lnc1", "gen.delta_star=0.2", "gen.ratio=3:1", "gen.pairs=tfc1=5", "gen.weights=2", "gen.violated_by=judged",
		"gen.sample=hard:judged", "gen.budget=replace", "gen.strategy=paired", "train.schedule=curriculum 2",
		"train.axiom_margin=0.5", "train.axiom_weight=4").Apply(plain)
	must.Do(t, err)
	before := *c
	must.Same(t, WithoutAxioms(c), WithoutAxioms(plain))
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
