package manual_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every column that a table of the reports has by name is explained under the table's title, and no other one.
func TestReportsNameTheirColumns(t *testing.T) {
	tables := map[string][]string{}
	for _, pattern := range []string{"../experiment/report/*.go", "../experiment/report/mending/*.go",
		"../experiment/report/sweeps/*.go", "../experiment/report/affinities/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %d files", pattern, err, len(files))
		}
		for _, name := range files {
			if !strings.HasSuffix(name, "_test.go") {
				addTables(t, tables, name)
			}
		}
	}
	if len(tables) < 8 {
		t.Fatalf("only %d tables found: the test looks in the wrong place", len(tables))
	}
	explained := explainedColumns(page(t, "reports"))
	for title, columns := range tables {
		slices.Sort(columns)
		columns = slices.Compact(columns)
		if got := explained[title]; !slices.Equal(got, columns) {
			t.Errorf("topics/reports.md, %q: explains %q, the table has %q", title, got, columns)
		}
	}
	for _, title := range slices.Sorted(maps.Keys(explained)) {
		if tables[title] == nil && !strings.HasPrefix(title, "axiomine ") {
			t.Errorf("topics/reports.md: no report has a table %q", title)
		}
	}
}

// What two commands print is explained likewise: the heads that functions of each list.
func TestCommandsNameTheirColumns(t *testing.T) {
	explained := explainedColumns(page(t, "reports"))
	for title, file := range map[string]string{
		"axiomine axioms diagnose": "../experiment/diagnose/tables.go",
		"axiomine axioms bounds":   "../experiment/bounds/text.go",
	} {
		var columns []string
		for _, decl := range parse(t, file).Decls {
			_, names := tableIn(decl)
			columns = append(columns, names...)
		}
		slices.Sort(columns)
		columns = slices.Compact(columns)
		if got := explained[title]; len(columns) < 4 || !slices.Equal(got, columns) {
			t.Errorf("topics/reports.md, %q: explains %q, the tables have %q", title, got, columns)
		}
	}
}

// addTables adds the columns of every table.Table in a file.
func addTables(t *testing.T, tables map[string][]string, name string) {
	t.Helper()
	for _, decl := range parse(t, name).Decls {
		if title, columns := tableIn(decl); title != "" {
			tables[title] = append(tables[title], columns...)
		}
	}
}

func parse(t *testing.T, file string) *ast.File {
	t.Helper()
	syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return syntax
}

// tableIn returns the title of a function's table.Table, and its columns: the names given to table.Left, Right, Mixed and Column.
func tableIn(decl ast.Decl) (title string, columns []string) {
	ast.Inspect(decl, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.CompositeLit:
			if of := selected(x.Type); of == "Table" || of == "Column" {
				for _, e := range x.Elts {
					pair, ok := e.(*ast.KeyValueExpr)
					if text, literal := constantText(pair, ok); literal && of == "Table" && pair.Key.(*ast.Ident).Name == "Title" {
						title = text
					} else if literal && of == "Column" && pair.Key.(*ast.Ident).Name == "Name" {
						columns = append(columns, text)
					}
				}
			}
		case *ast.CallExpr:
			if of := selected(x.Fun); of == "Left" || of == "Right" || of == "Mixed" {
				for _, arg := range x.Args {
					if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
						columns = append(columns, unquoted(lit))
					}
				}
			}
		}
		return true
	})
	return title, columns
}

// selected is X of table.X.
func selected(e ast.Expr) string {
	if of, ok := e.(*ast.SelectorExpr); ok {
		if from, ok := of.X.(*ast.Ident); ok && from.Name == "table" {
			return of.Sel.Name
		}
	}
	return ""
}

func constantText(pair *ast.KeyValueExpr, ok bool) (string, bool) {
	if !ok {
		return "", false
	}
	lit, ok := pair.Value.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	return unquoted(lit), true
}

func unquoted(lit *ast.BasicLit) string {
	text, _ := strconv.Unquote(lit.Value) // it is Go
	return text
}

// explainedColumns are the first cells of the tables of a page, by heading.
func explainedColumns(markdown string) map[string][]string {
	cell := regexp.MustCompile(`^\| ([^|]+?) \|`)
	explained, title := map[string][]string{}, ""
	for line := range strings.Lines(markdown) {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			title = strings.TrimSpace(heading)
			explained[title] = nil
		}
		if found := cell.FindStringSubmatch(line); found != nil && found[1] != "column" {
			explained[title] = append(explained[title], found[1])
		}
	}
	for _, columns := range explained {
		slices.Sort(columns)
	}
	return explained
}
