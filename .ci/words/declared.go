package main

import (
	"go/ast"
	"slices"
	"strings"
)

// usualNames are prepositions and pronouns that every Go reader knows as names: values, and a function that visits all items.
var usualNames = []string{"each", "none", "neither", "both", "on", "off"}

// usualParticiples are functions with a well-known name, and formats of a number: 1.5 with its sign.
var usualParticiples = []string{"put", "read", "run", "cut", "set", "left", "done", "mixed", "signed"}

// addDeclared counts the functions, methods, types, fields and package variables of a file, and reports the names that are prepositions
// or pronouns. A function that is a participle is reported too, unless it returns a bool.
func (c *counts) addDeclared(file *ast.File, report func(name *ast.Ident, kind string)) {
	check := func(kind string, names ...*ast.Ident) {
		for _, name := range names {
			word := strings.ToLower(name.Name)
			c.declared++
			if slices.Contains(prepositions, word) && !slices.Contains(usualNames, word) ||
				kind == "function" && name.Name[1:] == word[1:] && isParticiple(word) && !slices.Contains(usualParticiples, word) {
				c.unnamed++
				report(name, kind)
			}
		}
	}
	for _, declared := range file.Decls {
		switch d := declared.(type) {
		case *ast.FuncDecl:
			if isPredicate(d.Type) {
				check("predicate", d.Name)
			} else {
				check("function", d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					check("type", s.Name)
				case *ast.ValueSpec:
					check("variable", s.Names...)
				}
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.StructType); ok {
			for _, field := range s.Fields.List {
				check("field", field.Names...)
			}
		}
		return true
	})
}

// isPredicate reports whether the last result of a function is a bool.
func isPredicate(f *ast.FuncType) bool {
	if f.Results == nil || len(f.Results.List) == 0 {
		return false
	}
	last, ok := f.Results.List[len(f.Results.List)-1].Type.(*ast.Ident)
	return ok && last.Name == "bool"
}
