package train_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train"
	"github.com/axiomine/axiomine/train/report"
)

// mended trains on what the judged arm gets wrong.
func mended(c *configs.Config) {
	small(c)
	c.Gen.Axioms, c.Gen.ViolatedBy, c.Gen.ViolatedMargin = "tfc1, m-and", "judged", .01
}

// The judged arm is the one of an experiment without axioms, and only the pools are narrowed.
func TestViolatedByJudged(t *testing.T) {
	plainDir, plain := run(t, "demo", demo, func(c *configs.Config) { mended(c); c.Gen.ViolatedBy = "" })
	dir, r := run(t, "demo", demo, mended)
	model := filepath.Join("models", "judged.42.json")
	a := must.Get(os.ReadFile(filepath.Join(plainDir, model)))(t)
	b, err := os.ReadFile(filepath.Join(dir, model))
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("the judged model depends on violated_by: %v", err)
	}
	if len(r.Pools) != 2 {
		t.Fatalf("%d pools", len(r.Pools))
	}
	for i, p := range r.Pools {
		if p.NotViolated == 0 || p.NotScored != 0 || p.Size == 0 || p.Size >= plain.Pools[i].Size {
			t.Errorf("%+v, without violated_by %+v", p, plain.Pools[i])
		}
	}
	must.Equal(t, r.Protocol.Settings["axiomatic pairs"], "violated by judged, margin 0.01", "settings say")
}

// Both arms are compared on the same instances; what they fulfil adds up to the fulfilment of each.
func TestMendedAddsUp(t *testing.T) {
	_, r := run(t, "demo", demo, mended)
	fulfilled := map[string]report.AxiomFulfilment{}
	for _, f := range r.Fulfilment {
		for _, a := range f.Axioms {
			fulfilled[f.Model+" "+a.Axiom] = a
		}
	}
	trained := 0
	for _, m := range r.Mended {
		if m.Split != "test" {
			continue
		}
		before, after := fulfilled[train.Judged+" "+m.Axiom], fulfilled[train.Augmented+" "+m.Axiom]
		if m.Instances != before.Instances || m.FulfilledA != before.Fulfilled || m.FulfilledB != after.Fulfilled {
			t.Errorf("%+v; fulfilment before %+v, after %+v", m, before, after)
		}
		onlyA, onlyB := 0, 0
		for _, s := range m.Seeds {
			onlyA, onlyB = onlyA+s.OnlyA, onlyB+s.OnlyB
		}
		if m.FulfilledB-m.FulfilledA != onlyB-onlyA || len(m.Seeds) != len(r.Seeds) {
			t.Errorf("%+v", m)
		}
		if m.Trained {
			trained++
		}
	}
	if trained != 2 {
		t.Errorf("%d axioms are marked as trained on, want 2", trained)
	}
}

// On WikiQA with labels of 50 queries, at one setting for both arms, the preset raises what the judged arm lacks; one seed is enough to
// see it.
func TestWikiQAFix(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	_, r := run(t, "wikiqa-fix", golden.SharedPath(t, "data", "wikiqa"), func(c *configs.Config) { c.Train.Seeds, c.Train.Choose = 1, "none" })
	raised := 0
	for _, m := range r.Mended {
		if m.Split == "test" && m.Trained && m.FulfilledB > m.FulfilledA && m.HolmP < .05 {
			raised++
		}
	}
	if raised != 2 {
		t.Errorf("%d of 2 axioms rise", raised)
	}
	if before, after := r.Arms[0].Mean.Test["MAP"], r.Arms[1].Mean.Test["MAP"]; after < before-.005 {
		t.Errorf("MAP falls from %.4f to %.4f", before, after)
	}
}
