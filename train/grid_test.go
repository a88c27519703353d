package train

import (
	"testing"

	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/trial"
)

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
			if own, err := g.WithNoAxioms(s).Apply(c); err != nil || own.Gen.Axioms != "" {
				t.Errorf("%s without axioms: %q, %v", s, own.Gen.Axioms, err)
			}
		}
	}
}
