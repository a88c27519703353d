package house_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli/commands"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write .ci/size.txt anew; say in the commit why a number rises")

// sizesFile has a line for each size: a number, and what it counts.
const sizesFile = ".ci/size.txt"

// TestSizes: the numbers in .ci/size.txt may fall. A change that raises one writes it there, by make update, and its commit says why.
func TestSizes(t *testing.T) {
	sizes := map[string]int{"keys of the configuration": len(configs.Keys()), "modules in the program": linkedModules(t)}
	countFlags(commands.New(), sizes)
	countFiles(t, sizes)
	if *update {
		var text strings.Builder
		for _, name := range slices.Sorted(maps.Keys(sizes)) {
			fmt.Fprintf(&text, "%d %s\n", sizes[name], name)
		}
		must.Do(t, os.WriteFile(filepath.Join(root, sizesFile), []byte(text.String()), 0o666))
	}
	raw, err := os.ReadFile(filepath.Join(root, sizesFile))
	must.Do(t, err)
	most := map[string]int{}
	for line := range strings.Lines(string(raw)) {
		number, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if most[name], err = strconv.Atoi(number); err != nil {
			t.Fatalf("%s: %q: %v", sizesFile, line, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		if sizes[name] > most[name] {
			t.Errorf("%d %s, %s allows %d: make it less, or write the number there (make update) and say in the commit why it rises",
				sizes[name], name, sizesFile, most[name])
		}
	}
}

// linkedModules counts the modules that make build links: those that go version -m lists.
func linkedModules(t *testing.T) int {
	list := exec.Command("go", "list", "-tags=arrow_json_stdlib", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", ".")
	list.Dir, list.Env, list.Stderr = root, append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
	out := must.Get(list.Output())(t)
	paths := strings.Fields(string(out))
	slices.Sort(paths)
	return len(slices.Compact(paths))
}

// countFlags adds the flags that --help shows of every command that has others than --help.
func countFlags(cmd *cobra.Command, sizes map[string]int) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	n := 0
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			n++
		}
	})
	if n > 1 {
		sizes["flags of "+cmd.CommandPath()] = n
	}
	for _, verb := range cmd.Commands() {
		countFlags(verb, sizes)
	}
}

// countFiles adds the lines of Go outside of tests and .ci, and the words of the pages. It passes over what make makes.
func countFiles(t *testing.T, sizes map[string]int) {
	must.Do(t, fs.WalkDir(os.DirFS(root), ".", func(name string, item fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if item.IsDir() {
			made := name == "out" || name == "dist" || name == "demo-out"
			if name != "." && (made || strings.HasPrefix(item.Name(), ".")) {
				return filepath.SkipDir
			}
			return nil
		}
		isProduct := path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") &&
			!strings.HasPrefix(name, "internal/testkit/")
		if !isProduct && path.Ext(name) != ".md" {
			return nil
		}
		raw, err := fs.ReadFile(os.DirFS(root), name)
		if isProduct {
			sizes["lines of Go, without tests"] += bytes.Count(raw, []byte("\n"))
		} else {
			sizes["words of Markdown"] += len(bytes.Fields(raw))
		}
		return err
	}))
}
