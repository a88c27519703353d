package format

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Template is the form of a row: JSON whose strings hold placeholders, such as
//
//	{"prompt": "{query}", "chosen": "{positive:600}", "rejected": "{negative:600}"}
//
// Templates are in the table of formats, or users write them. An array with a placeholder of a list, as ["{negatives}"], repeats its
// element for each element of the list. A member, or an element of an array, with a placeholder such as {weight?} is left out of rows that
// lack the value.
type Template struct {
	Kind     Kind // what a user's row can be made from
	root     node
	slots    int  // number of placeholders read so far
	depth    int  // number of arrays around the value being read
	isScored bool // true if the row holds a score of the teacher
	isOurs   bool // true for a template of the table of formats, false for a user's template
}

// Kind has a bit for each kind of input that a user's row can be made from. Each placeholder rules out some of them.
type Kind int

// The kinds of rows.
const (
	Pair    Kind = 1 << iota // two documents, the first preferred
	Input                    // one document, with a label
	List                     // documents whose order is known
	Group                    // a positive and its negatives
	anyKind = Pair | Input | List | Group
)

// maxDepth is the maximum depth of nested objects and arrays.
const maxDepth = 100

// node is a value of JSON with placeholders in its strings.
type node struct {
	kind     byte         // '{' for an object, '[' for an array, '"' for a string, and 0 for any other value
	raw      []byte       // the text of a value that is no string, object or array
	keys     []string     // the keys of an object
	members  []node       // the values of an object or an array
	text     []segment    // the segments of a string
	list     listKind     // the list for whose elements an array repeats its one member; 0 if it does not
	optional *placeholder // the placeholder without whose value a row leaves the node out; nil if every row has the node
}

// segment is a part of a string: plain text, and a placeholder after it, or nil.
type segment struct {
	plain string
	*placeholder
	cut   int      // the maximum number of characters; 0 means any number
	words []string // the words for label 1 and label 0; nil if the number is written
	typed string   // the type of the column or number; if empty, it is that of the placeholder
	dict  bool     // true if the column has a dictionary
}

// Omit returns the template without a member of its object.
func (t Template) Omit(member string) *Template {
	if i := slices.Index(t.root.keys, member); i >= 0 {
		t.root.keys = slices.Delete(slices.Clone(t.root.keys), i, i+1)
		t.root.members = slices.Delete(slices.Clone(t.root.members), i, i+1)
	}
	return &t
}

// IsScored reports whether a row has scores of the teacher, or documents in their order.
func (t *Template) IsScored() bool { return t.Kind == List || t.isScored }

// HasPrompt reports whether a template's text has a place for the user's instruction.
func HasPrompt(text string) bool { return strings.Contains(text, "{prompt") }

// Parse reads a user's template. An error continues a sentence that begins with "it".
func Parse(text string) (*Template, error) {
	if len(text) > safefile.Template {
		return nil, fmt.Errorf("has more than %s", safefile.Size(safefile.Template))
	}
	t := &Template{Kind: anyKind}
	if err := t.parse(text); err != nil {
		return nil, err
	}
	if t.Kind == anyKind {
		return nil, fmt.Errorf("has no placeholder of a document: {positive} and {negative}, {negatives}, {document} and {label}, " +
			"or {passages} and {order}")
	}
	t.Kind &= -t.Kind // keep the first kind that has all placeholders
	return t, nil
}

func (t *Template) parse(text string) (err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if t.root, err = t.read(d, 0); err != nil {
		return err
	}
	if t.root.kind != '{' && !t.isOurs {
		return fmt.Errorf("is no JSON object")
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("has something behind its JSON object")
	}
	return nil
}

