//go:build !windows

package commandtest_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/commandtest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// packedLine writes a packed file of one line of so many times 64 MiB: every 64 MiB are a member, each the same bytes.
func packedLine(t *testing.T, path, start string, times int) {
	t.Helper()
	pack := func(text []byte) []byte {
		var member bytes.Buffer
		z := must.Get(gzip.NewWriterLevel(&member, gzip.BestSpeed))(t)
		z.Write(text)
		must.Do(t, z.Close())
		return member.Bytes()
	}
	file := pack([]byte(start))
	file = append(file, bytes.Repeat(pack(bytes.Repeat([]byte("a"), 64<<20)), times)...)
	must.Do(t, os.WriteFile(path, file, 0o666))
}

// A small packed file of one line of 3 GB and streams without an end are bad input, and no reader takes a gigabyte to say so.
func TestMemoryIsBounded(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	packedLine(t, at("docs.tsv.gz"), "1\t", 4)
	packedLine(t, at("run.txt.gz"), "q 0 d ", 48)
	packedLine(t, at("pairs.tsv.gz"), "a\tb\t", 4)
	must.Do(t, syscall.Mkfifo(at("pipe"), 0o600))
	demo, _ := filepath.Abs("../../../configs/demo")
	qrels := filepath.Join(demo, "qrels.test.txt")
	const zero = "/dev/zero"
	lines := []string{
		"gen index --data " + demo + " --format msmarco --collection " + at("docs.tsv.gz") + " -o " + at("a"),
		"train eval " + qrels + " " + zero,
		"gen index --data " + demo + " --format msmarco --collection " + zero + " -o " + at("c"),
		"train eval " + qrels + " " + at("run.txt.gz"),
		"train eval " + zero + " " + qrels,
		"tokenize encode --vocab " + zero,
		"gen --data " + demo + " --axioms reg --similarity table:" + at("pairs.tsv.gz") + " -o " + at("d"),
		"gen index --data " + demo + " --format msmarco --collection " + at("pipe") + " -o " + at("f"),
		"gen --data " + demo + " --set stopwords=" + zero + " -o " + at("e"),
		"train eval " + at("pipe") + " " + qrels,
		"tokenize encode --vocab " + at("pipe"),
		"gen -c " + at("pipe") + " -o " + at("g"),
		"train accuracy " + at("pipe") + " " + demo,
		"audit " + at("pipe"),
		"tokenize verify " + demo,
		"train eval " + demo + " " + qrels,
	}
	for _, args := range lines[:nightly.Some(t, "commands", 2, len(lines))] {
		cmd := exec.Command("axiomine", strings.Fields(args)...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		_ = cmd.Run() // the exit code tells
		if code := cmd.ProcessState.ExitCode(); code != 3 || commandtest.OneError(stderr.String(), true) != "" {
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

// The demo runs in an address space of 1 GiB, whether the binary was linked with cgo or not. Go's runtime draws where its heap begins:
// with cgo, one start in 130 finds no room for a second arena before any package is initialised (3 of 400 measured; none of 200 without
// cgo), so such a start is repeated. Three in a row are no bad luck.
func TestAddressSpace(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no other system counts addresses that are only reserved")
	}
	config := smallDemo(t)
	if nightly.Some(t, "of all rows of the demo", 0, 1) == 1 {
		config = "demo"
	}
	for range 3 {
		out, err := exec.Command("sh", "-c", `ulimit -v 1048576 && exec axiomine demo -q -c "$0" -o "$1"`, config,
			filepath.Join(t.TempDir(), "out")).CombinedOutput()
		if err == nil {
			return
		}
		if t.Logf("%v: %.1000s", err, out); !bytes.HasPrefix(out, []byte("runtime: out of memory")) {
			break
		}
	}
	t.Error("no demo within 1 GiB of addresses")
}
