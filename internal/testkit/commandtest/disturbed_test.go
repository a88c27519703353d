package commandtest_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/testkit/commandtest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// TestClockWentBack gives the files of a result and of its collection times long ago and in the future: nothing is done again, and the
// files are those that were there.
func TestClockWentBack(t *testing.T) {
	demo, out := filepath.Join(t.TempDir(), "demo"), filepath.Join(t.TempDir(), "out")
	must.Do(t, os.CopyFS(demo, os.DirFS("../../../configs/demo")))
	args := []string{"gen", "-c", "demo", "--data", demo, "--vectors", "", "--axioms", "tfc1", "-o", out}
	if said, err := exec.Command("axiomine", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	before := sums(t, out)
	for i, year := range []int{1971, 2130} {
		when := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		n := i
		for _, dir := range []string{demo, out} {
			must.Do(t, filepath.WalkDir(dir, func(path string, item fs.DirEntry, err error) error {
				if n++; err != nil || n%2 == 0 {
					return err
				}
				return os.Chtimes(path, when, when)
			}))
		}
		said, err := exec.Command("axiomine", append(args, "--resume")...).CombinedOutput()
		if err != nil || !strings.Contains(string(said), "index: kept from the earlier run\n") {
			t.Errorf("%d: %v\n%s", year, err, said)
		}
		if difference := commandtest.Differing(sums(t, out), before); difference != "" {
			t.Errorf("%d: %s differs", year, difference)
		}
	}
}

// TestOtherVersion goes on with the results of one version of the program under another one, which leaves what it leaves alone.
func TestOtherVersion(t *testing.T) {
	other := must.Get(linkOther())(t)
	if said, err := exec.Command(other, "--version").Output(); err != nil || !strings.Contains(string(said), "999.0.0") {
		t.Fatalf("%q, %v", said, err)
	}
	demo, _ := filepath.Abs("../../../configs/demo")
	sweep := filepath.Join(t.TempDir(), "sweep.yaml")
	const grid = "extends: demo\ngen: {vectors: \"\"}\ntrain: {seeds: 1, epochs: 1, pairs_per_epoch: 50}\n" +
		"sweep:\n  over: {gen.ratio: [\"1:1\", \"4:1\"]}\n"
	must.Do(t, os.WriteFile(sweep, []byte(grid), 0o666))
	lines := [][]string{
		{"gen", "-c", "demo", "--data", demo, "--vectors", "", "--axioms", "tfc1", "--output-format", "jsonl,parquet"},
		{"train", "sweep", "-c", sweep, "--data", demo},
	}
	for _, args := range lines[:nightly.Some(t, "commands", 1, len(lines))] {
		out, fresh := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "fresh")
		for _, step := range []struct {
			program string
			more    []string
		}{{"axiomine", []string{"-o", out}}, {other, []string{"-o", out, "--resume"}}, {other, []string{"-o", fresh}}} {
			if said, err := exec.Command(step.program, append(append(args, "-q"), step.more...)...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", args, err, said)
			}
		}
		if difference := commandtest.Differing(sums(t, out), sums(t, fresh)); difference != "" {
			t.Errorf("%v: %s is of the version before", args, difference)
		}
	}
}

// TestPaused pauses runs, as SIGSTOP and Ctrl-Z do: another run in the directory is refused meanwhile, and in the end the files are those
// of an unbroken run.
func TestPaused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process is paused by a signal there")
	}
	c := commandtest.NewStoppable(t, generate()...)
	random := rand.New(rand.NewPCG(5, 6))
	pauses := nightly.Some(t, "pauses of a run", 1, 4)
	for runs, refused := nightly.Some(t, "runs", 1, 3), 0; runs > 0 || refused == 0; runs-- {
		p := commandtest.Start(t, exec.Command("axiomine", c.Line()...))
		p.Until(has(filepath.Join(c.Dir, ".part-*")))
		for range pauses {
			if err := pause(p.Process); err != nil {
				break // it ended before
			}
			said, err := exec.Command("axiomine", append(c.Line(), "-q")...).CombinedOutput()
			if strings.Contains(string(said), fmt.Sprintf("is locked (.lock) by process %d on ", p.Process.Pid)) && err != nil {
				refused++
			}
			if err := proceed(p.Process); err != nil {
				t.Error(err)
			}
			if pauses > 1 {
				time.Sleep(time.Duration(random.Float64() * float64(100*time.Millisecond)))
			}
		}
		if state := p.End(); !state.Success() {
			t.Error(state)
		}
		c.IsDone(t)
		os.RemoveAll(c.Dir)
	}
}
