package house_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// amount is a number before a word in s, in a format: "%d rows", "%s of %d regular pairs". What stands before it is for bounds.
var amount = regexp.MustCompile(`((?:than|most|least|below|to|first|beyond|of) )?%(d|s|v)(?: %s)? ([a-z-]+ )?([a-z-]+s)\b`)

// noPlural are words in s that are no plural of what is counted.
var noPlural = map[string]bool{"is": true, "has": true, "was": true, "as": true, "less": true, "this": true, "its": true, "lies": true,
	"asks": true, "holds": true, "makes": true, "says": true, "takes": true, "contradicts": true, "needs": true, "means": true, "loss": true,
	"names": true}

// otherNoun are words between a number and a plural that is another one's.
var otherNoun = map[string]bool{"has ": true, "without ": true}

// ofBoth is the end of a text before a number that shares its noun with the one before: "%d and %d times".
var ofBoth = regexp.MustCompile(`%[ds] (?:and|or|to) %$`)

// counted are the calls that write a number without its noun.
var counted = map[string]bool{"Group": true, "Itoa": true}

// exempt are files in which a number is never one, or is part of a text that a later run compares.
var exempt = map[string]bool{"internal/safefile/unpackedreader.go": true, "gen/index/scan.go": true, "gen/index/ciff.go": true,
	"gen/corpus/ciff.go":                           true,
	"gen/corpus/internal/columnar/parquettypes.go": true, "gen/corpus/internal/columnar/arrow.go": true,
	"gen/prepare/embed.go": true, "gen/prepare/vectors.go": true,
	"gen/prepare/model.go": true, "tokenize/shard/internal/plan/groups.go": true,
	"tokenize/shard/internal/plan/spread.go": true, "internal/experiment/report/tables.go": true,
	"internal/errs/fault.go": true, "internal/experiment/record/protocol.go": true,
	"internal/chain/partition/job.go": true, "tokenize/shard/internal/encoding/tablefiles.go": true}

// TestAmountsAgreeInNumber: what the program says of amounts has commas between thousands and agrees in number, as terminal.Plural writes
// it. A bound such as "more than %d rows" is never one.
func TestAmountsAgreeInNumber(t *testing.T) {
	formats := 0
	for _, f := range tree(t) {
		if f.test || within(f.dir, "internal/testkit") || within(f.dir, ".ci") || exempt[f.path] {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			for i, arg := range call.Args {
				format := literal(arg)
				if format == "" {
					continue
				}
				formats++
				if found := bareNumber.FindString(format); found != "" {
					t.Errorf("%s: %q: write it with terminal.Percent, a space before the sign, or terminal.Signed", f.fileSet.Position(arg.Pos()), found)
				}
				for _, found := range barePortions(format, call.Args[i+1:]) {
					t.Errorf("%s: %q: write the number with terminal.Group", f.fileSet.Position(arg.Pos()), found)
				}
				for _, found := range fixedPlurals(format, call.Args[i+1:]) {
					t.Errorf("%s: %q: write it with terminal.Plural", f.fileSet.Position(arg.Pos()), found)
				}
			}
			return true
		})
	}
	if formats < 2000 {
		t.Errorf("%d texts are found: the test looks at other calls", formats)
	}
}

// literal returns the text of a literal, or of several that are joined by plus signs; "" for another expression.
func literal(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(x.Value); err == nil && x.Kind == token.STRING {
			return text
		}
	case *ast.BinaryExpr:
		if left, right := literal(x.X), literal(x.Y); left != "" && right != "" {
			return left + right
		}
	}
	return ""
}

// fixedPlurals returns the parts of a format in which a number stands before a plural, whatever the number is.
func fixedPlurals(format string, args []ast.Expr) (list []string) {
	for _, at := range amount.FindAllStringSubmatchIndex(format, -1) {
		word := format[at[8]:at[9]]
		if at[2] >= 0 && format[at[2]:at[3]] != "of " || noPlural[word] || ofBoth.MatchString(format[:at[4]]) ||
			at[6] >= 0 && otherNoun[format[at[6]:at[7]]] {
			continue
		}
		verbs := strings.Count(strings.ReplaceAll(format[:at[4]], "%%", ""), "%")
		if format[at[4]:at[5]] != "d" && (verbs > len(args) || !isCount(args[verbs-1])) {
			continue
		}
		list = append(list, format[at[0]:at[1]])
	}
	return list
}

// bareNumber is a percentage without a space before its sign, outside formulas such as ~10%, or a difference that may be -0.000.
var bareNumber = regexp.MustCompile(`%\+[0-9.]*[feg]|(?:^|[^~0-9])(?:[0-9]+|%[0-9.]*[a-z])%%`)

// portion is a number before the amount that it is a part of: "%d of %s".
var portion = regexp.MustCompile(`%d of %s`)

// barePortions returns the parts of a format in which a number without commas stands before "of" and an amount of terminal.Plural.
func barePortions(format string, args []ast.Expr) (list []string) {
	for _, at := range portion.FindAllStringIndex(format, -1) {
		next := strings.Count(strings.ReplaceAll(format[:at[1]-len("%s")], "%%", ""), "%")
		if next >= len(args) {
			continue
		}
		if call, ok := args[next].(*ast.CallExpr); ok && calledName(call.Fun) == "Plural" {
			list = append(list, format[at[0]:at[1]])
		}
	}
	return list
}

// isCount reports whether an expression is a number in digits.
func isCount(x ast.Expr) bool {
	call, ok := x.(*ast.CallExpr)
	return ok && counted[calledName(call.Fun)]
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
