package house_test

import (
	"bytes"
	"go/ast"
	"regexp"
	"strings"
	"testing"
)

// size is how much a package may hold outside its tests.
type size struct{ files, lines int }

// room is the size of a package that one can know as a whole.
var room = size{20, 2500}

// catalogues are packages that hold many files of one shape, each an entry of a table. An entry is known by a declaration; what is
// not an entry has a size of its own. The two whose rest is larger than a room: an axiom is written in the words of the library
// around it, and a reader, of a format or of a form of table, in those of the sources it reads from.
var catalogues = map[string]struct {
	entry string
	rest  size
}{
	"axioms":                         {`(?m)^var \w+ = &?definition\{`, size{40, 4100}},
	"configs":                        {`(?m)^var \w+Keys = \[\]Key\{`, room},
	"gen/audit/internal/check":       {`(?m)^var \w+ = Check\{`, room},
	"gen/corpus":                     {`(?m)^func (read\w+\(|\(\w+ \*\w+\) visitRows\(s \*source, names)`, size{33, 4950}},
	"tokenize/shard/internal/format": {`(?m)^var \w+Format = Format\{`, room},
}

// TestRooms: nobody has to read more than a room to change one package.
func TestRooms(t *testing.T) {
	sizes, entries := map[string]size{}, map[string]int{}
	for _, f := range tree(t) {
		if f.test {
			continue
		}
		if c, ok := catalogues[f.dir]; ok && regexp.MustCompile(c.entry).Match(f.source) {
			entries[f.dir]++
			continue
		}
		s := sizes[f.dir]
		sizes[f.dir] = size{s.files + 1, s.lines + bytes.Count(f.source, []byte("\n"))}
	}
	for dir, s := range sizes {
		limit := room
		if c, ok := catalogues[dir]; ok {
			limit = c.rest
		}
		if s.files > limit.files || s.lines > limit.lines {
			t.Errorf("%s: %d files of %d lines, more than %d of %d: split it along the way of its data", dir, s.files, s.lines,
				limit.files, limit.lines)
		}
	}
	for dir := range catalogues {
		if entries[dir] < 5 {
			t.Errorf("%s has %d entries: it is no catalogue", dir, entries[dir])
		}
	}
}

const (
	mostTypes   = 25  // exported types of a package that another module can import
	mostNames   = 900 // exported types, functions and methods of all those packages
	mostMethods = 15  // of one type
)

// TestPublicNames: what another module uses of a package can be learnt at once, and what is exported can be kept for years.
func TestPublicNames(t *testing.T) {
	types, names := map[string]int{}, 0
	for _, f := range tree(t) {
		if f.test || strings.Contains("/"+f.dir+"/", "/internal/") || strings.HasPrefix(f.dir, ".") {
			continue
		}
		for _, d := range f.syntax.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d))) {
					names++
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if spec, ok := spec.(*ast.TypeSpec); ok && spec.Name.IsExported() {
						types[f.dir]++
						names++
					}
				}
			}
		}
	}
	if types["axioms"] == 0 {
		t.Error("no type found: the test looks in the wrong place")
	}
	for dir, n := range types {
		if n > mostTypes {
			t.Errorf("%s: %d exported types, more than %d: what belongs together is a package of its own", dir, n, mostTypes)
		}
	}
	if names > mostNames {
		t.Errorf("%d exported names, more than %d: what no other module calls is unexported or internal", names, mostNames)
	}
}

// TestMethods: a type is one idea, which its methods fit. Definitions that only tests call are left out.
func TestMethods(t *testing.T) {
	count := map[string]int{}
	for _, f := range tree(t) {
		if f.test || strings.HasPrefix(f.dir, "internal/testkit") {
			continue
		}
		for _, d := range f.syntax.Decls {
			if method, ok := d.(*ast.FuncDecl); ok && method.Recv != nil {
				count[f.dir+"."+receiver(method)]++
			}
		}
	}
	if count["axioms.trace"] == 0 {
		t.Error("no method found: the test looks in the wrong place")
	}
	for name, n := range count {
		if n > mostMethods {
			t.Errorf("%s: %d methods, more than %d: it holds two ideas", name, n, mostMethods)
		}
	}
}

// receiver returns the name of a method's type.
func receiver(method *ast.FuncDecl) string {
	expression := method.Recv.List[0].Type
	for {
		switch e := expression.(type) {
		case *ast.StarExpr:
			expression = e.X
		case *ast.IndexExpr:
			expression = e.X
		case *ast.IndexListExpr:
			expression = e.X
		case *ast.Ident:
			return e.Name
		}
	}
}
