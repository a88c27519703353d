package commandtest_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/commandtest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// overwriting is a command that is to overwrite the result of another one.
type overwriting struct {
	args  []string
	dir   string
	old   map[string]result.File // the result that is there before, and a file of the user's
	whole map[string]result.File // what an unbroken run of the command leaves in an empty directory, and that file
}

const notes = "notes.txt" // of the user

// newOverwriting leaves the old result, and learns what the command leaves.
func newOverwriting(t *testing.T, args []string, old string) *overwriting {
	t.Helper()
	c := &overwriting{args: args, dir: filepath.Join(t.TempDir(), "out")}
	must.Do(t, os.CopyFS(c.dir, os.DirFS(old)))
	must.Do(t, os.WriteFile(filepath.Join(c.dir, notes), []byte("mine"), 0o666))
	fresh := filepath.Join(t.TempDir(), "fresh")
	if out, err := exec.Command("axiomine", append(args, "-q", "-o", fresh)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c.old, c.whole = sums(t, c.dir), sums(t, fresh)
	c.whole[notes] = c.old[notes]
	return c
}

func sums(t *testing.T, dir string) map[string]result.File {
	t.Helper()
	return must.Get(commandtest.Checksums(dir))(t)
}

// mode is the flag with which the command is given again after it was stopped.
func (c *overwriting) mode(t *testing.T) string {
	t.Helper()
	if left, _ := filepath.Glob(filepath.Join(c.dir, ".overwrite-*")); len(left) > 0 {
		return "--resume"
	}
	return "--overwrite"
}

// check looks at what is left: the old result as it was, the new one whole, or a folder whose name says that it is whole. A run that is
// resumed in the new result adds lines to its journal until it ends: finish compares that.
func (c *overwriting) check(t *testing.T, after string) {
	t.Helper()
	now, whole := sums(t, c.dir), maps.Clone(c.whole)
	delete(whole, ".journal")
	for name := range now {
		if strings.HasPrefix(name, ".overwrite-whole/") {
			return
		}
	}
	if lost, lacking := missing(now, c.old), missing(now, whole); lost != "" && lacking != "" {
		t.Errorf("after %s neither result is whole; of the old one %s is not as it was, of the new one %s", after, lost, lacking)
	}
}

// missing names a file that is not in a directory as it was.
func missing(now, before map[string]result.File) string {
	for name, want := range before {
		if now[name] != want {
			return name
		}
	}
	return ""
}

// finish runs the command to its end, which leaves the new result and nothing of the old one.
func (c *overwriting) finish(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("axiomine", append(c.args, "-q", c.mode(t), "-o", c.dir)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if difference := commandtest.Differing(sums(t, c.dir), c.whole); difference != "" {
		t.Errorf("in the end %q differs from a run in an empty directory", difference)
	}
	if left, _ := filepath.Glob(filepath.Join(c.dir, ".overwrite-*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// indexed leaves an index, which the commands are to overwrite.
func indexed(t *testing.T, demo string) string {
	t.Helper()
	old := filepath.Join(t.TempDir(), "old")
	index := exec.Command("axiomine", "gen", "index", "--data", demo, "--set", "stemmer=none", "-q", "-o", old)
	if out, err := index.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return old
}

// TestOverwriteStopped overwrites a result by each command that leaves a directory, stops it by a full disk, by a signal and by kills when
// the new result is begun, is whole and has taken its place, and goes on. Until the new result is whole, every file of the old one is as it was.
func TestOverwriteStopped(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell to set a limit with")
	}
	demo, _ := filepath.Abs("../../../configs/demo")
	made, old := madeBefore(t), indexed(t, demo)
	for name, s := range some(t, stages(demo, made), "gen") {
		t.Run(name, func(t *testing.T) {
			c := newOverwriting(t, s.args, old)
			limit := fmt.Sprintf(`ulimit -f %d && exec axiomine "$@"`, s.blocks[len(s.blocks)-1])
			full := exec.Command("sh", append([]string{"-c", limit, "sh"}, append(s.args, "-q", "--overwrite", "-o", c.dir)...)...)
			if out, err := full.CombinedOutput(); err == nil || full.ProcessState.ExitCode() != 1 {
				t.Errorf("the limit of a file's size was not met: %v\n%s", err, out)
			}
			c.check(t, "a full disk")
			for _, at := range []struct {
				moment string
				signal os.Signal
				isMet  func() bool
			}{
				{"begun", os.Interrupt, has(filepath.Join(c.dir, ".part-*"))},
				{"begun", os.Kill, has(filepath.Join(c.dir, ".part-*"))},
				{"whole", os.Kill, has(filepath.Join(c.dir, ".overwrite-whole"))},
				{"placed", os.Kill, func() bool { return !has(filepath.Join(c.dir, ".overwrite-*"))() }},
			} {
				p := commandtest.Start(t, exec.Command("axiomine", append(s.args, "-q", c.mode(t), "-o", c.dir)...))
				p.Until(at.isMet)
				_ = p.Process.Signal(at.signal) // it may have ended before
				p.End()
				c.check(t, fmt.Sprintf("%s when the new result was %s", at.signal, at.moment))
			}
			c.finish(t)
		})
	}
}
