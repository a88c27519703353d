package house_test

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// TestFilesAreReadWithABound: a file that somebody names is read by safefile, which has a bound: it may be /dev/zero.
func TestFilesAreReadWithABound(t *testing.T) {
	exempt := []string{"internal/ui/progress/screen.go", "internal/scaffold/write.go"} // /proc/self/statm; this repository's own source
	for _, f := range tree(t) {
		if f.test || strings.HasPrefix(f.dir, "internal/testkit") || slices.Contains(exempt, f.path) {
			continue
		}
		for _, decl := range f.syntax.Decls {
			if callsIn(decl)["os.ReadFile"] {
				t.Errorf("%s: os.ReadFile has no bound: call safefile.ReadFile", f.path)
			}
		}
	}
}

// TestNumbersAreDecimal: a number that somebody writes is read by numeral, which refuses 1_000 and 0x1p4 everywhere.
func TestNumbersAreDecimal(t *testing.T) {
	for _, f := range tree(t) {
		if f.test || strings.HasPrefix(f.dir, "internal/testkit") || f.dir == "internal/numeral" {
			continue
		}
		for _, decl := range f.syntax.Decls {
			if callsIn(decl)["strconv.ParseFloat"] {
				t.Errorf("%s: strconv.ParseFloat reads 1_000: call numeral.Parse", f.path)
			}
		}
	}
}

// TestFoldersAreNoPatterns: filepath.Glob gets a pattern that a user wrote. Where the folder is the user's and the pattern ours, [ and *
// in the folder's name would be read as a pattern.
func TestFoldersAreNoPatterns(t *testing.T) {
	for _, f := range tree(t) {
		if f.test || strings.HasPrefix(f.dir, ".ci") {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if name, ok := call.Fun.(*ast.SelectorExpr); !ok || name.Sel.Name != "Glob" {
				return true
			} else if on, ok := name.X.(*ast.Ident); !ok || on.Name != "filepath" {
				return true
			}
			ast.Inspect(call.Args[0], func(part ast.Node) bool {
				if _, ok := part.(*ast.BasicLit); ok {
					t.Errorf("%s: a pattern below a folder: call safefile.Glob", f.fileSet.Position(call.Pos()))
				}
				return true
			})
			return true
		})
	}
}
