package house_test

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestDocumentForms: gen/doc.go lists the forms of a document from file to shard. Each is a type of the package that it names, none stands
// there twice, and there are at most nine: a reader keeps no more in mind.
func TestDocumentForms(t *testing.T) {
	const most = 9
	text, err := os.ReadFile(filepath.Join(root, "gen/doc.go"))
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]bool{}
	for _, f := range tree(t) {
		if f.test {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				types[f.syntax.Name.Name+"."+spec.Name.Name] = true
			}
			return true
		})
	}
	listed := map[string]bool{}
	for _, form := range regexp.MustCompile(`(?m)^//\t(\w+\.[A-Z]\w+) +(?:its|the|a) `).FindAllStringSubmatch(string(text), -1) {
		if name := form[1]; !types[name] || listed[name] {
			t.Errorf("%s: no type of ours, or listed twice", name)
		}
		listed[form[1]] = true
	}
	if len(listed) < 2 || len(listed) > most {
		t.Errorf("%d forms, want at most %d", len(listed), most)
	}
}
