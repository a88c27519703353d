package trial

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func load(t *testing.T, choose string) (*configs.Config, map[string]configs.Origin) {
	t.Helper()
	loaded := must.Get(configs.Load("", nil))(t)
	loaded.Train.Choose = choose
	return &loaded.Config, loaded.Origins
}

// Both arms have as many cells, and only the arm with axiomatic pairs has what is said of those.
func TestGridsAreEqual(t *testing.T) {
	for choose, want := range map[string]struct {
		cells int
		none  bool
	}{
		"none":                     {1, false},
		`{gen.axioms: ["", tfc1]}`: {2, true},
		`{train.learning_rate: ["0.01", "0.1"], gen.axioms: ["", tfc1, m-and]}`: {6, true},
		// 2 rates by 3 axioms for one arm, and 3 starts of 2 rates for the other; or 5 to 2, and 3 and 2 starts; or 3 to 2 without axioms
		`{train.learning_rate: ["0.01", "0.1"], axioms: {gen.axioms: [tfc1, m-and, m-tdc]}}`:                         {6, false},
		`{axioms: {gen.axioms: [tfc1, m-and, m-tdc, lnc1, tf-lnc]}, judged: {train.learning_rate: ["0.01", "0.1"]}}`: {5, false},
		`{axioms: {gen.axioms: ["", tfc1, m-and]}, judged: {train.learning_rate: ["0.01", "0.1"]}}`:                  {3, true},
		`{axioms: {gen.axioms: [tfc1, m-and]}, judged: {train.learning_rate: ["0.01", "0.1", "0.5"]}}`:               {3, false},
		// no axioms once, not once a weight
		`{gen.axioms: ["", tfc1], train.axiom_weight: ["1", "4", "16"]}`:                           {4, true},
		`{train.gate_start: ["0.1", "1"], judged: {train.batch_size: ["20", "30"]}}`:               {4, false},
		`{judged: {train.batch_size: ["20"]}, axioms: {gen.ratio: ["1:1"], gen.axioms: [tf-lnc]}}`: {1, false},
	} {
		c, origins := load(t, choose)
		g, err := NewGrid(c, origins)
		if err != nil {
			t.Fatalf("%s: %v", choose, err)
		}
		without := 0
		if g.AllowsNoAxioms {
			shared := map[string]bool{}
			for _, s := range g.Augmented {
				shared[s.Only(SharedKeys).String()] = true
			}
			without = len(shared)
		}
		if len(g.Judged) != want.cells || len(g.Augmented)+without != want.cells || g.AllowsNoAxioms != want.none {
			t.Errorf("%s: %d and %d + %d cells, none %v; want %+v", choose, len(g.Judged), len(g.Augmented), without, g.AllowsNoAxioms, want)
		}
		for _, s := range g.Judged {
			if len(s.Only(axiomKeys)) > 0 {
				t.Errorf("%s: the judged arm has %s", choose, s)
			}
		}
		for _, list := range [][]configs.Settings{g.Judged, g.Augmented} {
			met := map[string]bool{}
			for _, s := range list {
				if met[s.String()] {
					t.Errorf("%s: %s stands twice", choose, s)
				}
				met[s.String()] = true
			}
		}
	}
}

// The default grid of the judged arm has vectors or none, two learning rates and two starts of the gate; what the user gave is not
// chosen.
func TestDefaultGrid(t *testing.T) {
	c, origins := load(t, configs.ChooseDefault)
	g, err := NewGrid(c, origins)
	must.Do(t, err)
	for _, key := range []string{vectorsKey, "train.learning_rate", "train.gate_start"} {
		values := map[string]bool{}
		for _, s := range g.Judged {
			values[s.Value(key, "-")] = true
		}
		must.Equal(t, len(values), 2, "%s: values %v", key, values)
	}
	if !g.AllowsNoAxioms || len(g.Augmented) == 0 {
		t.Errorf("%d settings with axioms, none allowed: %v", len(g.Augmented), g.AllowsNoAxioms)
	}
	half := len(g.Judged) / 2
	if g = g.WithoutTrainedVectors(); len(g.Judged) != half || len(g.Augmented) == 0 {
		t.Errorf("%d cells without trained vectors, want %d", len(g.Judged), half)
	}
	origins["train.learning_rate"], c.Train.LearningRate = "flag --set learning_rate", 0.3
	if g, err = NewGrid(c, origins); err != nil {
		t.Fatal(err)
	}
	for _, s := range g.Judged {
		must.Equal(t, s.Value("train.learning_rate", "configured"), "configured", "%s, although the rate was given", s)
	}
}

// A sweep's axes are crossed with those that make the judged arm strong, and no axioms at all stay among the values.
func TestCrossed(t *testing.T) {
	c, origins := load(t, configs.ChooseDefault)
	choose := must.Get(CrossAxes(c, origins, []configs.Axis{{Key: AxiomsKey, Values: []string{"tfc1", "m-and"}},
		{Key: "gen.ratio", Values: []string{"1:1", "4:1"}}}))(t)
	c.Train.Choose = choose.String()
	g := must.Get(NewGrid(c, origins))(t)
	if shared := 8; !g.AllowsNoAxioms || len(g.Augmented) != shared*4 || len(g.Judged) != shared*5 {
		t.Errorf("%s: %d and %d cells, none %v", choose, len(g.Judged), len(g.Augmented), g.AllowsNoAxioms)
	}
}
