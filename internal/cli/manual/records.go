package manual

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/axiomine/axiomine/train/report"
)

// record is a JSON file that the program writes, and the type that it is written from.
type record struct {
	file string
	says string // which command leaves it, and what it is
	of   reflect.Type
}

// records are the JSON files whose fields the page explains.
var records = []record{
	{account.Name, "The stages of `axiomine gen` leave it: what was asked for, found, drawn and left out, and why.",
		reflect.TypeFor[account.Report]()},
	{"manifest.json", "The last file to be written beside shards: what they were made of, and their checksums.",
		reflect.TypeFor[shard.Manifest]()},
	{"result.json", "The record of an experiment (`axiomine train`, `axiomine demo`), from which its reports are made.",
		reflect.TypeFor[report.Result]()},
}

// recordsPage returns the fields of all records, with the comments of the types in sources, which holds the Go files of the module.
func recordsPage(sources fs.FS) string {
	var b strings.Builder
	b.WriteString("# Fields of the JSON files\n")
	comments := commentsIn(sources)
	for _, r := range records {
		w := &walk{comments: comments, places: map[reflect.Type][]string{}}
		root := w.shape(r.of, "")
		for i := 0; i < len(w.order); i++ { // it grows
			w.visit(w.order[i])
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s Its form: `%s`.\n", r.file, r.says, root)
		for _, of := range w.order {
			w.write(&b, of)
		}
	}
	return b.String()
}

// walk finds the structs that a record is made of.
type walk struct {
	comments map[string]string         // by package, type and field
	places   map[reflect.Type][]string // paths at which a struct stands
	order    []reflect.Type
	rows     []row
}

// row is a field.
type row struct {
	of               reflect.Type
	name, kind, says string
}

var kinds = map[reflect.Kind]string{reflect.String: "text", reflect.Bool: "true or false", reflect.Int: "whole number",
	reflect.Int64: "whole number", reflect.Uint64: "whole number", reflect.Float64: "number", reflect.Interface: "any value"}

// shape describes a value in words, and notes the structs in it.
func (w *walk) shape(of reflect.Type, path string) string {
	switch of.Kind() {
	case reflect.Pointer:
		return w.shape(of.Elem(), path)
	case reflect.Slice, reflect.Array:
		if _, named := of.MethodByName("MarshalJSON"); named {
			return "{NAME: " + w.shape(of.Elem(), path+".NAME") + "}"
		}
		return "[" + w.shape(of.Elem(), path+"[]") + "]"
	case reflect.Map:
		return "{NAME: " + w.shape(of.Elem(), path+".NAME") + "}"
	case reflect.Struct:
		if w.places[of] == nil {
			w.order = append(w.order, of)
		}
		if !slices.Contains(w.places[of], path) {
			w.places[of] = append(w.places[of], path)
		}
		return "object"
	}
	return kinds[of.Kind()]
}

// visit notes the fields of a struct, and those of embedded structs.
func (w *walk) visit(of reflect.Type) {
	path := w.places[of][0]
	for _, f := range reflect.VisibleFields(of) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "-" || !f.IsExported() {
			continue
		}
		kind := w.shape(f.Type, strings.TrimPrefix(path+"."+name, "."))
		switch {
		case options == "omitempty":
			kind += ", may be absent"
		case f.Type.Kind() == reflect.Pointer:
			kind += " or null"
		}
		w.rows = append(w.rows, row{of, name, kind, w.comment(of, f)})
	}
}

// write writes the table of a struct.
func (w *walk) write(b *strings.Builder, of reflect.Type) {
	if paths := strings.Join(w.places[of], "`, `"); paths != "" {
		fmt.Fprintf(b, "\n### `%s`\n\n%s\n", paths, sentence(w.comments[key(of, "")]))
	}
	b.WriteString("\n| field | is | says |\n|---|---|---|\n")
	for _, r := range w.rows {
		if r.of == of {
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", r.name, r.kind, strings.ReplaceAll(strings.ReplaceAll(r.says, "|", `\|`), "*", `\*`))
		}
	}
}

// comment returns what the source says of a field: its own comment, or for a struct that of the type.
func (w *walk) comment(of reflect.Type, f reflect.StructField) string {
	owner := of
	for _, i := range f.Index[:len(f.Index)-1] { // of embedded structs
		owner = owner.Field(i).Type
	}
	if own := w.comments[key(owner, f.Name)]; own != "" {
		return spoken(own)
	}
	elem := f.Type
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array}, elem.Kind()) {
		elem = elem.Elem()
	}
	first, _, _ := strings.Cut(w.comments[key(elem, "")], ". ")
	return spoken(first)
}

// Comments of Go begin with the name of what they describe.
var (
	being = lazy.Regexp(`^[A-Z]\w* (is|are) `)
	doing = lazy.Regexp(`^[A-Z]\w+ ([a-z]+s\b)`)
)

// spoken returns a comment without the Go name in front.
func spoken(comment string) string {
	return doing().ReplaceAllString(being().ReplaceAllString(comment, ""), "it $1")
}

// sentence returns a comment with a capital at its beginning.
func sentence(comment string) string {
	text := spoken(comment)
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

const module = "github.com/axiomine/axiomine/"

// key returns the key of the comment of a type, or of one of its fields.
func key(of reflect.Type, field string) string {
	return strings.TrimPrefix(of.PkgPath(), module) + "." + of.Name() + "." + field
}

// commentsIn returns the comments of all types, and of their fields, in the Go files of a module that are given.
func commentsIn(sources fs.FS) map[string]string {
	comments := map[string]string{}
	_ = fs.WalkDir(sources, ".", func(name string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(sources, name)
		if err != nil {
			return err
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range syntax.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range general.Specs {
				if of, ok := spec.(*ast.TypeSpec); ok {
					addComments(comments, path.Dir(name)+"."+of.Name.Name+".", general, of)
				}
			}
		}
		return nil
	}) // what cannot be read has no comment, which a test finds
	return comments
}

func addComments(comments map[string]string, prefix string, general *ast.GenDecl, of *ast.TypeSpec) {
	comments[prefix] = inLine(general.Doc, of.Doc)
	body, ok := of.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range body.Fields.List {
		for _, name := range f.Names {
			comments[prefix+name.Name] = inLine(f.Doc, f.Comment)
		}
	}
}

// absent is what Go calls null.
var absent = lazy.Regexp(`\bnil\b`)

// inLine returns comments in one line.
func inLine(groups ...*ast.CommentGroup) string {
	var all []string
	for _, g := range groups {
		all = append(all, strings.Fields(g.Text())...)
	}
	return absent().ReplaceAllString(strings.Join(all, " "), "null")
}
