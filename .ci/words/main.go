// Command words counts words of the code that a reader has to translate: local names that are prepositions, pronouns or participles, and
// doc comments of functions that do not begin with the name and a plain verb. It lists the comments,
// and the names in the folders that it is given. Its status is 1 where there is such a comment, or more names than the limit allows.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// mostTranslated is the largest share of local names that may be prepositions, pronouns or participles.
const mostTranslated = .005

// prepositions are prepositions and pronouns. "in" and "out" are usual Go names of streams.
var prepositions = strings.Fields(`of at own from into over under by with within without behind before after beside besides below above
among between through per upon to on off for beyond against along across around until since till during toward towards onto via
it its that this these those each others another none any which whose what who one ones both either neither such same`)

// participles are irregular ones.
var participles = strings.Fields(`found known kept told given made drawn taken left seen said held asked wanted named meant chosen begun
written shown heard brought built bought caught done fed felt fallen forgotten got gone grown hidden known laid led lent lost met paid
put read run sent spent stood stuck sung sunk sworn swept torn thrown understood woken won worn wound wrung bound broken`)

// notParticiples end in "ed" and are nouns, verbs or adjectives.
var notParticiples = strings.Fields(`seed need speed feed embed red bed exceed proceed succeed
bleed breed weed indeed hundred shed wed unused`)

// goNames are short names that every Go reader knows, although they are such words.
var goNames = []string{"run", "read", "put", "cut", "set", "next", "left"}

func translated(name string) bool {
	return strings.ToLower(name) == name && !slices.Contains(goNames, name) && (slices.Contains(prepositions, name) || isParticiple(name))
}

// isParticiple reports whether a word in small letters is a participle.
func isParticiple(word string) bool {
	return slices.Contains(participles, word) || len(word) > 4 && strings.HasSuffix(word, "ed") && !slices.Contains(notParticiples, word)
}

// firstVerb finds the words behind the name that a doc comment begins with.
var firstVerb = regexp.MustCompile(`^\S+ (gives|says|knows|holds|is ready|makes sure|tells)\b`)

type counts struct{ names, translated, declared, unnamed, comments, foreign, returns, gives int }

func main() {
	folders := os.Args[1:]
	list := len(folders) > 0
	if !list {
		folders = []string{"."}
	}
	var all counts
	for _, folder := range folders {
		if err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && path != folder && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
				return fs.SkipDir
			case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			return all.addFile(path, list)
		}); err != nil {
			fmt.Fprintln(os.Stderr, "error:", err)
			os.Exit(1)
		}
	}
	share := float64(all.translated) / float64(max(all.names, 1))
	fmt.Printf("%d of %d local names are prepositions, pronouns or participles (%.2f %%)\n", all.translated, all.names, 100*share)
	fmt.Printf("%d of %d declared names are prepositions or pronouns, or functions that are participles\n", all.unnamed, all.declared)
	fmt.Printf("%d of %d doc comments begin with no plain verb\n", all.foreign, all.comments)
	fmt.Printf("%d comment lines with returns, %d with gives or says\n", all.returns, all.gives)
	if share > mostTranslated || all.unnamed > 0 || all.foreign > 0 || all.gives > all.returns {
		os.Exit(1)
	}
}

var (
	returnsWord = regexp.MustCompile(`\breturns?\b`)
	givesWord   = regexp.MustCompile(`\b(gives?|says?)\b`)
)

func (c *counts) addFile(path string, list bool) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	report := func(at token.Pos, format string, args ...any) {
		if list {
			fmt.Printf("%s: %s\n", files.Position(at), fmt.Sprintf(format, args...))
		}
	}
	c.addDeclared(file, func(name *ast.Ident, kind string) { report(name.Pos(), "%s %s", kind, name.Name) })
	for _, group := range file.Comments {
		for _, line := range group.List {
			if returnsWord.MatchString(line.Text) {
				c.returns++
			}
			if givesWord.MatchString(line.Text) {
				c.gives++
				report(line.Pos(), "gives or says: %s", strings.TrimSpace(line.Text))
			}
		}
	}
	for _, declared := range file.Decls {
		fn, ok := declared.(*ast.FuncDecl)
		if !ok || fn.Doc == nil {
			continue
		}
		c.comments++
		text := strings.TrimSpace(fn.Doc.Text())
		if first, _, _ := strings.Cut(text, " "); first != fn.Name.Name || firstVerb.MatchString(text) || notVerb(text) {
			c.foreign++
			line, _, _ := strings.Cut(text, "\n")
			fmt.Printf("%s: doc comment without its name and a plain verb: %s\n", files.Position(fn.Pos()), line)
		}
	}
	count := func(name *ast.Ident) {
		if name == nil || name.Name == "_" {
			return
		}
		c.names++
		if translated(name.Name) {
			c.translated++
			report(name.Pos(), "local name %s", name.Name)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncType:
			for _, list := range []*ast.FieldList{n.Params, n.Results} {
				if list == nil {
					continue
				}
				for _, field := range list.List {
					for _, name := range field.Names {
						count(name)
					}
				}
			}
		case *ast.FuncDecl:
			if n.Recv != nil {
				for _, field := range n.Recv.List {
					for _, name := range field.Names {
						count(name)
					}
				}
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, left := range n.Lhs {
					if name, ok := left.(*ast.Ident); ok {
						count(name)
					}
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				for _, left := range []ast.Expr{n.Key, n.Value} {
					if name, ok := left.(*ast.Ident); ok {
						count(name)
					}
				}
			}
		case *ast.DeclStmt:
			if d, ok := n.Decl.(*ast.GenDecl); ok {
				for _, spec := range d.Specs {
					if values, ok := spec.(*ast.ValueSpec); ok {
						for _, name := range values.Names {
							count(name)
						}
					}
				}
			}
		}
		return true
	})
	return nil
}

// notVerb reports whether a doc comment's second word is none that ends as a verb in the third person does, and no form of "to be".
func notVerb(text string) bool {
	words := strings.Fields(text)
	if len(words) < 2 {
		return true
	}
	second := strings.TrimRight(words[1], ".,:;")
	return !strings.HasSuffix(second, "s") || slices.Contains([]string{"is", "was", "this", "its", "as", "has"}, second)
}
