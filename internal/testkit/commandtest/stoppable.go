package commandtest

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// Stoppable is a command line that is stopped and resumed in dir until that holds what an unbroken run leaves.
type Stoppable struct {
	args  []string // -o and --resume are added
	Dir   string
	whole map[string]result.File // of an unbroken run
	took  time.Duration          // by that
}

// NewStoppable runs the command line once, in peace, to know what it leaves.
func NewStoppable(t *testing.T, args ...string) *Stoppable {
	t.Parallel()
	c := &Stoppable{args: args, Dir: filepath.Join(t.TempDir(), "unbroken")}
	begin := time.Now()
	c.Finish(t)
	c.took = time.Since(begin)
	var err error
	if c.whole, err = Checksums(c.Dir); err != nil {
		t.Fatal(err)
	}
	c.Dir = filepath.Join(t.TempDir(), "out")
	return c
}

// Line returns the command's arguments.
func (c *Stoppable) Line() []string { return append(slices.Clone(c.args), "-o", c.Dir, "--resume") }

// Finish runs the command to its end.
func (c *Stoppable) Finish(t *testing.T) {
	t.Helper()
	var stderr strings.Builder
	cmd := exec.Command("axiomine", append(c.Line(), "-q")...)
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil || stderr.Len() > 0 {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if c.whole != nil {
		c.IsDone(t)
	}
}

// IsDone checks that all is as the unbroken run leaves it.
func (c *Stoppable) IsDone(t *testing.T) {
	t.Helper()
	sums, err := Checksums(c.Dir)
	if difference := Differing(sums, c.whole); err != nil || difference != "" {
		t.Errorf("in the end %q differs from an unbroken run, %v", difference, err)
	}
}

// IsWhole looks at what a stopped run left: every file under a final name must be as the unbroken run writes it. The lock and
// parts may lie about only after a kill.
func (c *Stoppable) IsWhole(t *testing.T, afterKill bool) {
	t.Helper()
	sums, err := Checksums(c.Dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for name, f := range sums {
		switch {
		case strings.HasPrefix(name, ".part-") || name == ".lock":
			if !afterKill {
				t.Errorf("%s is left", name)
			}
		case strings.Contains(name, "checkpoints/") && afterKill: // of a training that goes on from there
		case filepath.Base(name) != ".journal" && c.whole[name] != f:
			t.Errorf("%s is not as an unbroken run writes it", name)
		}
	}
}

// Survives kills the command so many times, a quarter of them but for the night, each time going on from what is left, and returns the
// number of times that a later run came upon a finished shard.
func (c *Stoppable) Survives(t *testing.T, kills int) (numKept int) {
	t.Helper()
	kills = nightly.Some(t, "kills", max(kills/4, 2), kills)
	random := rand.New(rand.NewPCG(1, 2))
	stages := map[string]os.FileInfo{}
	for n := 0; n < kills; {
		cmd := exec.Command("axiomine", c.Line()...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.Float64() * float64(min(c.took, 2*time.Second)))) // the race detector is slow
		cmd.Process.Kill()
		if cmd.Wait() == nil { // done before the kill
			c.IsDone(t)
			os.RemoveAll(c.Dir)
			clear(stages)
			continue
		}
		n++
		c.IsWhole(t, true)
		numKept += c.areKept(t, stages)
	}
	c.Finish(t)
	return numKept + c.areKept(t, stages)
}

// areKept compares the finished shards with those that were there before: not one was written again. It adds the new ones.
func (c *Stoppable) areKept(t *testing.T, files map[string]os.FileInfo) (n int) {
	t.Helper()
	for name, was := range files {
		now, err := os.Stat(filepath.Join(c.Dir, name))
		if err != nil || !os.SameFile(was, now) || !was.ModTime().Equal(now.ModTime()) {
			t.Errorf("the finished shard %s was written again: %v", name, err)
		}
		n++
	}
	journal, err := os.ReadFile(filepath.Join(c.Dir, ".journal"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(journal)) {
		var report struct {
			Stage string        `json:"stage"`
			Files []result.File `json:"files"`
		}
		if json.Unmarshal([]byte(line), &report) != nil || !strings.Contains(report.Stage, "-of-") {
			continue
		}
		for _, f := range report.Files {
			if files[f.Path], err = os.Stat(filepath.Join(c.Dir, f.Path)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return n
}
