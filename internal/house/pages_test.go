package house_test

import (
	"go/ast"
	"testing"
)

// TestPagesSayWhatIsNext: every kind of page has a command with which its reader goes on.
func TestPagesSayWhatIsNext(t *testing.T) {
	kinds := 0
	for _, f := range tree(t) {
		if f.test {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			literal, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			fields := map[string]bool{}
			for _, element := range literal.Elts {
				if pair, ok := element.(*ast.KeyValueExpr); ok {
					if key, ok := pair.Key.(*ast.Ident); ok {
						fields[key.Name] = true
					}
				}
			}
			if of, ok := literal.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "Page" && fields["Kind"] {
				if kinds++; !fields["Next"] {
					t.Errorf("%s: a page without Next", f.path)
				}
			}
			return true
		})
	}
	if kinds < 10 {
		t.Errorf("%d kinds of pages are found", kinds)
	}
}