// read reads the next value. depth is the number of objects and arrays around it.
func (t *Template) read(d *json.Decoder, depth int) (n node, err error) {
	token, err := d.Token()
	if err != nil {
		return n, fmt.Errorf("is no JSON: %v", err)
	}
	switch value := token.(type) {
	case json.Delim:
		n.kind = byte(value)
	case string:
		n.kind = '"'
		if n.text, err = t.segments(value); err == nil && n.listInside() != 0 && t.depth == 0 && !t.isOurs {
			err = fmt.Errorf("has a list outside of an array: %q is to be [%q]", value, value)
		}
		return n, err
	default:
		n.raw, err = json.Marshal(token)
		return n, err
	}
	if depth == maxDepth {
		return n, fmt.Errorf("is more than %d objects and arrays deep", maxDepth)
	}
	if n.kind == '[' {
		t.depth++
	}
	isMember := map[string]bool{}
	for d.More() {
		if n.kind == '{' {
			key, err := d.Token()
			if err != nil {
				return n, fmt.Errorf("is no JSON: %v", err)
			}
			name := key.(string)
			if isMember[name] {
				return n, fmt.Errorf("has the member %q twice", name)
			}
			isMember[name] = true
			n.keys = append(n.keys, name)
		}
		member, err := t.read(d, depth+1)
		if err != nil {
			return n, err
		}
		if depth == 0 || n.kind == '[' {
			member.optional = member.optionalInside()
		}
		n.members = append(n.members, member)
	}
	if _, err := d.Token(); err != nil {
		return n, fmt.Errorf("is no JSON: %v", err)
	}
	if len(n.members) == 0 {
		return n, fmt.Errorf("has an empty object or array")
	}
	if n.kind == '[' {
		if t.depth--; t.depth == 0 {
			n.list = n.listInside()
		}
		if n.list != 0 && len(n.members) > 1 {
			return n, fmt.Errorf("has a list beside other values in an array")
		}
	}
	return n, nil
}

// listInside returns the list of the placeholders in a value, and 0 if none has a list.
func (n *node) listInside() (list listKind) {
	for _, s := range n.text {
		if s.placeholder != nil {
			list = max(list, s.list)
		}
	}
	for i := range n.members {
		list = max(list, n.members[i].listInside())
	}
	return list
}

// optionalInside returns the first optional placeholder in a value but not in an inner array, and nil if there is none.
func (n *node) optionalInside() *placeholder {
	for _, s := range n.text {
		if s.placeholder != nil && s.lacks != nil {
			return s.placeholder
		}
	}
	for i := range n.members {
		if n.kind == '{' {
			if p := n.members[i].optionalInside(); p != nil {
				return p
			}
		}
	}
	return nil
}

// segments divides a string at its placeholders. {{ and }} stand for single braces.
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
	if literal.WriteString(text); literal.Len() > 0 || len(list) == 0 {
		list = append(list, segment{plain: literal.String()})
	}
	return list, nil
}

// readPlaceholder reads NAME, NAME:CHARACTERS or label:WORD|WORD. In the table of formats it also reads the type of a column or number.
func (t *Template) readPlaceholder(text string) (s segment, err error) {
	name, rest, hasBound := strings.Cut(text, ":")
	i := slices.IndexFunc(placeholders, func(p placeholder) bool { return p.name == name && (p.kinds != 0 || t.isOurs) })
	if i < 0 {
		return s, fmt.Errorf("has an unknown placeholder {%s}; there are %s", text, strings.Join(Names(), ", "))
	}
	s.placeholder = &placeholders[i]
	if !t.isOurs && t.Kind&s.kinds == 0 {
		return s, fmt.Errorf("has {%s} beside placeholders of other rows: pairs, inputs, lists and groups cannot be mixed", name)
	}
	t.Kind &= s.kinds
	t.isScored = t.isScored || s.isScore
	if t.slots++; t.slots > safefile.Slots {
		return s, fmt.Errorf("has more than %d placeholders", safefile.Slots)
	}
	switch {
	case !hasBound:
	case t.isOurs && rest == "dict":
		s.dict = true
	case t.isOurs && (rest == "float32" || rest == "int64" || rest == "real"):
		s.typed = rest
	case name == "label":
		if s.words = strings.Split(rest, "|"); len(s.words) != 2 || s.words[0] == s.words[1] {
			return s, fmt.Errorf("has {%s}; two different words are wanted, as {label:yes|no}", text)
		}
	case s.isText:
		if s.cut, err = strconv.Atoi(rest); err != nil || s.cut < 1 {
			return s, fmt.Errorf("has {%s}; a number of characters is wanted, as {%s:600}", text, name)
		}
	default:
		return s, fmt.Errorf("has {%s}; {%s} takes nothing behind a colon", text, name)
	}
	return s, nil
}

