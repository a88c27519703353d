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
)

// TestSignals stops the demo in every step, as soon as a line that comes before it is on stderr, and goes on with --resume until the
// next one. In the end all files are those of an unbroken run.
func TestSignals(t *testing.T) {
	c := commandtest.NewStoppable(t, "demo")
	stages := []struct{ name, after string }{{"index", ""}, {"vectors", "step 2 of "}, {"retrieve", "vectors: trained "},
		{"sample", "asked: "}, {"vocab", "step 5 of "}, {"shards", "sample: kept "}, {"tune", "step 6 of "}, {"retrieve again", "first stage: "},
		{"train", "step 10 of "}, {"diagnose", "step 11 of "}}
	for _, s := range []struct {
		signal os.Signal
		code   int
		every  int // so manieth stage
		told   string
	}{{os.Interrupt, 130, 1, "error: stopped by interrupt; hint: the same command with --resume continues\n"},
		{syscall.SIGTERM, 143, 3, "error: stopped by terminated; hint: the same command with --resume continues\n"}} {
		tried, stopped := 0, 0
		for i, stage := range stages {
			if i%s.every != 0 {
				continue
			}
			tried++
			cmd := exec.Command("axiomine", c.Line()...)
			pipe, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if stage.after == "" {
				waitFor(t, filepath.Join(c.Dir, ".part-*", "*"))
				cmd.Process.Signal(s.signal)
			}
			var told strings.Builder
			for lines := bufio.NewScanner(pipe); lines.Scan(); {
				told.WriteString(lines.Text() + "\n")
				if stage.after != "" && strings.HasPrefix(lines.Text(), stage.after) {
					cmd.Process.Signal(s.signal)
				}
			}
			cmd.Wait()
			switch code := cmd.ProcessState.ExitCode(); code {
			case s.code:
				stopped++
				if complaint := commandtest.OneError(told.String(), true); complaint != "" || !strings.HasSuffix(told.String(), s.told) {
					t.Errorf("%s: %s, stderr ends in %q", stage.name, complaint, told.String()[max(0, told.Len()-200):])
				}
				c.IsWhole(t, false)
			case 0: // it was faster than the signal
				c.IsDone(t)
				os.RemoveAll(c.Dir)
			default:
				t.Errorf("%s: exit code %d\n%s", stage.name, code, told.String())
			}
		}
		if stopped < tried/2 {
			t.Errorf("%v stopped only %d of %d runs", s.signal, stopped, tried)
		}
		c.Finish(t)
		os.RemoveAll(c.Dir)
	}
}

// TestInterruptedInput stops a command that waits for its next line.
func TestInterruptedInput(t *testing.T) {
	vocab := filepath.Join(t.TempDir(), "vocab.txt")
	if err := os.WriteFile(vocab, []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\nbread\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("axiomine", "tokenize", "encode", "--vocab", vocab)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// More than a pipe holds: once this is written the command is reading.
	if _, err := io.WriteString(in, strings.Repeat("{\"text\": \"bread\"}\n", 20_000)); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 || stderr.String() != "error: stopped by interrupt; hint: run it again\n" {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
}

// stopped runs axiomine until it is signalled, and gives its exit code and what it said. A busy machine may not have come to main by
// then: it is tried again with more time.
func stopped(t *testing.T, s os.Signal, stdin io.Reader, args ...string) (code int, told string) {
	t.Helper()
	for wait := 300 * time.Millisecond; ; wait *= 2 {
		var stderr bytes.Buffer
		cmd := exec.Command("axiomine", args...)
		cmd.Stdin, cmd.Stderr = stdin, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		cmd.Process.Signal(s)
		late := time.AfterFunc(10*time.Second, func() { cmd.Process.Kill() })
		_ = cmd.Wait() // the exit code tells
		late.Stop()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != s || wait > 3*time.Second {
			return cmd.ProcessState.ExitCode(), stderr.String()
		}
	}
}

// A pipe without a writer holds up whoever opens it, and one with a silent writer whoever reads it. A signal ends both.
func TestStoppedInASystemCall(t *testing.T) {
	dir := t.TempDir()
	fifo := func(name string) string {
		path := filepath.Join(dir, name)
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	unopened, silent := fifo("unopened.txt"), fifo("silent.txt")
	writer, err := os.OpenFile(silent, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	demo, _ := filepath.Abs("../../../configs/demo")
	qrels := filepath.Join(demo, "qrels.test.txt")
	for _, c := range []struct {
		signal os.Signal
		code   int
		args   string
	}{
		{syscall.SIGTERM, 143, "train eval " + unopened + " " + qrels},
		{os.Interrupt, 130, "train eval " + qrels + " " + silent},
		{syscall.SIGTERM, 143, "tokenize encode --vocab " + silent},
		{syscall.SIGTERM, 143, "gen --data " + demo + " --set stopwords=" + unopened + " -o " + filepath.Join(dir, "b")},
		{syscall.SIGTERM, 143, "gen -c " + unopened + " -o " + filepath.Join(dir, "c")},
	} {
		code, told := stopped(t, c.signal, r, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(told, "error: stopped by ") {
			t.Errorf("%s: exit code %d\n%s", c.args, code, told)
		}
	}
}
