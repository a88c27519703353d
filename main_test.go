package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
)

// TestMain makes the test binary answer as axiomine where it is called by that name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"axiomine": main})
}

// TestScripts runs the command line's scripts, which lie beside the commands. $DEMO is the embedded collection; under
// [shared] there are real collections and golden answers in $SHARED.
func TestScripts(t *testing.T) {
	var scripts []string
	for _, pattern := range []string{"*/testdata/scripts/*.txt", "*/*cmd/testdata/scripts/*.txt"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		scripts = append(scripts, found...)
	}
	shared, _ := filepath.Abs("../shared")
	demo, _ := filepath.Abs("configs/demo")
	testscript.Run(t, testscript.Params{
		Files:              scripts,
		RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("SHARED", shared)
			e.Setenv("DEMO", demo)
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name == "shared" {
				_, err := os.Stat(shared)
				return err == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "samefiles": sameFiles, "pack": pack, "cut": cut, "flip": flip,
		},
	})
}

// TestHelp: every command's help starts with two examples, and every example is a command line that is accepted.
func TestHelp(t *testing.T) {
	words := regexp.MustCompile(`[^\s"']+|"[^"]*"|'[^']*'`)
	redirection := regexp.MustCompile(` [<>] .*`)
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		var help strings.Builder
		cmd.SetOut(&help)
		if err := cmd.Help(); err != nil {
			t.Error(err)
		}
		lines := strings.Split(cmd.Example, "\n")
		if len(lines) != 2 || !strings.HasPrefix(help.String(), "Examples:\n"+cmd.Example+"\n\n"+cmd.Short+"\n") {
			t.Errorf("%s: help starts with\n%.200s", cmd.CommandPath(), help.String())
		}
		for _, line := range lines {
			_, line, _ = strings.Cut(line, "axiomine ")
			line = redirection.ReplaceAllString(line, "")
			var args []string
			for _, word := range words.FindAllString(strings.TrimSuffix(line, ")"), -1) {
				args = append(args, strings.Trim(word, `"'`))
			}
			called, rest, err := newRoot().Find(args)
			if err == nil {
				err = errors.Join(called.ParseFlags(rest), called.ValidateArgs(called.Flags().Args()))
			}
			if err != nil || !called.Runnable() {
				t.Errorf("%s: example %q: %v", cmd.CommandPath(), line, err)
			}
		}
		for _, verb := range cmd.Commands() {
			visit(verb)
		}
	}
	visit(newRoot())
}

// exits CODE COMMAND...: the command ends with this exit code. An error is told as the contract says: in one last line on
// stderr, "error: what; hint: what to do"; without an error there is no such line.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var failed *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
		got = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, not %d", got, want)
	}
	if complaint := oneError(ts.ReadFile("stderr"), want != 0); complaint != "" {
		ts.Fatalf("%s", complaint)
	}
}

// oneError says what is wrong with the end of stderr, if anything is.
func oneError(stderr string, failed bool) string {
	count := strings.Count("\n"+stderr, "\nerror: ")
	lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
	switch {
	case !failed && count > 0:
		return "an error is told, but the exit code is 0"
	case !failed:
		return ""
	case count != 1 || !strings.HasPrefix(lines[len(lines)-1], "error: ") || !strings.HasSuffix(stderr, "\n"):
		return fmt.Sprintf("%d error lines, and the last line is %q", count, lines[len(lines)-1])
	case strings.Count(stderr, "; hint: ") != 1:
		return "no hint, or more than one"
	}
	return ""
}

// sameFiles A B: both folders hold files of the same names and bytes.
func sameFiles(ts *testscript.TestScript, neg bool, args []string) {
	difference, err := differing(ts.MkAbs(args[0]), ts.MkAbs(args[1]))
	ts.Check(err)
	if neg == (difference == "") {
		ts.Fatalf("difference: %q", difference)
	}
}

// differing names the first file that is not the same in both folders, "" when all are. An empty folder is a mistake.
func differing(a, b string) (string, error) {
	left, err := checksums(a)
	if err != nil {
		return "", err
	}
	right, err := checksums(b)
	if err != nil {
		return "", err
	}
	if len(left) == 0 || len(right) == 0 {
		return "", errors.New("nothing to compare")
	}
	for name, f := range left {
		if right[name] != f {
			return name, nil
		}
	}
	for name := range right {
		if _, ok := left[name]; !ok {
			return name, nil
		}
	}
	return "", nil
}

func checksums(dir string) (map[string]outdir.File, error) {
	sums := map[string]outdir.File{}
	err := filepath.WalkDir(dir, func(path string, item os.DirEntry, err error) error {
		if err != nil || item.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		sums[name], err = outdir.Checksum(dir, name)
		return err
	})
	return sums, err
}

// pack gzip|zstd FROM TO: writes a compressed copy.
func pack(ts *testscript.TestScript, _ bool, args []string) {
	to, err := os.Create(ts.MkAbs(args[2]))
	ts.Check(err)
	defer to.Close()
	var w io.WriteCloser = gzip.NewWriter(to)
	if args[0] == "zstd" {
		w, err = zstd.NewWriter(to)
		ts.Check(err)
	}
	_, err = io.WriteString(w, ts.ReadFile(args[1]))
	ts.Check(errors.Join(err, w.Close()))
}

// cut FILE: takes the last third of its bytes away.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	raw := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(raw[:len(raw)*2/3]), 0o666))
}

// flip FILE: changes the byte in its middle.
func flip(ts *testscript.TestScript, _ bool, args []string) {
	raw := []byte(ts.ReadFile(args[0]))
	raw[len(raw)/2] ^= 1
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), raw, 0o666))
}