// Append appends a user's row as JSON. It returns an error for a row that is too long.
func (t *Template) Append(line []byte, r *row) ([]byte, error) {
	r.limit = len(line) + safefile.Row
	if line = t.root.append(line, r, 0); len(line) > r.limit {
		name := map[Kind]string{Pair: "positive", Input: "document", List: "passages", Group: "negatives"}[t.Kind]
		return line, errs.BadInput("", 0, "bound the texts of --template, as in {"+name+":600}, or name each once",
			"a row of the template would have more than %s", safefile.Size(safefile.Row))
	}
	return line, nil
}

// sole returns the segment of a string that is exactly one placeholder. ok is false for other strings.
func (n *node) sole() (s *segment, ok bool) {
	if len(n.text) != 1 || n.text[0].plain != "" || n.text[0].placeholder == nil {
		return nil, false
	}
	return &n.text[0], true
}

// isLeftOut reports whether a member or element has no value in a row.
func (n *node) isLeftOut(r *row) bool { return n.optional != nil && n.optional.lacks(r) }

// append appends a value as JSON. i is the index in the list of the array around it.
func (n *node) append(line []byte, r *row, i int) []byte {
	switch n.kind {
	case '{', '[':
		line = append(line, n.kind)
		start := len(line)
		for j := range n.times(r) {
			if n.list != 0 {
				i = j
			}
			for k := range n.members {
				if n.members[k].isLeftOut(r) {
					continue
				}
				if len(line) > start {
					line = append(line, ',')
				}
				if n.kind == '{' {
					line = append(appendQuoted(line, n.keys[k]), ':')
				}
				line = n.members[k].append(line, r, i)
			}
		}
		return append(line, n.kind+2) // in ASCII, ] is [ + 2 and } is { + 2
	case '"':
		s, ok := n.sole()
		switch {
		case !ok:
			return appendQuoted(line, n.content(r, i))
		case s.ids != nil:
			wide, narrow := s.ids(r, i)
			return append(appendIDs(appendIDs(append(line, '['), wide), narrow), ']')
		case s.number != nil && s.words == nil:
			return appendNumber(line, s.number(r, i), s.numberType())
		case s.mayBeNull && s.value(r, i) == "":
			return append(line, "null"...)
		}
		return appendQuoted(line, s.value(r, i))
	}
	return append(line, n.raw...)
}

// times returns how often a row has the members of an object or an array.
func (n *node) times(r *row) int {
	if n.list == 0 {
		return 1
	}
	return r.size(n.list)
}

// content returns a string with the values of its placeholders. It leaves out values once the string is longer than r.limit.
func (n *node) content(r *row, i int) string {
	if s, ok := n.sole(); ok {
		return s.value(r, i)
	}
	r.scratch = r.scratch[:0]
	for k := range n.text {
		s := &n.text[k]
		r.scratch = append(r.scratch, s.plain...)
		if s.placeholder != nil && (r.limit == 0 || len(r.scratch) <= r.limit) {
			r.scratch = append(r.scratch, s.value(r, i)...)
		}
	}
	return string(r.scratch)
}

func (s *segment) numberType() string { return cmp.Or(s.typed, s.dtype) }

// value returns the value of a placeholder as text. i is the index in its list.
func (s *segment) value(r *row, i int) string {
	switch {
	case s.words != nil && s.number(r, i) > 0.5:
		return s.words[0]
	case s.words != nil:
		return s.words[1]
	case s.number != nil:
		return strconv.FormatFloat(s.number(r, i), 'g', -1, 64)
	case s.isNumbered:
		var text strings.Builder
		for i := range r.docs {
			if i > 0 {
				text.WriteByte('\n')
			}
			fmt.Fprintf(&text, "[%d] %s", i+1, Cut(s.text(r, i), s.cut))
		}
		return text.String()
	}
	return Cut(s.text(r, i), s.cut)
}

// Cut returns the beginning of a text, at most most characters (code points); 0 means any number. It does not end within a word, except
// within the first one.
func Cut(text string, most int) string {
	if most == 0 || len(text) <= most {
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
