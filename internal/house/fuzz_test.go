package house_test

import (
	"go/ast"
	"testing"
)

// TestFuzzTargetsAreMeasured holds every fuzz target to the budgets of an input: what calls Fuzz of a *testing.F calls budgettest.Run in
// that function, or budgettest.Fuzz in its place.
func TestFuzzTargetsAreMeasured(t *testing.T) {
	measured := 0
	for _, f := range tree(t) {
		if f.dir == "internal/testkit/budgettest" {
			continue
		}
		for _, decl := range f.syntax.Decls {
			calls := callsIn(decl)
			switch {
			case calls["budgettest.Fuzz"] || calls["f.Fuzz"] && calls["budgettest.Run"]:
				measured++
			case calls["f.Fuzz"]:
				t.Errorf("%s: f.Fuzz without a measure: call budgettest.Fuzz(f, ..), which fails on memory and time too", f.path)
			}
		}
	}
	if measured < 40 {
		t.Errorf("%d functions are found that fuzz: the test looks for other calls", measured)
	}
}

// callsIn returns the functions of packages and values that a declaration calls, as they are written.
func callsIn(decl ast.Decl) map[string]bool {
	calls := map[string]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if of, ok := call.Fun.(*ast.SelectorExpr); ok {
				if on, ok := of.X.(*ast.Ident); ok {
					calls[on.Name+"."+of.Sel.Name] = true
				}
			}
		}
		return true
	})
	return calls
}
