package commandtest_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/commandtest"
)

// TestLocked: a directory that another process works in is refused at once, in every mode, and the message says who that is.
// A lock that a killed process left is taken over, and said.
func TestLocked(t *testing.T) {
	demo, _ := filepath.Abs("../../../configs/demo")
	dir := filepath.Join(t.TempDir(), "out")
	held, err := result.Claim(dir, result.Fresh) // by this process
	if err != nil {
		t.Fatal(err)
	}
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
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the lock's folder is left")
	}
	cmd := exec.Command("axiomine", "gen", "-c", "demo", "--data", demo, "-o", dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, filepath.Join(dir, ".part-*"))
	cmd.Process.Kill()
	cmd.Wait()
	out, err := exec.Command("axiomine", "gen", "-c", "demo", "--data", demo, "-o", dir, "--resume").CombinedOutput()
	want := fmt.Sprintf("lock: taken over from process %d on ", cmd.Process.Pid)
	if err != nil || strings.Count(string(out), want) != 1 {
		t.Errorf("%v, no %q in %s", err, want, out)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".[lp]*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// waitFor waits for a file whose name is like the pattern.
func waitFor(t *testing.T, path string) {
	t.Helper()
	for range 5000 {
		if found, err := filepath.Glob(path); err == nil && len(found) > 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("no %s", path)
}
