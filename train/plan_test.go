package train

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/trial"
)

// TestDefaultRatio: the default grid asks for as many pairs of gen's default axioms, length-safe, together as there are judged ones.
func TestDefaultRatio(t *testing.T) {
	loaded := must.Get(configs.Load("", nil))(t)
	c, origins := &loaded.Config, loaded.Origins
	c.Train.Choose = configs.ChooseDefault
	for ratio, want := range map[string]string{
		"":    "2,500 judged and 834 + 833 + 833 axiomatic pairs an epoch, each at most once",
		"4:1": "2,500 judged and 3,334 + 3,333 + 3,333 axiomatic pairs an epoch, each at most once",
	} {
		own := *c
		if ratio != "" {
			own.Gen.Ratio, origins[trial.RatioKey] = ratio, "flag --ratio"
		} else {
			delete(origins, trial.RatioKey)
		}
		g := must.Get(trial.NewGrid(&own, origins))(t)
		if lines, _, err := cellTexts(&own, g.Augmented); err != nil || len(lines) != 1 || lines[0] != Augmented+": "+want {
			t.Errorf("ratio %q: %q (%v)", ratio, lines, err)
		}
	}
}

// TestChangesOfAProgram: a value that a program sets after loading counts as the user's, others do not, and the configuration stays.
func TestChangesOfAProgram(t *testing.T) {
	loaded := must.Get(configs.Load("", nil))(t)
	loaded.Gen.Ratio, loaded.Train.Seeds = "4:1", loaded.Train.Seeds+1
	origins := withChanges(loaded)
	for _, k := range configs.Keys() {
		want := k.Name == trial.RatioKey || k.Name == "train.seeds"
		if got := origins[k.Name].IsExplicit(); got != want {
			t.Errorf("%s: from %q", k.Name, origins[k.Name])
		}
		if loaded.Origins[k.Name].IsExplicit() {
			t.Errorf("%s: the configuration says %q", k.Name, loaded.Origins[k.Name])
		}
	}
}
