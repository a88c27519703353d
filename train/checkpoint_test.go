package train_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/train"
)

// A training that was stopped goes on from its last checkpoint and ends with the weights of an unbroken one; no checkpoint
// is left then. That it went on, and did not begin anew, shows in the first epoch's loss, which is changed in between.
func TestCheckpoint(t *testing.T) {
	edit := func(c *configs.Config) {
		small(c)
		c.Train.Seeds, c.Train.Epochs, c.Train.Patience, c.Train.PairsPerEpoch, c.Train.Checkpoint, c.Gen.Threads = 1, 40, 0, 1000, 0, 1
	}
	whole, _ := run(t, "demo", demo, edit)
	dir := filepath.Join(t.TempDir(), "stopped")
	attempt := func(ctx context.Context) error {
		_, err := train.Run(ctx, chain(t, "demo", demo, dir, result.Resume, edit), "axiomine train")
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join(dir, "checkpoints", "judged.42.1.json")); err == nil {
				stop()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if err := attempt(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped with %v", err)
	}
	stop()
	const marked = 0.123456
	markLoss(t, dir, marked)
	if err := attempt(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"models/judged.42.json", "models/judged-axioms.42.json", "runs/judged.42.txt"} {
		a, errA := os.ReadFile(filepath.Join(whole, name))
		b, errB := os.ReadFile(filepath.Join(dir, name))
		if errA != nil || errB != nil || string(a) != string(b) {
			t.Errorf("%s differs from that of an unbroken training (%v, %v)", name, errA, errB)
		}
	}
	var training struct{ Training []struct{ Loss float64 } }
	raw, err := os.ReadFile(filepath.Join(dir, "training", "judged.42.json"))
	if err == nil {
		err = json.Unmarshal(raw, &training)
	}
	if err != nil || len(training.Training) != 40 || training.Training[0].Loss != marked {
		t.Errorf("%d epochs, the first with loss %v: it began anew (%v)", len(training.Training), training.Training[0].Loss, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "checkpoints")); err == nil {
		t.Error("checkpoints are left")
	}
}

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

// markLoss changes the first epoch's loss in the checkpoint that a stopped judged arm left, with its checksum.
func markLoss(t *testing.T, dir string, loss float64) {
	t.Helper()
	journal, err := os.ReadFile(filepath.Join(dir, ".journal"))
	if err != nil {
		t.Fatal(err)
	}
	var last struct {
		Stage, Key string
		Files      []result.File
	}
	for line := range strings.Lines(string(journal)) {
		entry := last
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		if entry.Stage == "checkpoint judged.42" {
			last = entry
		}
	}
	if len(last.Files) != 1 {
		t.Fatalf("the journal names %d checkpoints", len(last.Files))
	}
	raw, err := os.ReadFile(filepath.Join(dir, last.Files[0].Path))
	if err != nil {
		t.Fatal(err)
	}
	var content map[string]any
	if err := json.Unmarshal(raw, &content); err != nil {
		t.Fatal(err)
	}
	content["training"].([]any)[0].(map[string]any)["loss"] = loss
	out, err := result.Claim(dir, result.Resume)
	if err != nil {
		t.Fatal(err)
	}
	f, err := out.WriteJSON(last.Files[0].Path, content)
	if err == nil {
		err = out.Finish(last.Stage, last.Key, []result.File{f})
	}
	if err != nil {
		t.Fatal(err)
	}
}
