package house_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

const module = "github.com/axiomine/axiomine"

// root is the module's folder.
const root = "../.."

// sourceFile is a parsed Go file of the module.
type sourceFile struct {
	path    string // from the module's root, with slashes
	dir     string // its package's folder, "" for the root
	test    bool
	source  []byte
	syntax  *ast.File
	fileSet *token.FileSet
}

// imported returns the file's imports of ours, as folders from the root, and all others whole.
func (f *sourceFile) imported() (ours, others []string) {
	for _, spec := range f.syntax.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		if name == module {
			ours = append(ours, "")
		} else if rest, ok := strings.CutPrefix(name, module+"/"); ok {
			ours = append(ours, rest)
		} else {
			others = append(others, name)
		}
	}
	return ours, others
}

// tree parses every Go file of the module. Folders that the go command skips and nested modules are left out.
func tree(t *testing.T) []sourceFile {
	t.Helper()
	var files []sourceFile
	fileSet := token.NewFileSet()
	err := filepath.WalkDir(root, func(name string, item fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if item.IsDir() {
			base := item.Name()
			_, noModule := os.Stat(filepath.Join(name, "go.mod"))
			if name != root && (noModule == nil || base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		syntax, err := parser.ParseFile(fileSet, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		dir := path.Dir(rel)
		if dir == "." {
			dir = ""
		}
		files = append(files, sourceFile{rel, dir, strings.HasSuffix(rel, "_test.go"), source, syntax, fileSet})
		return nil
	})
	must.Do(t, err)
	if len(files) == 0 {
		t.Fatal("no Go files found: the test looks in the wrong place")
	}
	return files
}
