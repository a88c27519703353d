package trainpairs

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/experiment/settings"
)

// A regulariser draws nothing: all settings of it have the judged arm's draws.
func TestRegulariserDrawsAsJudged(t *testing.T) {
	loaded, err := configs.Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &loaded.Config
	c.Train.Choose = configs.ChooseNone
	c.Gen.Axioms = ""
	var keys []string
	for _, perturb := range []string{"", "tfc1", "tfc1, lnc1"} {
		c.Gen.Perturb = perturb
		keys = append(keys, drawingKey(settings.WithoutPools(c)))
	}
	if judged := drawingKey(settings.WithoutAxioms(c)); len(slices.Compact(keys)) != 1 || keys[0] != judged {
		t.Errorf("%q, judged %q", keys, judged)
	}
}
