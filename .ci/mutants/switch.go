package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// A program with switches holds many mutants and runs the one whose number a variable has, so that one build serves them all.
const (
	switchName = "mutantNow"
	switchFile = "mutant_switch.go"
	switchEnv  = "AXIOMINE_MUTANT"
)

// switchCode is the file that declares the variable in a package, and the choice between two numbers by it.
func switchCode(name string) []byte {
	return fmt.Appendf(nil, `package %[1]s

import (
	"os"
	"strconv"
)

var %[2]s, _ = strconv.Atoi(os.Getenv(%[3]q))

func %[2]sIs[T any](n int, changed, original T) T {
	if %[2]s == n {
		return changed
	}
	return original
}
`, name, switchName, switchEnv)
}

// kind is the way in which a switch takes the place of a region.
type kind int

const (
	noRegion  kind = iota // a switch cannot stand there: the mutant needs a build of its own
	condition             // of an if or a for, or another expression that is true or false
	statement             // in a block
	defining              // a statement that declares variables
	number                // an expression that has no effect but its value
)

// region is the smallest part of a file around a mutant that a switch can replace.
type region struct {
	kind       kind
	begin, end int
}

// regionsOf returns the regions of a mutant in which a switch may stand, the best one first.
func regionsOf(m mutant) (list []region) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, m.file, m.original, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	offset := func(p token.Pos) int { return files.Position(p).Offset }
	var path []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || offset(n.Pos()) > m.begin || offset(n.End()) < m.end {
			return false
		}
		path = append(path, n)
		return true
	})
	for i := len(path) - 1; i > 0; i-- {
		if k := kindOf(path[i], path[i-1]); k != noRegion {
			list = append(list, region{k, offset(path[i].Pos()), offset(path[i].End())})
			break
		}
		if _, ok := path[i].(ast.Stmt); ok {
			break
		}
	}
	for i := len(path) - 1; i > 0; i-- {
		if x, ok := path[i].(ast.Expr); ok && exprKind(x) != noRegion {
			return append(list, region{exprKind(x), offset(x.Pos()), offset(x.End())})
		}
	}
	return list
}

// exprKind returns how a switch can replace an expression.
func exprKind(x ast.Expr) kind {
	switch x := x.(type) {
	case *ast.BasicLit:
		return number
	case *ast.BinaryExpr:
		switch x.Op {
		case token.ADD, token.SUB:
			if !hasEffect(x) {
				return number
			}
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ, token.LAND, token.LOR:
			return condition
		}
	}
	return noRegion
}

// kindOf returns how a switch can replace a node below its parent.
func kindOf(n, parent ast.Node) kind {
	switch p := parent.(type) {
	case *ast.IfStmt:
		if n == p.Cond {
			return condition
		}
	case *ast.ForStmt:
		if n == p.Cond {
			return condition
		}
	case *ast.CommClause:
		if n == p.Comm {
			return noRegion
		}
	}
	switch parent.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
	default:
		return noRegion
	}
	switch s := n.(type) {
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			return statement
		}
		if !slices.ContainsFunc(s.Rhs, hasEffect) {
			return defining
		}
	case *ast.ExprStmt, *ast.IncDecStmt, *ast.ReturnStmt, *ast.BranchStmt, *ast.SendStmt, *ast.DeferStmt, *ast.GoStmt:
		return statement
	}
	return noRegion
}

// pure are functions and packages whose calls have no effect but their result, so that they can be called twice.
var pure = []string{"len", "cap", "min", "max", "int", "int32", "int64", "uint8", "uint32", "uint64", "float64", "string", "byte", "make",
	"strings.", "math.", "bytes.", "cmp."}

// hasEffect reports whether an expression may do more than have a value.
func hasEffect(x ast.Expr) (effect bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			effect = effect || n.Op == token.ARROW
		case *ast.CallExpr:
			name := ""
			switch f := n.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				if p, ok := f.X.(*ast.Ident); ok {
					name = p.Name + "."
				}
			}
			effect = effect || !slices.Contains(pure, name)
		}
		return true
	})
	return effect
}

