package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli/manual"
	"github.com/axiomine/axiomine/internal/testkit/commandtest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write what the scripts expect of cmp anew; review the diff")

// TestMain makes the test binary answer as axiomine where it is called by that name, and as a program that fails as runaway does.
func TestMain(m *testing.M) {
	patience = "24h" // a busy machine ends no command of a script
	testscript.Main(m, map[string]func(){"axiomine": main, "runaway": runaway})
}

// TestSources: help has the comments of the fields of all JSON files, so that no file of types is left out of sources.
func TestSources(t *testing.T) {
	for i, page := range manual.Pages(os.DirFS(".")) {
		if page.Name == "records" && page.Markdown() != manual.Pages(sources)[i].Markdown() {
			t.Error("sources lacks a Go file with a type of a JSON file: see the line go:embed in main.go")
		}
	}
}

// TestScripts runs the command line's scripts, which lie beside the commands. $DEMO is the embedded collection, $WORDNET a
// tiny folder in the layout of WordNet's; under [shared] there are real collections and golden answers in $SHARED. What stands behind
// [night] takes long: the lines beside it check as much of it as each change has to show.
func TestScripts(t *testing.T) {
	var scripts []string
	for _, pattern := range []string{"*/testdata/scripts/*.txt", "internal/cli/commands/testdata/scripts/*.txt"} {
		found := must.Get(filepath.Glob(pattern))(t)
		scripts = append(scripts, found...)
	}
	forNight := 0
	for _, script := range scripts {
		text := must.Get(os.ReadFile(script))(t)
		forNight += bytes.Count(text, []byte("\n[night] "))
	}
	isNight := nightly.Some(t, "lines of scripts", 0, forNight) == forNight
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
			switch name {
			case "night":
				return isNight, nil
			case "shared":
				_, err := os.Stat(shared)
				return err == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: commandtest.Commands(),
	})
}

// TestHelp: every command says what it does, then shows two examples; -h takes at most 30 lines, no line of it or of --help more
// than 80 columns but an example, which is to be copied whole, and every example is a command line that is accepted.
func TestHelp(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, flag := range []string{"-h", "--help"} {
			help := helpOf(cmd, flag)
			if flag == "-h" && strings.Count(help, "\n") > 30 {
				t.Errorf("%s -h has %d lines", cmd.CommandPath(), strings.Count(help, "\n"))
			}
			if flat := strings.Join(strings.Fields(help), " "); !strings.HasPrefix(flat,
				strings.Join(strings.Fields(cmd.Short), " ")+" Examples: ") {
				t.Errorf("%s %s starts with\n%.200s", cmd.CommandPath(), flag, help)
			}
			for _, line := range strings.Split(help, "\n") {
				if len(line) > 80 && !strings.Contains(cmd.Example, line) {
					t.Errorf("%s %s: a line of %d bytes: %s", cmd.CommandPath(), flag, len(line), line)
				}
			}
		}
		lines := strings.Split(cmd.Example, "\n")
		if len(lines) != 2 {
			t.Errorf("%s: %d examples", cmd.CommandPath(), len(lines))
		}
		for _, line := range lines {
			_, line, _ = strings.Cut(line, "axiomine ")
			if err := checkLine(line); err != nil {
				t.Errorf("%s: example %q: %v", cmd.CommandPath(), line, err)
			}
		}
		for _, verb := range cmd.Commands() {
			visit(verb)
		}
	}
	visit(newRoot(nil))
}

// checkLine returns why a command line, without the program's name, is not accepted. What follows the command in a shell is left out.
func checkLine(line string) error {
	line = regexp.MustCompile(` (?:[<>]|2>|\||#|&&) .*|;.*`).ReplaceAllString(line, "")
	var args []string
	for _, word := range regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`).FindAllString(strings.TrimSuffix(line, ")"), -1) {
		args = append(args, strings.NewReplacer(`"`, "", `'`, "").Replace(word))
	}
	called, rest, err := newRoot(args).Find(args)
	if err != nil {
		return err
	}
	if err := called.ParseFlags(rest); err != nil {
		return err
	}
	if !called.Runnable() {
		return errors.New("it is no command")
	}
	return called.ValidateArgs(called.Flags().Args())
}

