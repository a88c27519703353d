// Package template reads a user's form of a row: a JSON object whose strings hold placeholders,
// such as
//
//	{"prompt": "{query}", "chosen": "{positive:600}", "rejected": "{negative:600}"}
//
// and fills it. Placeholders decide the kind of a row: a pair ({positive}, {negative}), a query
// with one document ({document}, {label}), or a list whose order is known ({passages}, {order}).
package template

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
)

// Kind is what a row is made from.
type Kind int

const (
	Pair  Kind = iota + 1 // two documents, the first preferred
	Input                 // one document, with a label
	List                  // documents whose order is known
)

// placeholder is a name that a template may contain in braces.
type placeholder struct {
	name   string
	kind   Kind // of rows that have it; 0: of all
	text   bool // may be bounded in characters, as in {positive:600}
	number bool // a string of this placeholder alone becomes a number
}

// placeholders are all of them.
var placeholders = []placeholder{
	{name: "query", text: true}, {name: "query_id"}, {name: "prompt"}, {name: "axiom"},
	{name: "weight", number: true}, {name: "margin", number: true},
	{name: "positive", kind: Pair, text: true}, {name: "negative", kind: Pair, text: true}, {name: "pos_id", kind: Pair},
	{name: "neg_id", kind: Pair}, {name: "negative_source", kind: Pair},
	{name: "document", kind: Input, text: true}, {name: "doc_id", kind: Input}, {name: "label", kind: Input, number: true},
	{name: "passages", kind: List, text: true}, {name: "order", kind: List},
}

// Names returns the placeholders, for messages.
func Names() (names []string) {
	for _, p := range placeholders {
		names = append(names, "{"+p.name+"}")
	}
	return names
}

// Values holds the values of the placeholders of a row.
type Values struct {
	Texts   map[string]string  // by name
	Numbers map[string]float64 // weight, margin, label
	List    []string           // texts of the documents of a list, in the order of {passages}
}

// Template is a template that was read.
type Template struct {
	Kind  Kind
	root  node
	slots int // placeholders read so far
}

// Omit returns the template without a member of its object.
func (t Template) Omit(member string) *Template {
	if i := slices.Index(t.root.keys, member); i >= 0 {
		t.root.keys = slices.Delete(slices.Clone(t.root.keys), i, i+1)
		t.root.members = slices.Delete(slices.Clone(t.root.members), i, i+1)
	}
	return &t
}

// HasPrompt reports whether a template's text has a place for the user's instruction.
func HasPrompt(text string) bool { return strings.Contains(text, "{prompt}") }

// maxDepth is how deep objects and arrays may be nested.
const maxDepth = 100

// node is a value of JSON with placeholders in its strings.
type node struct {
	raw     []byte    // of a value that is no string, object or array
	keys    []string  // of an object
	members []node    // of an object or an array
	text    []segment // of a string
	kind    byte      // '{', '[', '"', or 0 for raw
}

// segment is text without placeholders, and then a placeholder.
type segment struct {
	plain string
	name  string // "" at the end
	most  int    // characters; 0: any number
	words []string
}

