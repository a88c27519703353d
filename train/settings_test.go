package train

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
)

func load(t *testing.T, choose string) (*configs.Config, map[string]configs.Origin) {
	t.Helper()
	loaded, err := configs.Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
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
		`{train.learning_rate: ["0.01", "0.1"], gen.axioms: ["", tfc1, m-and]}`:                     {6, true},
		`{gen.axioms: ["", tfc1], train.axiom_weight: ["1", "4", "16"]}`:                            {4, true}, // no axioms once, not once a weight
		`{train.gate_start: ["0.1", "1"], judged: {train.init_scale: ["0.3", "1"]}}`:                {4, false},
		`{judged: {train.init_scale: ["0.3"]}, axioms: {gen.ratio: ["1:1"], gen.axioms: [tf-lnc]}}`: {1, false},
	} {
		c, origins := load(t, choose)
		g, err := gridOf(c, origins)
		if err != nil {
			t.Fatalf("%s: %v", choose, err)
		}
		without := 0
		if g.none {
			shared := map[string]bool{}
			for _, s := range g.augmented {
				shared[s.only(sharedKeys).String()] = true
			}
			without = len(shared)
		}
		if len(g.judged) != want.cells || len(g.augmented)+without != want.cells || g.none != want.none {
			t.Errorf("%s: %d and %d + %d cells, none %v; want %+v", choose, len(g.judged), len(g.augmented), without, g.none, want)
		}
		for _, s := range g.judged {
			if len(s.only(axiomKeys)) > 0 {
				t.Errorf("%s: the judged arm has %s", choose, s)
			}
		}
		for _, list := range [][]setting{g.judged, g.augmented} {
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
	g, err := gridOf(c, origins)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{vectorsKey, "train.learning_rate", "train.gate_start"} {
		values := map[string]bool{}
		for _, s := range g.judged {
			values[s.value(key, "-")] = true
		}
		if len(values) != 2 {
			t.Errorf("%s: values %v", key, values)
		}
	}
	if !g.none || len(g.augmented) == 0 {
		t.Errorf("%d settings with axioms, none allowed: %v", len(g.augmented), g.none)
	}
	half := len(g.judged) / 2
	if g.withoutTrained(); len(g.judged) != half || len(g.augmented) == 0 {
		t.Errorf("%d cells without trained vectors, want %d", len(g.judged), half)
	}
	origins["train.learning_rate"], c.Train.LearningRate = "flag --learning-rate", 0.3
	if g, err = gridOf(c, origins); err != nil {
		t.Fatal(err)
	}
	for _, s := range g.judged {
		if s.value("train.learning_rate", "configured") != "configured" {
			t.Errorf("%s, although the rate was given", s)
		}
	}
}

// Keys that change the candidates are for a sweep's outer keys.
func TestGridRefuses(t *testing.T) {
	for choose, want := range map[string]string{
		`{gen.hits: ["10", "20"]}`:  "gen.hits changes the candidates",
		`{train.seeds: ["1"]}`:      "train.seeds changes the candidates or nothing",
		`{train.histogram: [nope]}`: `train.histogram: "nope" is none of ch, nh, lch`,
	} {
		c, origins := load(t, choose)
		if err := Check(c, origins); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", choose, err)
		}
	}
}

// A sweep's axes are crossed with those that make the judged arm strong, and no axioms at all stay among the values.
func TestCrossed(t *testing.T) {
	c, origins := load(t, configs.ChooseDefault)
	choose, err := Crossed(c, origins, []configs.Axis{{Key: axiomsKey, Values: []string{"tfc1", "m-and"}}, {Key: "gen.ratio", Values: []string{"1:1", "4:1"}}})
	if err != nil {
		t.Fatal(err)
	}
	c.Train.Choose = choose.String()
	g, err := gridOf(c, origins)
	if err != nil {
		t.Fatal(err)
	}
	if shared := 8; !g.none || len(g.augmented) != shared*4 || len(g.judged) != shared*5 {
		t.Errorf("%s: %d and %d cells, none %v", choose, len(g.judged), len(g.augmented), g.none)
	}
}

// The default grid's two groups of axioms ask as many pairs each as there are regular ones; a ratio that the user gives is the total.
func TestDefaultRatio(t *testing.T) {
	c, origins := load(t, configs.ChooseDefault)
	for ratio, want := range map[string]string{
		"":    "2500 regular, [833 833 833 2500] axiomatic pairs an epoch, at most 1 repeats",
		"4:1": "2500 regular, [2500 2500 2500 2500] axiomatic pairs an epoch, at most 1 repeats",
	} {
		own := *c
		if ratio != "" {
			own.Gen.Ratio, origins[ratioKey] = ratio, "flag --ratio"
		} else {
			delete(origins, ratioKey)
		}
		g, err := gridOf(&own, origins)
		if err != nil {
			t.Fatal(err)
		}
		if lines, err := epochTexts(&own, g.augmented); err != nil || len(lines) != 1 || lines[0] != Augmented+": "+want {
			t.Errorf("ratio %q: %q (%v)", ratio, lines, err)
		}
	}
}
