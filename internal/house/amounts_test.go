package house_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// amount is a number before the plural of what it counts, in a format.
var amount = regexp.MustCompile(`%d (?:%s )?(?:documents|queries|candidates|rows|pairs|instances|judgements|bytes|texts|preferences|` +
	`run rows)\b`)

// exempt are files whose numbers are compared with others byte for byte, or are below a thousand.
var exempt = map[string]bool{"internal/result/verify.go": true, "internal/safefile/unpacked.go": true}

// TestAmountsAreGrouped: what the program says of amounts has commas between thousands and agrees in number, as terminal.Plural and
// terminal.Grouped write it. Errors repeat numbers as a file or a key has them.
func TestAmountsAreGrouped(t *testing.T) {
	formats := 0
	for _, f := range tree(t) {
		if f.test || within(f.dir, "internal/testkit") || exempt[f.path] {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || isFault(calledName(call.Fun)) {
				return !ok
			}
			for _, arg := range call.Args {
				text, ok := arg.(*ast.BasicLit)
				if !ok || text.Kind != token.STRING {
					continue
				}
				format, err := strconv.Unquote(text.Value)
				if err != nil {
					continue
				}
				formats++
				if found := amount.FindString(format); found != "" {
					t.Errorf("%s: %q: write it with terminal.Plural or terminal.Grouped", f.path, found)
				}
			}
			return true
		})
	}
	if formats < 2000 {
		t.Errorf("%d texts are found: the test looks at other calls", formats)
	}
}

// isFault reports whether a function of this name makes an error.
func isFault(name string) bool {
	return strings.HasPrefix(name, "Bad") || regexp.MustCompile(`(?i)(error|errorf|bad|fail|unreadable|differ|refuse)$`).MatchString(name)
}

// calledName is the last name of what a call calls.
func calledName(fun ast.Expr) string {
	switch f := fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}