// Parse reads a template. An error is one line about what is wrong.
func Parse(text string) (*Template, error) {
	if len(text) > safefile.Template {
		return nil, fmt.Errorf("has more than %s", safefile.Size(safefile.Template))
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	t := new(Template)
	root, err := t.read(d, 0)
	if err != nil {
		return nil, err
	}
	if root.kind != '{' {
		return nil, fmt.Errorf("is no JSON object")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("has something behind its JSON object")
	}
	if t.Kind == 0 {
		return nil, fmt.Errorf("has no placeholder of a document: {positive} and {negative}, {document} and {label}, or {passages} and {order}")
	}
	t.root = root
	return t, nil
}

// read reads the next value; depth is how many values contain it.
func (t *Template) read(d *json.Decoder, depth int) (node, error) {
	token, err := d.Token()
	if err != nil {
		return node{}, fmt.Errorf("is no JSON: %v", err)
	}
	switch value := token.(type) {
	case json.Delim:
		if depth == maxDepth {
			return node{}, fmt.Errorf("is more than %d objects and arrays deep", maxDepth)
		}
		n := node{kind: byte(value)}
		isMember := map[string]bool{}
		for d.More() {
			if n.kind == '{' {
				key, err := d.Token()
				if err != nil {
					return node{}, fmt.Errorf("is no JSON: %v", err)
				}
				name := key.(string)
				if isMember[name] {
					return node{}, fmt.Errorf("has the member %q twice", name)
				}
				isMember[name] = true
				n.keys = append(n.keys, name)
			}
			member, err := t.read(d, depth+1)
			if err != nil {
				return node{}, err
			}
			n.members = append(n.members, member)
		}
		if _, err := d.Token(); err != nil {
			return node{}, fmt.Errorf("is no JSON: %v", err)
		}
		if len(n.members) == 0 {
			return node{}, fmt.Errorf("has an empty object or array")
		}
		return n, nil
	case string:
		text, err := t.segments(value)
		return node{kind: '"', text: text}, err
	}
	raw, err := json.Marshal(token)
	return node{raw: raw}, err
}

// segments divides a string at its placeholders; {{ and }} are braces.
func (t *Template) segments(text string) (list []segment, err error) {
	var literal strings.Builder
	for text != "" {
		i := strings.IndexAny(text, "{}")
		if i < 0 {
			break
		}
		literal.WriteString(text[:i])
		brace := text[i]
		if text = text[i+1:]; text != "" && text[0] == brace {
			literal.WriteByte(brace)
			text = text[1:]
			continue
		}
		end := strings.IndexByte(text, '}')
		if brace == '}' || end < 0 {
			return nil, fmt.Errorf("has a brace without its partner; a brace is written twice, as {{")
		}
		s, err := t.readPlaceholder(text[:end])
		if err != nil {
			return nil, err
		}
		s.plain = literal.String()
		literal.Reset()
		list, text = append(list, s), text[end+1:]
	}
	return append(list, segment{plain: literal.String() + text}), nil
}

// readPlaceholder reads NAME, NAME:CHARACTERS or label:WORD|WORD.
func (t *Template) readPlaceholder(text string) (s segment, err error) {
	name, rest, hasBound := strings.Cut(text, ":")
	i := slices.IndexFunc(placeholders, func(p placeholder) bool { return p.name == name })
	if i < 0 {
		return s, fmt.Errorf("has an unknown placeholder {%s}; there are %s", text, strings.Join(Names(), ", "))
	}
	p := placeholders[i]
	if p.kind != 0 && t.Kind != 0 && p.kind != t.Kind {
		return s, fmt.Errorf("has {%s} beside placeholders of other rows: pairs, inputs and lists cannot be mixed", name)
	}
	if p.kind != 0 {
		t.Kind = p.kind
	}
	if t.slots++; t.slots > safefile.Slots {
		return s, fmt.Errorf("has more than %d placeholders", safefile.Slots)
	}
	s.name = name
	switch {
	case !hasBound:
	case name == "label":
		if s.words = strings.Split(rest, "|"); len(s.words) != 2 || s.words[0] == s.words[1] {
			return s, fmt.Errorf("has {%s}; two different words are wanted, as {label:yes|no}", text)
		}
	case p.text:
		if s.most, err = strconv.Atoi(rest); err != nil || s.most < 1 {
			return s, fmt.Errorf("has {%s}; a number of characters is wanted, as {%s:600}", text, name)
		}
	default:
		return s, fmt.Errorf("has {%s}; {%s} takes nothing behind a colon", text, name)
	}
	return s, nil
}

// Append appends a row. It returns an error for a row that is too long.
func (t *Template) Append(line []byte, v Values) ([]byte, error) {
	if t.root.longest(v) > safefile.Row {
		return line, errs.BadInput("", 0, "bound the texts of --template, as in {"+exampleName(t.Kind)+":600}, or name each once",
			"a row of the template would have more than %s", safefile.Size(safefile.Row))
	}
	return t.root.append(line, v), nil
}

func exampleName(k Kind) string {
	return map[Kind]string{Pair: "positive", Input: "document", List: "passages"}[k]
}

// longest returns about how many bytes a value takes, before its quoting.
func (n node) longest(v Values) (size int) {
	size = len(n.raw)
	for _, member := range n.members {
		size += member.longest(v)
	}
	for _, s := range n.text {
		size += len(s.plain) + s.longest(v)
	}
	return size
}

// longest returns about how many bytes a placeholder's value takes.
func (s segment) longest(v Values) (size int) {
	cut := func(text string) int {
		if s.most > 0 && s.most < len(text)/utf8.UTFMax {
			return s.most * utf8.UTFMax
		}
		return len(text)
	}
	if s.name == "passages" {
		for _, passage := range v.List {
			size += cut(passage)
		}
		return size
	}
	return cut(v.Texts[s.name])
}

func (n node) append(line []byte, v Values) []byte {
	switch n.kind {
	case '{':
		line = append(line, '{')
		for i, member := range n.members {
			if i > 0 {
				line = append(line, ',')
			}
			line = member.append(append(appendQuoted(line, n.keys[i]), ':'), v)
		}
		return append(line, '}')
	case '[':
		line = append(line, '[')
		for i, member := range n.members {
			if i > 0 {
				line = append(line, ',')
			}
			line = member.append(line, v)
		}
		return append(line, ']')
	case '"':
		if len(n.text) == 2 && n.text[0].plain == "" && n.text[1].plain == "" && n.text[0].words == nil {
			if x, ok := v.Numbers[n.text[0].name]; ok {
				return strconv.AppendFloat(line, x, 'g', -1, 64)
			}
		}
		var text strings.Builder
		for _, s := range n.text {
			text.WriteString(s.plain)
			text.WriteString(s.value(v))
		}
		return appendQuoted(line, text.String())
	}
	return append(line, n.raw...)
}

// value returns the value of a placeholder; "" after the last one.
func (s segment) value(v Values) string {
	switch x, number := v.Numbers[s.name]; {
	case s.name == "passages":
		var text strings.Builder
		for i, passage := range v.List {
			if i > 0 {
				text.WriteByte('\n')
			}
			fmt.Fprintf(&text, "[%d] %s", i+1, Cut(passage, s.most))
		}
		return text.String()
	case s.words != nil && x > 0.5:
		return s.words[0]
	case s.words != nil:
		return s.words[1]
	case number:
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return Cut(v.Texts[s.name], s.most)
}

// Cut shortens a text to most characters (code points; 0: any number). It ends before a word that
// would be cut, unless that is the first word.
func Cut(text string, most int) string {
	if most == 0 {
		return text
	}
	characters, end := 0, len(text)
	for i := range text {
		if characters == most {
			end = i
			break
		}
		characters++
	}
	if end == len(text) {
		return text
	}
	cut := text[:end]
	if next := []rune(text[end:])[0]; !unicode.IsSpace(next) {
		if space := strings.LastIndexFunc(cut, unicode.IsSpace); space > 0 {
			cut = cut[:space]
		}
	}
	return strings.TrimRightFunc(cut, unicode.IsSpace)
}

// appendQuoted appends a string as JSON.
func appendQuoted(line []byte, text string) []byte {
	line, _ = encoding.AppendJSON(line, text) // a string always can be
	return line
}
