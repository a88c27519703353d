package commandtest_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/commandtest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestLocked: a directory that another process works in is refused at once, in every mode, and the message says who that is.
// A lock that a killed process left is taken over, and said.
func TestLocked(t *testing.T) {
	demo, _ := filepath.Abs("../../../configs/demo")
	dir := filepath.Join(t.TempDir(), "out")
	held, err := result.Claim(dir, result.Fresh) // by this process
	must.Do(t, err)
	for _, mode := range []string{"", "--resume", "--overwrite"} {
		args := append([]string{"gen", "index", "--data", demo, "-o", dir}, strings.Fields(mode)...)
		out, err := exec.Command("axiomine", args...).CombinedOutput()
		var failed *exec.ExitError
		want := fmt.Sprintf("error: %s is locked (.lock) by process %d on ", dir, os.Getpid())
		if !errors.As(err, &failed) || failed.ExitCode() != 2 || !strings.HasPrefix(string(out), want) ||
			commandtest.OneError(string(out), true) != "" {
			t.Errorf("%s: %v %q", mode, err, out)
		}
	}
	must.Do(t, held.Close())
	if _, err := os.Stat(dir); err == nil {
		t.Error("the lock's folder is left")
	}
	var killed *commandtest.Process
	for killed == nil || killed.End().Success() { // it was done before the kill
		os.RemoveAll(dir)
		killed = commandtest.Start(t, exec.Command("axiomine", "gen", "-c", "demo", "--data", demo, "-o", dir))
		killed.Until(has(filepath.Join(dir, ".part-*")))
		killed.Process.Kill()
	}
	out, err := exec.Command("axiomine", "gen", "-c", "demo", "--data", demo, "-o", dir, "--resume").CombinedOutput()
	want := fmt.Sprintf("lock: taken over from process %d on ", killed.Process.Pid)
	if err != nil || strings.Count(string(out), want) != 1 {
		t.Errorf("%v, no %q in %s", err, want, out)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".[lp]*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// has returns a condition: that there is a file whose name is like the pattern.
func has(pattern string) func() bool {
	return func() bool {
		found, _ := filepath.Glob(pattern)
		return len(found) > 0
	}
}
