package main

import (
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

// switchCode is the file that declares the variable in a package.
func switchCode(name string) []byte {
	return fmt.Appendf(nil, "package %s\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar %s, _ = strconv.Atoi(os.Getenv(%q))\n", name,
		switchName, switchEnv)
}

// kind is the way in which a switch takes the place of a region.
type kind int

const (
	noRegion  kind = iota // a switch cannot stand there: the mutant needs a build of its own
	condition             // of an if or a for
	statement             // in a block
	defining              // a statement that declares variables
)

// region is the smallest part of a file around a mutant that a switch can replace.
type region struct {
	kind       kind
	begin, end int
}

// regionOf returns the region of a mutant.
func regionOf(m mutant) (r region) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, m.file, m.original, parser.SkipObjectResolution)
	if err != nil {
		return r
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
			return region{k, offset(path[i].Pos()), offset(path[i].End())}
		}
		if _, ok := path[i].(ast.Stmt); ok {
			return r
		}
	}
	return r
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

// withSwitches returns the source of a file in which each region has a switch of its mutants. No region lies in another one.
func withSwitches(list []numbered) []byte {
	byRegion := map[region][]numbered{}
	for _, m := range list {
		byRegion[m.region] = append(byRegion[m.region], m)
	}
	out, end := "", 0
	for _, r := range sortedRegions(list) {
		original := string(list[0].original)
		text := original[r.begin:r.end]
		out += original[end:r.begin]
		end = r.end
		var b strings.Builder
		for _, m := range byRegion[r] {
			changed := original[r.begin:m.begin] + m.text + original[m.end:r.end]
			switch r.kind {
			case condition:
				fmt.Fprintf(&b, "case %d: return (%s)\n", m.number, changed)
			case statement:
				fmt.Fprintf(&b, "if %s == %d {\n%s\n} else ", switchName, m.number, changed)
			case defining:
				fmt.Fprintf(&b, "\nif %s == %d {\n%s\n}", switchName, m.number, strings.Replace(changed, ":=", "=", 1))
			}
		}
		switch r.kind {
		case condition:
			out += fmt.Sprintf("func() bool { switch %s {\n%s}\nreturn (%s) }()", switchName, &b, text)
		case statement:
			out += b.String() + "{\n" + text + "\n}"
		case defining:
			out += text + b.String()
		}
	}
	return []byte(out + string(list[0].original[end:]))
}

// sortedRegions returns the regions of mutants of one file, each once, in their order.
func sortedRegions(list []numbered) (regions []region) {
	for _, m := range list {
		regions = append(regions, m.region)
	}
	slices.SortFunc(regions, func(a, b region) int { return a.begin - b.begin })
	return slices.Compact(regions)
}

// divide numbers the mutants of one package that compile behind switches, from 1. It returns the others apart, and what does
// not compile at all. A region that holds another one has no switch.
func divide(list []mutant, check *checker) (switched []numbered, alone, broken []mutant) {
	for _, m := range list {
		switch r := regionOf(m); {
		case !check.compiles(m.file, m.source()):
			broken = append(broken, m)
		case r.kind == noRegion || !check.compiles(m.file, withSwitches([]numbered{{m, r, 1}})):
			alone = append(alone, m)
		default:
			switched = append(switched, numbered{mutant: m, region: r})
		}
	}
	holds := func(m numbered) bool {
		return slices.ContainsFunc(switched, func(other numbered) bool {
			return other.file == m.file && other.region != m.region && m.region.begin <= other.region.begin && other.region.end <= m.region.end
		})
	}
	var inner []numbered
	for _, m := range switched {
		if holds(m) {
			alone = append(alone, m.mutant)
			continue
		}
		m.number = len(inner) + 1
		inner = append(inner, m)
	}
	return inner, alone, broken
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
