//go:build linux

package commandtest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/commandtest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestReadOnly: a directory that cannot be written is told in one line by every stage, whether it is empty or holds what an
// earlier stage left, and stays as it is. Permissions are tried out on Linux only.
func TestReadOnly(t *testing.T) {
	demo, _ := filepath.Abs("../../../configs/demo")
	made := madeBefore(t)
	work := filepath.Dir(made)
	// Root may write anywhere, so that its child must be somebody else, who may read what is here.
	var somebody *syscall.SysProcAttr
	binary := must.Get(exec.LookPath("axiomine"))(t)
	if os.Geteuid() == 0 {
		somebody = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		copied := filepath.Join(work, "axiomine")
		raw := must.Get(os.ReadFile(binary))(t)
		must.Do(t, os.WriteFile(copied, raw, 0o755))
		binary = copied
		own := filepath.Join(work, "demo")
		must.Do(t, os.CopyFS(own, os.DirFS(demo)))
		demo = own
		must.Do(t, filepath.WalkDir(work, func(path string, item os.DirEntry, err error) error {
			mode := os.FileMode(0o644)
			if err == nil && (item.IsDir() || path == binary) {
				mode = 0o755
			}
			return os.Chmod(path, mode)
		}))
		for dir := work; dir != filepath.Dir(dir) && strings.HasPrefix(filepath.Base(dir), "0") ||
			strings.HasPrefix(filepath.Base(dir), "Test"); dir = filepath.Dir(dir) {
			must.Do(t, os.Chmod(dir, 0o755))
		}
	}
	for name, s := range some(t, stages(demo, made), "gen") {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(work, strings.ReplaceAll(name, " ", "-"))
			for _, held := range []bool{false, true} {
				if held { // what it leaves itself when it may
					os.Chmod(dir, 0o755)
					if out, err := exec.Command("axiomine", append(s.args, "-q", "-o", dir)...).CombinedOutput(); err != nil {
						t.Fatalf("%v\n%s", err, out)
					}
					os.Remove(filepath.Join(dir, "splits", "test.txt")) // so that there is something to do
				} else if err := os.Mkdir(dir, 0o755); err != nil {
					t.Fatal(err)
				}
				before, _ := commandtest.Checksums(dir)
				readOnly(t, dir, true)
				cmd := exec.Command(binary, append(s.args, "-q", "--resume", "-o", dir)...)
				cmd.SysProcAttr = somebody
				cmd.Dir = work
				var stderr strings.Builder
				cmd.Stderr = &stderr
				cmd.Run()
				if code := cmd.ProcessState.ExitCode(); code != 1 || commandtest.OneError(stderr.String(), true) != "" ||
					!strings.HasSuffix(stderr.String(), ": permission denied; hint: check its permissions, or name another place\n") {
					t.Errorf("held %v: exit code %d: %q", held, code, stderr.String())
				}
				after, _ := commandtest.Checksums(dir)
				if difference := commandtest.Differing(before, after); difference != "" {
					t.Errorf("%s is changed", difference)
				}
				readOnly(t, dir, false)
			}
		})
	}
}

// readOnly takes away or gives back the right to write a folder and what is in it.
func readOnly(t *testing.T, dir string, yes bool) {
	t.Helper()
	must.Do(t, filepath.WalkDir(dir, func(path string, item os.DirEntry, err error) error {
		mode := os.FileMode(0o644)
		if item.IsDir() {
			mode = 0o755
		}
		if yes {
			mode &^= 0o222
		}
		return os.Chmod(path, mode)
	}))
}
