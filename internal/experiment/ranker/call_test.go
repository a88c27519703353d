//go:build unix

package ranker

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
	if len(lines) != lastLines+1 || lines[0] != "| line 12" || lines[lastLines-1] != `| \u001b[1mend` || len(told) != 31 {
		t.Errorf("%d told, %q", len(told), lines)
	}
}

// A call that is stopped ends within a second with all that it started, also what does not heed SIGTERM.
func TestCallEndsWithAllThatItStarted(t *testing.T) {
	t.Parallel()
	pids := filepath.Join(t.TempDir(), "pids")
	ctx, cancel := context.WithCancel(t.Context())
	defer time.AfterFunc(200*time.Millisecond, cancel).Stop()
	begin := time.Now()
	err := call(ctx, []string{"sh", "-c", `trap '' TERM; sleep 60 & echo $$ $! > ` + pids + `; wait; sleep 60`}, nil)
	if err == nil || !strings.Contains(err.Error(), "context canceled") {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > 2*time.Second {
		t.Errorf("it took %s", took)
	}
	raw, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	var leader, started int
	if _, err := fmt.Sscan(string(raw), &leader, &started); err != nil {
		t.Fatal(err)
	}
	for _, pid := range []int{leader, started} {
		if alive(pid) {
			t.Errorf("process %d goes on", pid)
		}
	}
}

// alive reports whether a process still runs a second later. A zombie does not.
func alive(pid int) bool {
	for range 20 {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if _, behind, ok := strings.Cut(string(stat), ") "); err == nil && ok && strings.HasPrefix(behind, "Z") {
			return false
		}
		if syscall.Kill(pid, 0) != nil {
			return false
		}
		time.Sleep(50 * time.Millisecond)
	}
	return true
}

// A command that does its work and leaves something running, which writes nothing to it, is a success, and nothing goes on.
func TestCallThatLeavesAProcessBehind(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	err := call(t.Context(), []string{"sh", "-c", `sleep 60 >/dev/null 2>&1 & echo $! > ` + pid}, nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	if _, err := fmt.Sscan(string(raw), &left); err != nil {
		t.Fatal(err)
	}
	if alive(left) {
		t.Errorf("process %d goes on", left)
	}
}

func TestCallThatLeavesAWriterBehind(t *testing.T) {
	err := call(t.Context(), []string{"sh", "-c", "sleep 60 & exit 0"}, nil)
	if err == nil || !strings.Contains(err.Error(), "left something running") {
		t.Fatal(err)
	}
}
