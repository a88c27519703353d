package train_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/train"
)

// More seeds in the same directory train only the new ones, whose number decides nothing of the others.
func TestMoreSeeds(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "grows")
	attempt := func(dir string, seeds int) []byte {
		c := chain(t, "demo", demo, dir, result.Resume, func(c *configs.Config) { small(c); c.Train.Seeds = seeds })
		if _, err := train.Run(context.Background(), c, "axiomine train"); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(filepath.Join(dir, "result.json"))
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	attempt(dir, 1)
	trained := func() time.Time {
		info, err := os.Stat(filepath.Join(dir, "models", "judged-axioms.42.json"))
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime()
	}
	before := trained()
	grown := attempt(dir, 2)
	if trained() != before {
		t.Error("the first seed was trained again")
	}
	if fresh := attempt(filepath.Join(t.TempDir(), "fresh"), 2); !bytes.Equal(grown, fresh) {
		t.Error("result.json differs from that of an experiment begun with two seeds")
	}
}
