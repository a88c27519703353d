package commandtest_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/testkit/commandtest"
)

// TestClockWentBack gives the files of a result and of its collection times long ago and in the future: nothing is done again, and the
// files are those that were there.
func TestClockWentBack(t *testing.T) {
	demo, out := filepath.Join(t.TempDir(), "demo"), filepath.Join(t.TempDir(), "out")
	if err := os.CopyFS(demo, os.DirFS("../../../configs/demo")); err != nil {
		t.Fatal(err)
	}
	args := []string{"gen", "-c", "demo", "--data", demo, "--vectors", "", "--axioms", "tfc1", "-o", out}
	if said, err := exec.Command("axiomine", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	before := sums(t, out)
	for i, year := range []int{1971, 2130} {
		when := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		n := i
		for _, dir := range []string{demo, out} {
			err := filepath.WalkDir(dir, func(path string, item fs.DirEntry, err error) error {
				if n++; err != nil || n%2 == 0 {
					return err
				}
				return os.Chtimes(path, when, when)
			})
			if err != nil {
				t.Fatal(err)
			}
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
	other := otherVersion(t)
	demo, _ := filepath.Abs("../../../configs/demo")
	sweep := filepath.Join(t.TempDir(), "sweep.yaml")
	const grid = "extends: demo\ngen: {vectors: \"\"}\ntrain: {seeds: 1, epochs: 1, pairs_per_epoch: 50}\n" +
		"sweep:\n  over: {gen.ratio: [\"1:1\", \"4:1\"]}\n"
	if err := os.WriteFile(sweep, []byte(grid), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"gen", "-c", "demo", "--data", demo, "--vectors", "", "--axioms", "tfc1", "--output-format", "jsonl,parquet"},
		{"train", "embed", "--data", demo, "--epochs", "1", "--set", "dimension=10"},
		{"train", "sweep", "-c", sweep, "--data", demo},
	} {
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

// otherVersion builds the program as a later version of itself.
func otherVersion(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(root, "configs", "version.go")
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	changed := regexp.MustCompile(`const Version = "[^"]*"`).ReplaceAll(raw, []byte(`const Version = "999.0.0"`))
	dir := t.TempDir()
	file, overlay, program := filepath.Join(dir, "version.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "axiomine")
	if err := os.WriteFile(file, changed, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, fmt.Appendf(nil, `{"Replace": {%q: %q}}`, name, file), 0o666); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", overlay, "-o", program, ".")
	build.Dir = root
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if said, err := exec.Command(program, "--version").Output(); err != nil || !strings.Contains(string(said), "999.0.0") {
		t.Fatalf("%q, %v", said, err)
	}
	return program
}

// TestPaused pauses runs at random moments, as SIGSTOP and Ctrl-Z do: another run in the directory is refused meanwhile, and in the end the
// files are those of an unbroken run.
func TestPaused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process is paused by a signal there")
	}
	demo, _ := filepath.Abs("../../../configs/demo")
	c := commandtest.NewStoppable(t, "gen", "-c", "demo", "--data", demo, "--vectors", "", "--axioms", "tfc1")
	random := rand.New(rand.NewPCG(5, 6))
	refused := 0
	for range 3 {
		cmd := exec.Command("axiomine", c.Line()...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			time.Sleep(time.Duration(random.Float64() * float64(100*time.Millisecond)))
			if err := pause(cmd.Process); err != nil {
				break // it ended before
			}
			time.Sleep(20 * time.Millisecond)
			said, err := exec.Command("axiomine", append(c.Line(), "-q")...).CombinedOutput()
			if strings.Contains(string(said), fmt.Sprintf("is locked (.lock) by process %d on ", cmd.Process.Pid)) && err != nil {
				refused++
			}
			if err := proceed(cmd.Process); err != nil {
				t.Error(err)
			}
		}
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
		c.IsDone(t)
		os.RemoveAll(c.Dir)
	}
	if refused < 2 {
		t.Errorf("only %d runs met the lock of a paused one", refused)
	}
}
