package house_test

import (
	"bytes"
	"go/ast"
	"go/token"
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

// mostTypes is how many exported types a package of the API may have.
const mostTypes = 25

// TestPublicTypes: what another module uses of a package can be learnt at once.
func TestPublicTypes(t *testing.T) {
	count := map[string]int{}
	for _, f := range tree(t) {
		if f.test || strings.Contains("/"+f.dir+"/", "/internal/") || strings.HasPrefix(f.dir, ".") {
			continue
		}
		for _, d := range f.syntax.Decls {
			if types, ok := d.(*ast.GenDecl); ok && types.Tok == token.TYPE {
				for _, spec := range types.Specs {
					if spec.(*ast.TypeSpec).Name.IsExported() {
						count[f.dir]++
					}
				}
			}
		}
	}
	if count["axioms"] == 0 {
		t.Error("no type found: the test looks in the wrong place")
	}
	for dir, n := range count {
		if n > mostTypes {
			t.Errorf("%s: %d exported types, more than %d: what belongs together is a package of its own", dir, n, mostTypes)
		}
	}
}
