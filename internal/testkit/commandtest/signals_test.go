//go:build !windows

package commandtest_test

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/axiomine/axiomine/internal/testkit/commandtest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// A stop is where a signal comes to a run.
type stop struct {
	stage string
	after string // the beginning of a line on stderr, "" for the first file
}

// TestSignals stops the demo in its steps, as soon as a line that comes before a step is on stderr, and goes on with --resume until the
// next one. In the end all files are those of an unbroken run.
func TestSignals(t *testing.T) {
	c := commandtest.NewStoppable(t, "demo", "-c", smallDemo(t))
	stops := []stop{{"index", ""}, {"vectors", "step 2 of "}, {"retrieve", "vectors: trained "},
		{"sample", "asked: "}, {"vocab", "step 5 of "}, {"shards", "sample: kept "}, {"tune", "step 6 of "}, {"retrieve again", "first stage: "},
		{"train", "step 10 of "}, {"diagnose", "step 11 of "}}
	interrupted, terminated := stops, []stop{stops[0], stops[3], stops[6], stops[9]}
	if nightly.Some(t, "stops", 2, len(stops)+4) == 2 {
		interrupted, terminated = stops[1:2], stops[8:9]
	}
	stopped := 0
	for _, at := range interrupted {
		stopped += signalled(t, c, at, os.Interrupt, 130,
			"error: stopped by interrupt; hint: the same command with --resume continues\n")
	}
	if nightly.All() {
		c.Finish(t)
		os.RemoveAll(c.Dir)
	}
	for _, at := range terminated {
		stopped += signalled(t, c, at, syscall.SIGTERM, 143,
			"error: stopped by terminated; hint: the same command with --resume continues\n")
	}
	c.Finish(t)
	if tried := len(interrupted) + len(terminated); stopped < tried/2 || !nightly.All() && stopped < tried {
		t.Errorf("only %d of %d runs were stopped", stopped, tried)
	}
}

// smallDemo writes a configuration under which the demo makes the same steps on less, and returns its path, which is the same in all tests.
func smallDemo(t *testing.T) string {
	t.Helper()
	path := filepath.Join(scratch, "small.yaml")
	const text = "extends: demo\ngen: {dimension: 10}\ntrain: {seeds: 1, epochs: 2, pairs_per_epoch: 200}\n"
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

// signalled sends the signal to a run once it comes to the stop, and returns 1. A run that is faster is made anew; 0 is returned if it
// comes to its end without the line.
func signalled(t *testing.T, c *commandtest.Stoppable, at stop, signal os.Signal, code int, want string) int {
	t.Helper()
	for {
		cmd := exec.Command("axiomine", c.Line()...)
		pipe := must.Get(cmd.StderrPipe())(t)
		must.Do(t, cmd.Start())
		if at.after == "" {
			for isThere := has(filepath.Join(c.Dir, ".part-*", "*")); !isThere(); {
				time.Sleep(time.Millisecond)
			}
			cmd.Process.Signal(signal)
		}
		var told strings.Builder
		isSent := at.after == ""
		for lines := bufio.NewScanner(pipe); lines.Scan(); {
			told.WriteString(lines.Text() + "\n")
			if at.after != "" && strings.HasPrefix(lines.Text(), at.after) {
				cmd.Process.Signal(signal)
				isSent = true
			}
		}
		cmd.Wait()
		switch got := cmd.ProcessState.ExitCode(); {
		case got == code:
			if complaint := commandtest.OneError(told.String(), true); complaint != "" || !strings.HasSuffix(told.String(), want) {
				t.Errorf("%s: %s, stderr ends in %q", at.stage, complaint, told.String()[max(0, told.Len()-200):])
			}
			c.IsWhole(t, false)
			return 1
		case got != 0:
			t.Fatalf("%s: exit code %d\n%s", at.stage, got, told.String())
		}
		c.IsDone(t) // it was faster than the signal
		os.RemoveAll(c.Dir)
		if !isSent {
			return 0
		}
	}
}

// TestInterruptedInput stops a command that waits for its next line.
func TestInterruptedInput(t *testing.T) {
	vocab := filepath.Join(t.TempDir(), "vocab.txt")
	must.Do(t, os.WriteFile(vocab, []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\nbread\n"), 0o666))
	cmd := exec.Command("axiomine", "tokenize", "encode", "--vocab", vocab)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	in := must.Get(cmd.StdinPipe())(t)
	must.Do(t, cmd.Start())
	// More than a pipe holds: once this is written the command is reading.
	must.Get(io.WriteString(in, strings.Repeat("{\"text\": \"bread\"}\n", 20_000)))(t)
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 || stderr.String() != "error: stopped by interrupt; hint: run it again\n" {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
}

// stopped runs a program until it is signalled, and gives its exit code and what it said. A busy machine may not have come to main by
// then: it is tried again with more time.
func stopped(t *testing.T, s os.Signal, stdin io.Reader, program string, args ...string) (code int, told string) {
	t.Helper()
	for wait := 300 * time.Millisecond; ; wait *= 2 {
		var stderr bytes.Buffer
		cmd := exec.Command(program, args...)
		cmd.Stdin, cmd.Stderr = stdin, &stderr
		p := commandtest.Start(t, cmd)
		time.Sleep(wait)
		cmd.Process.Signal(s)
		if status := p.End().Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != s {
			return cmd.ProcessState.ExitCode(), stderr.String()
		}
	}
}

// A pipe with a silent writer holds up whoever reads it. A signal ends that, in the program as users have it, whose patience ends.
func TestStoppedInASystemCall(t *testing.T) {
	t.Parallel()
	program := must.Get(linkOther())(t)
	dir := t.TempDir()
	r, w, err := os.Pipe()
	must.Do(t, err)
	defer r.Close()
	defer w.Close()
	demo, _ := filepath.Abs("../../../configs/demo")
	qrels := filepath.Join(demo, "qrels.test.txt")
	lines := []struct {
		signal os.Signal
		code   int
		args   string
	}{
		{syscall.SIGTERM, 143, "train eval /dev/stdin " + qrels},
		{os.Interrupt, 130, "train eval " + qrels + " /dev/stdin"},
		{syscall.SIGTERM, 143, "tokenize encode --vocab /dev/stdin"},
		{syscall.SIGTERM, 143, "gen --data " + demo + " --set stopwords=/dev/stdin -o " + filepath.Join(dir, "b")},
		{syscall.SIGTERM, 143, "gen -c /dev/stdin -o " + filepath.Join(dir, "c")},
	}
	for _, c := range lines[:nightly.Some(t, "commands", 2, len(lines))] {
		code, told := stopped(t, c.signal, r, program, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(told, "error: stopped by ") {
			t.Errorf("%s: exit code %d\n%s", c.args, code, told)
		}
	}
}
