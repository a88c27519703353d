package train_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// chain begins a preset's run over a collection in dir, edited; it is closed when the test ends.
func chain(t *testing.T, preset, data, dir string, mode result.Mode, edit func(*configs.Config)) *prepare.Preparation {
	t.Helper()
	loaded := must.Get(configs.Load(preset, nil))(t)
	loaded.Gen.Data = data
	edit(&loaded.Config)
	out := must.Get(result.Claim(dir, mode))(t)
	c := must.Get(gen.Start(&loaded.Config, out, nil, "test"))(t)
	c.Run.Origins = loaded.Origins
	t.Cleanup(func() {
		if err := errors.Join(c.Close(), out.Close()); err != nil {
			t.Error(err)
		}
	})
	return c
}

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