// numbered is a mutant with its region and its number in the program.
type numbered struct {
	mutant
	region region
	number int
}

// withSwitches returns the source of a file in which each region has a switch of its mutants.
func withSwitches(list []numbered) []byte {
	byRegion := map[region][]numbered{}
	for _, m := range list {
		byRegion[m.region] = append(byRegion[m.region], m)
	}
	original := string(list[0].original)
	return []byte(replaceRegions(original, sortedRegions(list), byRegion, 0, len(original)))
}

// replaceRegions returns the text from begin to end with the switches of its regions, each of which may hold others.
func replaceRegions(original string, regions []region, byRegion map[region][]numbered, begin, end int) (out string) {
	for len(regions) > 0 {
		r, inner := regions[0], 1
		for inner < len(regions) && regions[inner].begin < r.end {
			inner++
		}
		text := replaceRegions(original, regions[1:inner], byRegion, r.begin, r.end)
		out += original[begin:r.begin] + switchOf(r, byRegion[r], text)
		begin, regions = r.end, regions[inner:]
	}
	return out + original[begin:end]
}

// switchOf returns the switch of the mutants of a region with a text.
func switchOf(r region, list []numbered, text string) string {
	var b strings.Builder
	for _, m := range list {
		changed := string(m.original[r.begin:m.begin]) + m.text + string(m.original[m.end:r.end])
		switch r.kind {
		case condition:
			fmt.Fprintf(&b, "case %d: return (%s)\n", m.number, changed)
		case statement:
			fmt.Fprintf(&b, "if %s == %d {\n%s\n} else ", switchName, m.number, changed)
		case defining:
			fmt.Fprintf(&b, "\nif %s == %d {\n%s\n}", switchName, m.number, strings.Replace(changed, ":=", "=", 1))
		case number:
			text = fmt.Sprintf("%sIs(%d, %s, %s)", switchName, m.number, changed, text)
		}
	}
	switch r.kind {
	case condition:
		return fmt.Sprintf("func() bool { switch %s {\n%s}\nreturn (%s) }()", switchName, &b, text)
	case statement:
		return b.String() + "{\n" + text + "\n}"
	case defining:
		return text + b.String()
	}
	return text
}

// sortedRegions returns the regions of mutants of one file, each once, in their order, and one before those that it holds.
func sortedRegions(list []numbered) (regions []region) {
	for _, m := range list {
		regions = append(regions, m.region)
	}
	slices.SortFunc(regions, func(a, b region) int { return cmp.Or(a.begin-b.begin, b.end-a.end, int(a.kind-b.kind)) })
	return slices.Compact(regions)
}

// divide numbers the mutants of one package that compile behind switches, from 1. It returns the others apart, and what does
// not compile at all.
func divide(list []mutant, check *checker) (switched []numbered, alone, broken []mutant) {
	for _, m := range list {
		if !check.compiles(m.file, m.source()) {
			broken = append(broken, m)
			continue
		}
		regions := regionsOf(m)
		i := slices.IndexFunc(regions, func(r region) bool { return check.compiles(m.file, withSwitches([]numbered{{m, r, 1}})) })
		if i < 0 {
			alone = append(alone, m)
			continue
		}
		switched = append(switched, numbered{mutant: m, region: regions[i], number: len(switched) + 1})
	}
	return switched, alone, broken
}

// overlayOf returns the files of a package with switches, by their names.
func overlayOf(switched []numbered, name string) map[string][]byte {
	byFile := map[string][]numbered{}
	for _, m := range switched {
		byFile[m.file] = append(byFile[m.file], m)
	}
	out := map[string][]byte{}
	for file, list := range byFile {
		out[file] = withSwitches(list)
		out[filepath.Join(filepath.Dir(file), switchFile)] = switchCode(name)
	}
	return out
}
