//go:build unix

package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func TestCallShowsTheLastLines(t *testing.T) {
	var told []string
	const script = `i=0; while [ $i -lt 30 ]; do i=$((i+1)); echo line $i; done; printf '\033[1mend' >&2; exit 3`
	err := call(t.Context(), []string{"sh", "-c", script}, func(line string) { told = append(told, line) })
	var f *errs.Error
	if !errors.As(err, &f) || !strings.Contains(f.Problem, "exit status 3") {
		t.Fatal(err)
	}
	lines := strings.Split(string(f.Preamble), "\n")
	if len(lines) != numLastLines+1 || lines[0] != "| line 12" || lines[numLastLines-1] != `| \u001b[1mend` || len(told) != 31 {
		t.Errorf("%d told, %q", len(told), lines)
	}
}

// A call that is stopped ends with all that it started, also what does not heed SIGTERM.
func TestCallEndsWithAllThatItStarted(t *testing.T) {
	t.Parallel()
	pids := filepath.Join(t.TempDir(), "pids")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	started := make(chan struct{})
	go func() {
		<-started
		cancel()
	}()
	script := `trap '' TERM; sleep 3600 & echo $$ $! > ` + pids + `; echo started; wait; sleep 3600`
	err := call(ctx, []string{"sh", "-c", script}, func(string) { close(started) })
	if err == nil || !strings.Contains(err.Error(), "context canceled") {
		t.Fatal(err)
	}
	raw := must.Get(os.ReadFile(pids))(t)
	var leader, child int
	must.Get(fmt.Sscan(string(raw), &leader, &child))(t)
	waitForEnd(leader)
	waitForEnd(child)
}

// waitForEnd waits until a process does not run, as long as the test may. A zombie does not run.
func waitForEnd(pid int) {
	for syscall.Kill(pid, 0) == nil {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if _, behind, ok := strings.Cut(string(stat), ") "); err == nil && ok && strings.HasPrefix(behind, "Z") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// A command that does its work and leaves something running, which writes nothing to it, is a success, and nothing goes on.
func TestCallThatLeavesAProcessBehind(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	must.Do(t, call(t.Context(), []string{"sh", "-c", `sleep 3600 >/dev/null 2>&1 & echo $! > ` + pid}, nil))
	raw := must.Get(os.ReadFile(pid))(t)
	left := 0
	must.Get(fmt.Sscan(string(raw), &left))(t)
	waitForEnd(left)
}
