package commandtest_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/commandtest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// TestFullDisk lets files grow to a limit only: the write that passes it is an error in one line, nothing half-written is
// left, and with more room --resume gives the files of an unbroken run.
func TestFullDisk(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell to set a limit with")
	}
	nightly.Only(t)
	c := commandtest.NewStoppable(t, "demo")
	full := 0
	for _, blocks := range []int{0, 8, 30, 64, 100, 130, 200, 260, 400} { // of 512 or 1024 bytes, as the shell has it
		cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -f %d && exec axiomine "$@" -q`, blocks), "sh"}, c.Line()...)...)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		cmd.Run()
		switch code := cmd.ProcessState.ExitCode(); code {
		case 1:
			full++
			if complaint := commandtest.OneError(stderr.String(), true); complaint != "" ||
				!strings.Contains(stderr.String(), ": file too large; hint: make room, then run it again\n") {
				t.Errorf("%d blocks: %s: %q", blocks, complaint, stderr.String())
			}
			c.IsWhole(t, false)
		case 0:
			c.IsDone(t)
		default:
			t.Errorf("%d blocks: exit code %d: %s", blocks, code, stderr.String())
		}
	}
	if full < 5 {
		t.Errorf("the disk was full in %d runs only", full)
	}
	c.Finish(t)
}

// TestFullDiskInStages: a file of the stage's own meets its limit; that is an error in one line, nothing half-written is left,
// and with more room --resume gives the files of an unbroken run.
func TestFullDiskInStages(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell to set a limit with")
	}
	demo, _ := filepath.Abs("../../../configs/demo")
	made := madeBefore(t)
	for name, s := range some(t, stages(demo, made), "tokenize shards") {
		t.Run(name, func(t *testing.T) {
			c := commandtest.NewStoppable(t, s.args...)
			own, met := regexp.MustCompile(s.own), false
			for _, blocks := range s.blocks {
				cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -f %d && exec axiomine "$@" -q`, blocks), "sh"}, c.Line()...)...)
				var stderr strings.Builder
				cmd.Stderr = &stderr
				cmd.Run()
				if code := cmd.ProcessState.ExitCode(); code != 1 {
					t.Errorf("%d blocks: exit code %d: %s", blocks, code, stderr.String())
					continue
				}
				if complaint := commandtest.OneError(stderr.String(), true); complaint != "" ||
					!strings.Contains(stderr.String(), ": file too large; hint: make room, then run it again\n") {
					t.Errorf("%d blocks: %s: %q", blocks, complaint, stderr.String())
				}
				met = met || own.MatchString(stderr.String())
				t.Logf("%d blocks: %s", blocks, stderr.String())
				c.IsWhole(t, false)
			}
			if !met {
				t.Errorf("no file of its own (%s) met a limit", s.own)
			}
			c.Finish(t)
		})
	}
}

// TestFullOutput: what goes to standard output can meet a full disk too.
func TestFullOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	demo, _ := filepath.Abs("../../../configs/demo")
	made := madeBefore(t)
	vocab, trained := filepath.Join(made, "vocab.txt"), filepath.Join(made, "trained")
	if args := append(stages(demo, made)["train"].args, "-q", "-o", trained); nightly.All() {
		if out, err := exec.Command("axiomine", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	copied := filepath.Join(made, "copy.txt")
	run := must.Get(os.ReadFile(filepath.Join(made, "run.test.txt")))(t)
	must.Do(t, os.WriteFile(copied, run, 0o666))
	lines := [][]string{
		{"--help"}, {"axioms", "list"},
		{"gen", "inspect", "--data", demo, "-q"}, {"train", "eval", filepath.Join(demo, "qrels.test.txt"), filepath.Join(made, "run.test.txt")},
		{"tokenize", "inspect", filepath.Join(made, "pairs", "shards")}, {"tokenize", "vocab", "--data", demo, "--vocab-size", "300", "-o", "-",
			"-q"},
		{"train", "report", trained}, {"train", "report", "--json", trained},
		{"train", "eval", filepath.Join(demo, "qrels.test.txt"), filepath.Join(made, "run.test.txt"), copied},
		{"axioms", "explain", "tfc1", "-q", "stale bread", "-d", "stale stale bread", "-d", "stale bread bread"},
		{"configs", "show", "--vocab", vocab},
		{"configs", "list"}, {"tokenize", "formats"},
	}
	for _, args := range lines[:nightly.Some(t, "commands", 4, len(lines))] {
		cmd := exec.Command("axiomine", args...)
		cmd.Stdout = full
		var stderr strings.Builder
		cmd.Stderr = &stderr
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.HasSuffix(stderr.String(),
			"no space left on device; hint: make room, then run it again\n") || commandtest.OneError(stderr.String(), true) != "" {
			t.Errorf("%v: exit code %d: %q", args, code, stderr.String())
		}
	}
}
