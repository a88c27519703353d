package manual

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"strings"

	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/axiomine/axiomine/train/report"
)

// record is a JSON file that the program writes, and the type that it is written from.
type record struct {
	file    string // the name of the file
	summary string // one sentence: the command that writes the file, and the content
	typ     reflect.Type
}

// records lists the JSON files whose fields the page explains.
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
	comments := readComments(sources)
	for _, r := range records {
		kind, typ, path := describeType(r.typ, "")
		fmt.Fprintf(&b, "\n## %s\n\n%s Its form: `%s`.\n\n| field | is | says |\n|---|---|---|\n", r.file, r.summary, kind)
		writeFields(&b, comments, typ, path)
	}
	return b.String()
}

// writeFields writes a row for each field of a struct below path, and of the structs in it.
func writeFields(b *strings.Builder, comments map[string]string, typ reflect.Type, path string) {
	for _, f := range reflect.VisibleFields(typ) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "-" || !f.IsExported() {
			continue
		}
		name = strings.TrimPrefix(path+"."+name, ".")
		kind, inner, innerPath := describeType(f.Type, name)
		switch {
		case options == "omitempty":
			kind += ", may be absent"
		case f.Type.Kind() == reflect.Pointer:
			kind += " or null"
		}
		owner := typ
		for _, i := range f.Index[:len(f.Index)-1] { // of embedded structs
			owner = owner.Field(i).Type
		}
		summary := cmp.Or(comments[commentKey(owner, f.Name)], comments[commentKey(inner, "")])
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, kind, strings.NewReplacer("|", `\|`, "*", `\*`).Replace(summary))
		if inner.Kind() == reflect.Struct {
			writeFields(b, comments, inner, innerPath)
		}
	}
}

var kinds = map[reflect.Kind]string{reflect.String: "text", reflect.Bool: "true or false", reflect.Int: "whole number",
	reflect.Int64: "whole number", reflect.Uint64: "whole number", reflect.Float64: "number", reflect.Interface: "any value",
	reflect.Struct: "object"}

// describeType returns the form of a type's values in words, and the element type inside its lists and maps, with that element's path.
func describeType(typ reflect.Type, path string) (kind string, inner reflect.Type, innerPath string) {
	_, hasMarshalJSON := typ.MethodByName("MarshalJSON") // a list that JSON shows as an object
	switch list := typ.Kind() == reflect.Slice || typ.Kind() == reflect.Array; {
	case typ.Kind() == reflect.Pointer:
		return describeType(typ.Elem(), path)
	case typ.Kind() == reflect.Map, list && hasMarshalJSON:
		kind, inner, innerPath = describeType(typ.Elem(), path+".NAME")
		return "{NAME: " + kind + "}", inner, innerPath
	case list:
		kind, inner, innerPath = describeType(typ.Elem(), path+"[]")
		return "[" + kind + "]", inner, innerPath
	}
	return kinds[typ.Kind()], typ, path
}

const module = "github.com/axiomine/axiomine/"

func commentKey(typ reflect.Type, field string) string {
	return strings.TrimPrefix(typ.PkgPath(), module) + "." + typ.Name() + "." + field
}

// readComments returns the comments of all types and their fields in the Go files of sources, by commentKey.
func readComments(sources fs.FS) map[string]string {
	comments := map[string]string{}
	_ = fs.WalkDir(sources, ".", func(name string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(sources, name)
		if err != nil {
			return err
		}
		prefix, pending := "", ""
		for line := range strings.Lines(string(text)) { // as gofmt writes it: a field is a line
			code, comment, _ := strings.Cut(line, "//")
			code, _, _ = strings.Cut(code, "`")
			pending += comment
			switch words := strings.Fields(strings.ReplaceAll(code, ",", "")); {
			case len(words) == 0:
				continue
			case words[0] == "type":
				prefix = path.Dir(name) + "." + words[1] + "."
				comments[prefix] = joinComment(pending)
			case line[0] != '\t': // a type ends
				prefix = ""
			case prefix != "":
				for _, word := range words[:len(words)-1] {
					comments[prefix+word] = joinComment(pending)
				}
			}
			pending = ""
		}
		return nil
	}) // a test fails if comments are missing because of an error
	return comments
}

// Comments of Go begin with the name of what they describe, and comments of fields may begin with a verb.
var (
	leadingIs   = lazy.Regexp(`^([A-Z]\w* )?(is|are) `)
	leadingVerb = lazy.Regexp(`^[A-Z]\w+ ([a-z]+s\b)`)
)

// joinComment returns a comment in one line, without the Go name in front.
func joinComment(text string) string {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, " nil", " null")), " ")
	return leadingVerb().ReplaceAllString(leadingIs().ReplaceAllString(text, ""), "it $1")
}
