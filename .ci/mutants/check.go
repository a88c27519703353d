package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// checker checks the types of one package with a file changed.
type checker struct {
	name     string // of the package
	files    *token.FileSet
	parsed   map[string]*ast.File // by path
	importer types.Importer
}

// goCommand returns a go command that takes no flags from the environment: one of go test may be none of go list.
func goCommand(words ...string) *exec.Cmd {
	cmd := exec.Command("go", words...)
	cmd.Env = append(os.Environ(), "GOFLAGS=")
	return cmd
}

// newChecker builds what a package and its switch import, and reads the package.
func newChecker(folder string) (*checker, error) {
	raw, err := goCommand("list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "./"+folder, "os", "strconv").Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", folder, err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		exports[path] = file
	}
	c := &checker{files: token.NewFileSet(), parsed: map[string]*ast.File{}}
	c.importer = importer.ForCompiler(c.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	raw, err = goCommand("list", "-f", "{{.Name}}{{range .GoFiles}}\t{{.}}{{end}}", "./"+folder).Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", folder, err)
	}
	names := strings.Split(strings.TrimSpace(string(raw)), "\t")
	c.name = names[0]
	for _, name := range names[1:] {
		path := filepath.Join(folder, name)
		if c.parsed[path], err = parser.ParseFile(c.files, path, nil, parser.SkipObjectResolution); err != nil {
			return nil, err
		}
	}
	path := filepath.Join(folder, switchFile)
	c.parsed[path], err = parser.ParseFile(c.files, path, switchCode(c.name), parser.SkipObjectResolution)
	return c, err
}

// compiles reports whether the package has no error of types with another text in the place of a file.
func (c *checker) compiles(path string, text []byte) bool {
	changed, err := parser.ParseFile(c.files, path, text, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	var list []*ast.File
	for name, file := range c.parsed {
		if name == path {
			file = changed
		}
		list = append(list, file)
	}
	good := true
	config := types.Config{Importer: c.importer, Error: func(error) { good = false }}
	config.Check(c.name, c.files, list, nil) // its error is one of those that were counted
	return good
}
