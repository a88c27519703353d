package arms

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/experiment/division"
	"github.com/axiomine/axiomine/internal/experiment/settings"
)

// The arm with axiomatic pairs may have a regulariser, pools, both or neither; settings that differ in what has no effect are one.
func TestGridWithRegulariser(t *testing.T) {
	for _, of := range []struct {
		axioms, perturb, choose string
		augmented, judged       int
		none                    bool
	}{
		{"", "tfc1", "none", 1, 1, false},
		{"length-safe", "tfc1", "none", 1, 1, false},
		// tfc1 at two weights, and neither
		{"", "", `{axioms: {gen.perturb: ["", tfc1], gen.perturb_weight: ["0.1", "1"]}}`, 2, 3, true},
		// axioms at two weights, the regulariser at two, both at four, neither once
		{"", "", `{axioms: {gen.axioms: ["", and], train.axiom_weight: ["1", "4"], gen.perturb: ["", tfc1],
			gen.perturb_weight: ["0.1", "1"]}}`, 8, 9, true},
		// the default grid has eight cells without axioms; tfc1 at two weights in each
		{"", "tfc1", configs.ChooseDefault, 16, 24, true},
	} {
		c, origins := load(t, of.choose)
		c.Gen.Axioms, c.Gen.Perturb = of.axioms, of.perturb
		g, err := settings.NewGrid(c, origins)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Augmented) != of.augmented || len(g.Judged) != of.judged || g.AllowsNoAxioms != of.none || !g.Perturbs {
			t.Errorf("%+v: %d and %d cells, none %v", of, len(g.Augmented), len(g.Judged), g.AllowsNoAxioms)
		}
		f := &division.Fold{Source: &division.Candidates{Chain: &prepare.Preparation{Run: stage.NewRun(c, nil, nil, "")}}}
		for _, s := range g.Augmented {
			own, err := ConfigOf(Augmented, s, f)
			if err != nil || own.Gen.Axioms == "" && own.Gen.Perturb == "" {
				t.Errorf("%s: axioms %q, perturb %q, %v", s, own.Gen.Axioms, own.Gen.Perturb, err)
			}
			for _, arm := range []string{Judged, JudgedSame, JudgedMore} {
				if own, err := ConfigOf(arm, s, f); err != nil || own.Gen.Axioms != "" || own.Gen.Perturb != "" {
					t.Errorf("%s, %s: axioms %q, perturb %q, %v", arm, s, own.Gen.Axioms, own.Gen.Perturb, err)
				}
			}
			if own, err := g.WithNoAxioms(s).Apply(c); err != nil || own.Gen.Axioms != "" || own.Gen.Perturb != "" {
				t.Errorf("%s without axioms: %q, %q, %v", s, own.Gen.Axioms, own.Gen.Perturb, err)
			}
		}
	}
}
