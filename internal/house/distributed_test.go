package house_test

import (
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestDistributedKnowsOurNames: gen/distributed is a module of its own, since Beam brings some hundred modules, and only the nightly run
// builds it. Here its files are checked against our packages as they are now. What is Beam's is left unchecked.
func TestDistributedKnowsOurNames(t *testing.T) {
	fileSet := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(root, "gen/distributed/*.go"))
	if err != nil || len(names) == 0 {
		t.Fatal("no file of gen/distributed found", err)
	}
	var files []*ast.File
	for _, name := range names {
		file := must.Get(parser.ParseFile(fileSet, name, nil, parser.SkipObjectResolution))(t)
		files = append(files, file)
	}
	ours := exported(t, files)
	for _, err := range typeErrors(fileSet, files, ours) {
		t.Error(err)
	}
	wrong, err := parser.ParseFile(fileSet, "wrong.go", "package main\nimport \""+module+"/configs\"\nvar _ = configs.NoSuchName", 0)
	must.Do(t, err)
	if len(typeErrors(fileSet, append(files, wrong), ours)) != 1 {
		t.Error("a name that configs does not have is not noticed")
	}
}

// exported returns the compiled packages that files import, by path. Beam's are none of them.
func exported(t *testing.T, files []*ast.File) map[string]string {
	t.Helper()
	var paths []string
	for _, file := range files {
		for _, spec := range file.Imports {
			if path, _ := strconv.Unquote(spec.Path.Value); !strings.HasPrefix(path, "github.com/apache/beam/") {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	const form = "{{.ImportPath}}\t{{.Export}}"
	list := exec.Command("go", slices.Concat([]string{"list", "-export", "-deps", "-f", form}, slices.Compact(paths))...)
	list.Dir, list.Stderr = root, os.Stderr
	out := must.Get(list.Output())(t)
	ours := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		ours[path] = file
	}
	return ours
}

// typeErrors returns what is wrong in files of one package, apart from imports that are not among the compiled packages.
func typeErrors(fileSet *token.FileSet, files []*ast.File, compiled map[string]string) []error {
	var wrong []error
	config := types.Config{
		Importer: importer.ForCompiler(fileSet, "gc", func(path string) (io.ReadCloser, error) {
			if compiled[path] == "" {
				return nil, errors.New("not compiled")
			}
			return os.Open(compiled[path])
		}),
		Error: func(err error) {
			if !strings.Contains(err.Error(), "could not import github.com/apache/beam/") {
				wrong = append(wrong, err)
			}
		},
	}
	_, _ = config.Check("main", fileSet, files, nil) // each error is given to Error
	return wrong
}
