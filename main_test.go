package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"github.com/axiomine/axiomine/configs/command/commandtest"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
)

var update = flag.Bool("update", false, "write what the scripts expect of cmp anew; review the diff")

// TestMain makes the test binary answer as axiomine where it is called by that name, and as a program that fails as runaway does.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"axiomine": main, "runaway": runaway})
}

// TestScripts runs the command line's scripts, which lie beside the commands. $DEMO is the embedded collection, $WORDNET a
// tiny folder in the layout of WordNet's; under [shared] there are real collections and golden answers in $SHARED.
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
	wordnet, _ := filepath.Abs("gen/similarity/testdata/dict")
	testscript.Run(t, testscript.Params{
		Files:              scripts,
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("SHARED", shared)
			e.Setenv("DEMO", demo)
			e.Setenv("WORDNET", wordnet)
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name == "shared" {
				_, err := os.Stat(shared)
				return err == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: commandtest.Commands(),
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
