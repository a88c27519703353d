package commandtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/result"
)

// Stoppable is a command line that is stopped and resumed in dir until that holds what an unbroken run leaves.
type Stoppable struct {
	args  []string // -o and --resume are added
	Dir   string
	whole map[string]result.File // of an unbroken run
	took  time.Duration          // by that
}

// unbroken holds what a run leaves that nothing stopped, and the time it took.
type unbroken struct {
	whole map[string]result.File
	took  time.Duration
}

// peaceful runs each command line once, whatever number of tests stop it.
var peaceful sync.Map // from the command line to a func() (unbroken, error)

// NewStoppable learns from a run in peace what the command line leaves.
func NewStoppable(t *testing.T, args ...string) *Stoppable {
	t.Parallel()
	run, _ := peaceful.LoadOrStore(strings.Join(args, "\x00"), sync.OnceValues(func() (u unbroken, err error) {
		parent, err := os.MkdirTemp("", "unbroken")
		if err != nil {
			return u, err
		}
		defer os.RemoveAll(parent)
		dir, begin := filepath.Join(parent, "unbroken"), time.Now()
		var stderr strings.Builder
		cmd := exec.Command("axiomine", append(slices.Clone(args), "-q", "-o", dir)...)
		cmd.Stderr = &stderr
		if err := cmd.Run(); err != nil || stderr.Len() > 0 {
			return u, fmt.Errorf("%v: %v\n%s", args, err, stderr.String())
		}
		u.took = time.Since(begin)
		u.whole, err = Checksums(dir)
		return u, err
	}))
	u, err := run.(func() (unbroken, error))()
	if err != nil {
		t.Fatal(err)
	}
	return &Stoppable{args: args, Dir: filepath.Join(t.TempDir(), "out"), whole: u.whole, took: u.took}
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
	c.IsDone(t)
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
		case filepath.Base(name) == "account.json": // each step adds its rows; Finish compares what it is in the end
		case filepath.Base(name) != ".journal" && c.whole[name] != f:
			t.Errorf("%s is not as an unbroken run writes it", name)
		}
	}
}

// SurvivesOnce kills the command once, as soon as a shard is finished, and goes on: that shard is not written again.
func (c *Stoppable) SurvivesOnce(t *testing.T) {
	t.Helper()
	stages := map[string]os.FileInfo{}
	for c.areKept(t, stages); len(stages) == 0; c.areKept(t, stages) {
		os.RemoveAll(c.Dir) // it was done before the kill
		p := Start(t, exec.Command("axiomine", c.Line()...))
		p.Until(func() bool {
			journal, _ := os.ReadFile(filepath.Join(c.Dir, ".journal"))
			return strings.Contains(string(journal), "-of-")
		})
		if p.Process.Kill(); p.End().Success() {
			c.IsDone(t)
			continue
		}
		c.IsWhole(t, true)
	}
	c.Finish(t)
	c.areKept(t, stages)
}

// Survives kills the command so many times at random moments, each time going on from what is left, and returns the number of times that
// a later run came upon a finished shard.
func (c *Stoppable) Survives(t *testing.T, kills int) (numKept int) {
	t.Helper()
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
