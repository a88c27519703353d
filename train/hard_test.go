package train_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs"
)

// hard:judged changes what the arm with axiomatic pairs learns from, and nothing of the judged arm, whose mistakes it
// draws first.
func TestHardForTheJudgedArm(t *testing.T) {
	few := func(c *configs.Config) {
		small(c)
		c.Train.Seeds, c.Gen.JudgedQueries = 1, 5
	}
	plain, _ := run(t, "demo", demo, few)
	hard, _ := run(t, "demo", demo, func(c *configs.Config) {
		few(c)
		c.Gen.Sample = "hard:judged"
	})
	for name, same := range map[string]bool{"models/judged.42.json": true, "models/judged-axioms.42.json": false} {
		a, errA := os.ReadFile(filepath.Join(plain, name))
		b, errB := os.ReadFile(filepath.Join(hard, name))
		if errA != nil || errB != nil || bytes.Equal(a, b) != same {
			t.Errorf("%s is the same: %v (%v, %v)", name, !same, errA, errB)
		}
	}
}
