//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// runaway ends in a stack without end, after what main does first.
func runaway() {
	prepare()
	debug.SetMaxStack(1 << 20)
	var deeper func(int) int
	deeper = func(n int) int { return deeper(n+1) + n }
	fmt.Print(deeper(0))
}

// What Go's runtime ends itself has not the exit code of usage.
func TestRuntimeFailure(t *testing.T) {
	out, err := exec.Command("runaway").CombinedOutput()
	failed, ok := errors.AsType[*exec.ExitError](err)
	if !ok || failed.Sys().(syscall.WaitStatus).Signal() != syscall.SIGABRT || !bytes.Contains(out, []byte("stack overflow")) {
		t.Errorf("%v: %.300s", err, out)
	}
}

// A panic is a defect of ours: exit code 70, and a line that says where to report it.
func TestDefect(t *testing.T) {
	broken := &cobra.Command{Use: "x", SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error {
		var none []int
		return fmt.Errorf("%d", none[len(none)])
	}}
	broken.SetArgs(nil)
	err := execute(context.Background(), broken)
	if exitCode(err) != 70 || !strings.Contains(err.Error(), "index out of range") || !strings.Contains(err.Error(), "axiomine/issues") {
		t.Errorf("exit code %d: %v", exitCode(err), err)
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
	demo, _ := filepath.Abs("configs/demo")
	qrels := filepath.Join(demo, "qrels.test.txt")
	for _, c := range []struct {
		signal os.Signal
		code   int
		args   string
	}{
		{syscall.SIGTERM, 143, "train eval " + unopened + " " + qrels},
		{os.Interrupt, 130, "train eval " + qrels + " " + silent},
		{syscall.SIGTERM, 143, "tokenize encode --vocab " + silent},
		{syscall.SIGTERM, 143, "axioms check"},
		{syscall.SIGTERM, 143, "gen --data " + demo + " --stopwords " + unopened + " -o " + filepath.Join(dir, "b")},
		{syscall.SIGTERM, 143, "gen -c " + unopened + " -o " + filepath.Join(dir, "c")},
	} {
		code, told := stopped(t, c.signal, r, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(told, "error: stopped by ") {
			t.Errorf("%s: exit code %d\n%s", c.args, code, told)
		}
	}
}

// packedLine writes a packed file of one line of so many times 64 MiB: every 64 MiB are a member, each the same bytes.
func packedLine(t *testing.T, path, start string, times int) {
	t.Helper()
	pack := func(text []byte) []byte {
		var member bytes.Buffer
		z, err := gzip.NewWriterLevel(&member, gzip.BestSpeed)
		if err != nil {
			t.Fatal(err)
		}
		z.Write(text)
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return member.Bytes()
	}
	file := pack([]byte(start))
	file = append(file, bytes.Repeat(pack(bytes.Repeat([]byte("a"), 64<<20)), times)...)
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
}

// A small packed file of one line of 3 GB, streams without an end, and counts without records behind them are bad input, and no
// reader takes a gigabyte to say so.
func TestMemoryIsBounded(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	packedLine(t, at("docs.tsv.gz"), "1\t", 4)
	packedLine(t, at("run.txt.gz"), "q 0 d ", 48)
	packedLine(t, at("pairs.tsv.gz"), "a\tb\t", 4)
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	// A header of version 1 that claims 2^31-1 postings lists and documents (Lin et al. 2020): fields 1 to 6.
	ciff := "\x1e\x08\x01\x10\xff\xff\xff\xff\x07\x18\xff\xff\xff\xff\x07\x20\xff\xff\xff\xff\x07\x28\xff\xff\xff\xff\x07\x30\x01"
	ciff = string(rune(len(ciff)-1)) + ciff[1:]
	if err := os.WriteFile(at("claims.ciff"), []byte(ciff), 0o666); err != nil {
		t.Fatal(err)
	}
	demo, _ := filepath.Abs("configs/demo")
	qrels := filepath.Join(demo, "qrels.test.txt")
	const zero = "/dev/zero"
	for _, args := range []string{
		"gen index --data " + demo + " --format msmarco --collection " + at("docs.tsv.gz") + " -o " + at("a"),
		"gen inspect --format ciff --collection " + at("claims.ciff"),
		"gen index --data " + demo + " --format msmarco --collection " + zero + " -o " + at("c"),
		"train eval " + qrels + " " + at("run.txt.gz"),
		"train eval " + zero + " " + qrels,
		"train eval " + qrels + " " + zero,
		"tokenize encode --vocab " + zero,
		"gen --data " + demo + " --similarity table:" + at("pairs.tsv.gz") + " -o " + at("d"),
		"gen index --data " + demo + " --format msmarco --collection " + at("pipe") + " -o " + at("f"),
		"gen --data " + demo + " --stopwords " + zero + " -o " + at("e"),
		"tokenize verify " + demo,
		"train eval " + demo + " " + qrels,
	} {
		cmd := exec.Command("axiomine", strings.Fields(args)...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		_ = cmd.Run() // the exit code tells
		if code := cmd.ProcessState.ExitCode(); code != 3 || oneError(stderr.String(), true) != "" {
			t.Errorf("%s: exit code %d\n%.500s", args, code, stderr.String())
		}
		if used := residentPeak(cmd.ProcessState); used >= 1<<30 {
			t.Errorf("%s: %d MiB resident", args, used>>20)
		} else {
			t.Logf("%s: %d MiB: %s", args, used>>20, stderr.String())
		}
	}
}

// residentPeak is the most memory in bytes that a process held.
func residentPeak(p *os.ProcessState) int64 {
	peak := p.SysUsage().(*syscall.Rusage).Maxrss
	if runtime.GOOS != "darwin" { // counted in KiB
		peak <<= 10
	}
	return peak
}

// The demo runs in an address space of 1 GiB, whether the binary was linked with cgo or not.
func TestAddressSpace(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no other system counts addresses that are only reserved")
	}
	out, err := exec.Command("sh", "-c", `ulimit -v 1048576 && exec axiomine demo -q -o "$0"`, filepath.Join(t.TempDir(), "out")).CombinedOutput()
	if err != nil {
		t.Errorf("%v: %.1000s", err, out)
	}
}
