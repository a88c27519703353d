package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mutant is one change of a file.
type mutant struct {
	file       string
	place      string // file:line
	line       string // of the code, without its indent
	change     string
	begin, end int // of the bytes that are replaced
	text       string
	original   []byte
}

func (m mutant) source() []byte {
	return slices.Concat(m.original[:m.begin], []byte(m.text), m.original[m.end:])
}

// swaps are the operators that are exchanged.
var swaps = map[token.Token][]string{
	token.LSS: {"<=", ">="}, token.LEQ: {"<", ">"}, token.GTR: {">=", "<="}, token.GEQ: {">", "<"},
	token.EQL: {"!="}, token.NEQ: {"=="}, token.LAND: {"||"}, token.LOR: {"&&"},
	token.ADD: {"-"}, token.SUB: {"+"}, token.MUL: {"/"}, token.QUO: {"*"},
}

// mutantsOf returns the mutants of a package's code, in the order of files and places.
func mutantsOf(folder string) (list []mutant, err error) {
	folder = strings.TrimPrefix(folder, "./")
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, raw, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		lines := strings.Split(string(raw), "\n")
		add := func(begin, end token.Pos, text, what string) {
			at := files.Position(begin)
			list = append(list, mutant{file: name, place: fmt.Sprintf("%s:%d", name, at.Line), change: what,
				line: strings.TrimSpace(lines[at.Line-1]), begin: at.Offset, end: files.Position(end).Offset, text: text, original: raw})
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				idle := map[ast.Node]bool{}
				ast.Inspect(fn.Body, func(n ast.Node) bool {
					if call, ok := n.(*ast.CallExpr); ok {
						idle[idleOf(call)] = true
					}
					return n != nil && !idle[n] && addMutants(n, raw, files, add)
				})
			}
		}
	}
	return list, nil
}

// addMutants adds the mutants of one node. It reports whether those of its parts are to be added too: not those of a call that shows
// progress.
func addMutants(n ast.Node, raw []byte, files *token.FileSet, add func(begin, end token.Pos, text, what string)) (inside bool) {
	text := func(n ast.Node) string {
		return string(raw[files.Position(n.Pos()).Offset:files.Position(n.End()).Offset])
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if isString(n.X) || isString(n.Y) {
			return true
		}
		for _, other := range swaps[n.Op] {
			add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), other, fmt.Sprintf("%s becomes %s in %s", n.Op, other, text(n)))
		}
	case *ast.IfStmt:
		add(n.Cond.Pos(), n.Cond.End(), "!("+text(n.Cond)+")", "the condition "+text(n.Cond)+" is turned")
	case *ast.BasicLit:
		if n.Kind == token.INT {
			if value, err := strconv.Atoi(n.Value); err == nil && value < 1000 {
				add(n.Pos(), n.End(), strconv.Itoa(value+1), fmt.Sprintf("%d becomes %d", value, value+1))
			}
		}
	case *ast.IncDecStmt:
		other := map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok]
		add(n.TokPos, n.TokPos+2, other, text(n)+" becomes "+other)
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok {
			if isProgress(text(call.Fun)) {
				return false
			}
			add(n.Pos(), n.End(), "_ = 0", text(call.Fun)+"(..) is not called")
		}
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE && len(n.Lhs) == 1 && text(n.Lhs[0]) != "_" {
			add(n.Pos(), n.End(), "_ = "+text(n.Rhs[0]), text(n.Lhs[0])+" is not set")
		}
	case *ast.BranchStmt:
		if n.Label == nil && n.Tok == token.CONTINUE {
			add(n.Pos(), n.End(), "break", "continue becomes break")
		}
	}
	return true
}

// idleOf returns the argument of a call on which no result depends: the capacity of a slice or map, the size of a buffer, and the line of
// an error without a file, which is not shown.
func idleOf(call *ast.CallExpr) ast.Expr {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		if f.Name == "make" && len(call.Args) == 3 {
			return call.Args[2]
		}
		if f.Name == "make" && len(call.Args) == 2 {
			if _, isMap := call.Args[0].(*ast.MapType); isMap {
				return call.Args[1]
			}
		}
	case *ast.SelectorExpr:
		if len(call.Args) < 2 {
			return nil
		}
		if p, ok := f.X.(*ast.Ident); ok && p.Name == "bufio" && strings.HasSuffix(f.Sel.Name, "Size") {
			return call.Args[1]
		}
		if file, ok := call.Args[0].(*ast.BasicLit); ok && file.Value == `""` && f.Sel.Name == "BadInput" {
			return call.Args[1]
		}
	}
	return nil
}

func isString(x ast.Expr) bool {
	literal, ok := x.(*ast.BasicLit)
	return ok && literal.Kind == token.STRING
}

// isProgress reports whether a call shows progress, makes room or locks, which no result depends on.
func isProgress(call string) bool {
	for _, noun := range []string{"st.", "stage.", "progress."} {
		if strings.HasPrefix(call, noun) || strings.Contains(call, "."+noun) {
			return true
		}
	}
	for _, end := range []string{".Done", ".Say", ".Warn", ".Next", "panic", "close", "clear", ".Close", ".Lock", ".Unlock"} {
		if strings.HasSuffix(call, end) {
			return true
		}
	}
	return false
}
