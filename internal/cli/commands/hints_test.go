package commands

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/cobra"
)

// foreignFlags are flags of other programs that texts of this one name.
var foreignFlags = map[string]string{
	"long": "zstd", "dataset-name": "tevatron", "dataset-path": "tevatron", "corpus-name": "tevatron", "corpus-path": "tevatron",
	"train-group-size": "tevatron", "data-dir": "MT-DNN", "task-def": "MT-DNN", "train-datasets": "MT-DNN",
	"train-data": "FlagEmbedding", "knowledge-distillation": "FlagEmbedding", "task-type": "swift", "loss-type": "swift", "dataset": "swift",
	"queries": "configs/recipes",
}

var namedFlag = regexp.MustCompile(`(?:^|[^\w-])--([a-z][a-z0-9_-]*)`)

// TestHintsNameFlagsThatExist: every flag that a text of the source names is a flag of some command, or of a program in the table; and
// whatever command ends with a text as its hint, what the user reads names no flag that this command lacks.
func TestHintsNameFlagsThatExist(t *testing.T) {
	root := New()
	commands := runnable(root)
	foreign := map[string]bool{}
	texts := 0
	eachText(t, func(place, text string) {
		names := flagsIn(text)
		if len(names) == 0 {
			return
		}
		texts++
		for _, name := range names {
			exists := slices.ContainsFunc(commands, func(cmd *cobra.Command) bool { return cli.HasFlag(cmd, name) })
			if foreign[name] = foreign[name] || !exists; !exists && foreignFlags[name] == "" {
				t.Errorf("%s: --%s is a flag of no command: %s", place, name, text)
			}
		}
		for _, cmd := range commands {
			_, hint, _ := strings.Cut(cli.FitHint(cmd, "wrong; hint: "+text), "; hint: ")
			for _, name := range flagsIn(hint) {
				if !cli.HasFlag(cmd, name) && foreignFlags[name] == "" && !namesACommand(hint) {
					t.Errorf("%s: %s has no flag --%s, and hints: %s", place, cmd.CommandPath(), name, hint)
				}
			}
		}
	})
	for name := range foreignFlags {
		if !foreign[name] {
			t.Errorf("foreignFlags has --%s, which no text names", name)
		}
	}
	if texts < 200 || len(commands) < 25 {
		t.Errorf("%d texts with flags and %d commands: the test looks in the wrong place", texts, len(commands))
	}
}

// TestHintsOfCommandsThatLackAFlag: what the hint of a package that many commands use becomes.
func TestHintsOfCommandsThatLackAFlag(t *testing.T) {
	for _, c := range []struct{ path, hint, want string }{
		{"gen retrieve", "is it a run? --set strict=true stops there", "is it a run? --set strict=true stops there"},
		{"train eval", "is it a run? --set strict=true stops there", "is it a run? --strict=true stops there"},
		{"train report", "is it a run? --set strict=true stops there", "see axiomine train report --help"},
		{"tokenize vocab", "name the documents with --collection FILE", "see axiomine tokenize vocab --help"},
		{"tokenize vocab", "choose with --format or --collection", "see axiomine tokenize vocab --help"},
		{"tokenize vocab", "check the path, or name a file with --collection", "check the path"},
		{"tokenize vocab", "name a file with --collection, or check the path; it is read whole", "check the path; it is read whole"},
		{"tokenize shards", "raise --set hits=N, or give --vocab", "give --vocab"},
		{"train eval", "make it with axiomine gen mine --part", "make it with axiomine gen mine --part"},
		{"train eval", "zstd -d --long=31 -c FILE", "zstd -d --long=31 -c FILE"},
		{"train report", "run it again with --resume", "see axiomine train report --help"},
		{"train eval", `say --columns "document=Reply text"`, "see axiomine train eval --help"},
	} {
		cmd, _, err := New().Find(strings.Fields(c.path))
		must.Do(t, err)
		if got := cli.FitHint(cmd, "f:1: wrong; hint: "+c.hint); got != "f:1: wrong; hint: "+c.want {
			t.Errorf("%s: %q became %q, not %q", c.path, c.hint, got, c.want)
		}
	}
}

// flagsIn returns the names of the flags in a text, as the command line spells them.
func flagsIn(text string) (names []string) {
	for _, m := range namedFlag.FindAllStringSubmatch(text, -1) {
		names = append(names, strings.TrimRight(strings.ReplaceAll(m[1], "_", "-"), "-"))
	}
	return names
}

// namesACommand reports whether a text says whose flags it names.
func namesACommand(text string) bool {
	return regexp.MustCompile(`axiomine (gen|train|tokenize|axioms|audit|configs|demo|serve)\b|\b(gen|train) ([a-z]+ )?--`).MatchString(text)
}

// eachText calls visit with every text of the program's source, but those of examples.
func eachText(t *testing.T, visit func(place, text string)) {
	files := token.NewFileSet()
	must.Do(t, filepath.WalkDir(filepath.Join("..", "..", ".."), func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && entry.Name() != "..",
			slices.Contains([]string{"testdata", "testkit", "distributed"}, entry.Name()):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			if text, err := strconv.Unquote(lit.Value); err == nil {
				visit(files.Position(lit.Pos()).String(), text)
			}
			return true
		})
		return nil
	}))
}