// TestLinesOfPages: every command line that a page shows in code is accepted, and every topic of help is there.
func TestLinesOfPages(t *testing.T) {
	code := regexp.MustCompile("(?ms)^```sh\n.*?^```|^    [^\n]*|`axiomine [^`]*`")
	command := regexp.MustCompile("axiomine ([a-z][^`\n]*)")
	variables := regexp.MustCompile(` "\$(?:@|\{job\[@\]\})"`)
	lines := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() || !strings.HasSuffix(path, ".md") || strings.Contains(path, "testdata") || strings.HasPrefix(path, ".") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, part := range code.FindAllString(strings.ReplaceAll(string(text), "\\\n", ""), -1) {
			for _, m := range command.FindAllStringSubmatch(part, -1) {
				line := variables.ReplaceAllString(strings.Join(strings.Fields(m[1]), " "), "")
				topic, isTopic := strings.CutPrefix(line, "help")
				known := slices.ContainsFunc(manual.Pages(sources), func(p manual.Page) bool { return " "+p.Name == topic })
				if lines++; isTopic && !known && topic != "" && topic != " TOPIC" {
					t.Errorf("%s: there is no help%s", path, topic)
				} else if err := checkLine(line); err != nil && !isTopic && !errors.Is(err, pflag.ErrHelp) && !strings.Contains(err.Error(), "got 0 arguments") {
					t.Errorf("%s: axiomine %s: %v", path, line, err)
				}
			}
		}
		return err
	})
	if err != nil || lines < 80 {
		t.Errorf("%d command lines, %v", lines, err)
	}
}

// helpOf is what a command prints for -h or --help.
func helpOf(cmd *cobra.Command, flag string) string {
	var help strings.Builder
	cmd.SetOut(&help)
	cmd.HelpFunc()(cmd, []string{flag})
	return help.String()
}

// TestFlagsThatMatter: -h names flags that the command has, and no more than ten of a command with more than fifteen.
func TestFlagsThatMatter(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		named := cmd.Annotations["axiomine_flags"]
		for _, name := range strings.Fields(named) {
			if cmd.Flags().Lookup(name) == nil {
				t.Errorf("%s has no flag --%s", cmd.CommandPath(), name)
			}
		}
		flags := 0
		cmd.LocalFlags().VisitAll(func(*pflag.Flag) { flags++ })
		if shown := len(strings.Fields(named)); shown > 10 || flags > 15 && shown == 0 {
			t.Errorf("%s -h names %d of %d flags", cmd.CommandPath(), shown, flags)
		}
		for _, verb := range cmd.Commands() {
			visit(verb)
		}
	}
	visit(newRoot(nil))
}

// TestEnumerationsComplete: a shell completes every flag that has choices, or lists some in its help, to each of them.
func TestEnumerationsComplete(t *testing.T) {
	keys, own := 0, 0
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			var wanted []string
			if k, ok := configs.KeyOf(f); ok {
				if wanted = k.Values(); len(k.Choices) > 0 {
					keys++
				}
			} else if parts := strings.Split(f.Usage, " | "); len(parts) > 1 {
				wanted = parts[1:] // what stands before the first is text
				own++
			}
			complete, ok := cmd.GetFlagCompletionFunc(f.Name)
			if !ok && len(wanted) > 0 {
				t.Errorf("%s --%s completes nothing", cmd.CommandPath(), f.Name)
			}
			for _, value := range wanted {
				if !ok {
					break
				}
				if offered, _ := complete(cmd, nil, value[:1]); !slices.Contains(offered, value) {
					t.Errorf("%s --%s %s completes to %q, not to %s", cmd.CommandPath(), f.Name, value[:1], offered, value)
				}
			}
		})
		for _, verb := range cmd.Commands() {
			visit(verb)
		}
	}
	shellCall := []string{cobra.ShellCompRequestCmd}
	visit(newRoot(shellCall))
	if keys < 30 || own < 20 {
		t.Errorf("only %d flags of keys and %d others have choices: the test looks in the wrong place", keys, own)
	}
	for _, words := range [][2]string{{"axioms", "length-safe"}, {"output-format", "parquet"}, {"splits", "folds 5"}, {"config", "wikiqa"},
		{"retrieval", "bm25+rm3"}, {"set", "measures=nDCG@10"}, {"set", "stemmer=snowball:german"},
		{"set", "stopwords=german"}} {
		flag, value := words[0], words[1]
		cmd, _, err := newRoot(shellCall).Find([]string{"configs", "show"})
		must.Do(t, err)
		complete, ok := cmd.GetFlagCompletionFunc(flag)
		if !ok {
			t.Errorf("--%s completes nothing", flag)
			continue
		}
		if offered, _ := complete(cmd, nil, value[:strings.Index(value, "=")+2]); !slices.Contains(offered, value) {
			t.Errorf("--%s completes to %q, not to %s", flag, offered, value)
		}
	}
}

// runaway ends in a stack without end, after what main does first.
func runaway() {
	crashWithSignal()
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
