package safefile

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// Every bound of budgets.go stands in the table of the reference.
func TestTableHasEveryBudget(t *testing.T) {
	bounds := must.Get(parser.ParseFile(token.NewFileSet(), "budgets.go", nil, 0))(t)
	table := must.Get(parser.ParseFile(token.NewFileSet(), "table.go", nil, 0))(t)
	used := map[string]bool{}
	ast.Inspect(table, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok {
			used[name.Name] = true
		}
		return true
	})
	count := 0
	for _, declaration := range bounds.Decls {
		group, ok := declaration.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				if count++; !used[name.Name] {
					t.Errorf("%s is not in the table", name.Name)
				}
			}
		}
	}
	if count < 30 {
		t.Errorf("%d bounds were found", count)
	}
}
