package manual_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/manual"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// record is a JSON file that the program writes, and the type that it is written from.
type record struct {
	file string
	says string // which command leaves it, and what it is
	of   reflect.Type
}

// records are the JSON files of the reference, by page.
var records = map[string][]record{
	"ledger": {{"ledger.json", "`axiomine gen` and `axiomine gen sample` leave it: the account of every pair of a data set.",
		reflect.TypeFor[account.Report]()}},
	"counts": {
		{"counts.json", "`axiomine gen mine` leaves it: by axiom, then by split, how many instances there are.", reflect.TypeFor[mine.Counts]()},
		{"profile.json", "It lies beside `counts.json`, by axiom and split as well.", reflect.TypeFor[mine.Profiles]()},
	},
	"reading": {{"reading.json", "It lies beside an index: what became of the collection's documents.", reflect.TypeFor[prepare.Reading]()}},
	"manifest": {{"manifest.json", "The last file to be written beside shards: what they were made of, and their checksums.",
		reflect.TypeFor[shard.Manifest]()}},
	"result": {{"result.json", "The record of an experiment (`axiomine train`, `axiomine demo`), from which its reports are made.",
		reflect.TypeFor[report.Result]()}},
}

// pageOf is the reference of the files of a page.
func pageOf(t *testing.T, list []record) string {
	t.Helper()
	var names []string
	for _, r := range list {
		names = append(names, r.file)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Fields of %s\n\n%s\n", strings.Join(names, " and "), manual.MadeFromCode)
	for _, r := range list {
		w := &walk{t: t, places: map[reflect.Type][]string{}}
		root := w.shape(r.of, "")
		for i := 0; i < len(w.order); i++ { // it grows
			w.visit(w.order[i])
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s Its form: `%s`.\n", r.file, r.says, root)
		for _, of := range w.order {
			w.write(&b, of)
		}
	}
	return manual.BreakLines(b.String())
}

// walk finds the structs that a record is made of.
type walk struct {
	t      *testing.T
	places map[reflect.Type][]string // paths at which a struct stands
	order  []reflect.Type
	rows   []row
}

// row is a field.
type row struct {
	of               reflect.Type
	name, kind, says string
}

var kinds = map[reflect.Kind]string{reflect.String: "text", reflect.Bool: "true or false", reflect.Int: "whole number",
	reflect.Int64: "whole number", reflect.Uint64: "whole number", reflect.Float64: "number", reflect.Interface: "any value"}

// shape says in words what a value is, and notes the structs in it.
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
	kind, ok := kinds[of.Kind()]
	if !ok {
		w.t.Errorf("%s: no word for %v", path, of)
	}
	return kind
}

// visit notes the fields of a struct, those of embedded ones with them.
func (w *walk) visit(of reflect.Type) {
	path := w.places[of][0]
	for _, f := range reflect.VisibleFields(of) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			w.t.Errorf("%v.%s has no name in JSON", of, f.Name)
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
		fmt.Fprintf(b, "\n### `%s`\n\n%s\n", paths, sentence(doc(w.t, of, "")))
	}
	b.WriteString("\n| field | is | says |\n|---|---|---|\n")
	for _, r := range w.rows {
		if r.of == of {
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", r.name, r.kind, strings.ReplaceAll(strings.ReplaceAll(r.says, "|", `\|`), "*", `\*`))
		}
	}
}

// comment is what the source says of a field: its own comment, or for a struct that of the type.
func (w *walk) comment(of reflect.Type, f reflect.StructField) string {
	owner := of
	for _, i := range f.Index[:len(f.Index)-1] { // of embedded structs
		owner = owner.Field(i).Type
	}
	if own := doc(w.t, owner, f.Name); own != "" {
		return spoken(own)
	}
	elem := f.Type
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array}, elem.Kind()) {
		elem = elem.Elem()
	}
	if elem.Kind() == reflect.Struct {
		if of := doc(w.t, elem, ""); of != "" {
			first, _, _ := strings.Cut(of, ". ")
			return spoken(first)
		}
	}
	w.t.Errorf("%v.%s (%s) has no comment that says what it is", owner, f.Name, f.Tag.Get("json"))
	return ""
}

// Comments of Go begin with the name of what they tell of.
var (
	being = regexp.MustCompile(`^[A-Z]\w* (is|are) `)
	doing = regexp.MustCompile(`^[A-Z]\w+ ([a-z]+s )`)
)

// spoken is a comment without the Go name in front.
func spoken(comment string) string {
	return doing.ReplaceAllString(being.ReplaceAllString(comment, ""), "it $1")
}

// sentence begins with a capital.
func sentence(comment string) string {
	text := spoken(comment)
	return strings.ToUpper(text[:1]) + text[1:]
}

// sources are the comments of packages: by TYPE and by TYPE.FIELD.
var sources = map[string]map[string]string{}

// doc is the comment of a type, or of one of its fields.
func doc(t *testing.T, of reflect.Type, field string) string {
	t.Helper()
	dir := filepath.Join("..", "..", filepath.FromSlash(strings.TrimPrefix(of.PkgPath(), "github.com/axiomine/axiomine/")))
	if sources[dir] == nil {
		sources[dir] = commentsIn(t, dir)
	}
	if field == "" {
		return sources[dir][of.Name()]
	}
	return sources[dir][of.Name()+"."+field]
}

func commentsIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v, %d files", dir, err, len(files))
	}
	comments := map[string]string{}
	for _, name := range files {
		syntax, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range syntax.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range general.Specs {
				if of, ok := spec.(*ast.TypeSpec); ok {
					addComments(comments, general, of)
				}
			}
		}
	}
	return comments
}

func addComments(comments map[string]string, general *ast.GenDecl, of *ast.TypeSpec) {
	comments[of.Name.Name] = text(general.Doc, of.Doc)
	body, ok := of.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range body.Fields.List {
		for _, name := range f.Names {
			comments[of.Name.Name+"."+name.Name] = text(f.Doc, f.Comment)
		}
	}
}

// absent is what Go calls null.
var absent = regexp.MustCompile(`\bnil\b`)

// text is comments in one line.
func text(groups ...*ast.CommentGroup) string {
	var all []string
	for _, g := range groups {
		all = append(all, strings.Fields(g.Text())...)
	}
	return absent.ReplaceAllString(strings.Join(all, " "), "null")
}
