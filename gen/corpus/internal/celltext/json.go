package celltext

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
)

// Value is a JSON value.
type Value struct {
	Kind  Kind
	Name  string  // the name of a member of an object
	Text  string  // the value of a text, number or truth value; a whole number has no point
	Items []Value // the members of an object in the order of the file, or the items of a list
}

// Kind is the kind of a JSON value. For objects, lists and texts it is their first character.
type Kind byte

// The kinds of values.
const (
	ObjectKind Kind = '{'
	ListKind   Kind = '['
	TextKind   Kind = '"'
	WordKind   Kind = 'w' // a number, true or false
	NullKind   Kind = 'n' // null, or NaN and Infinity, which Python writes
)

// HoldsOthers reports whether the value is an object or a list.
func (v *Value) HoldsOthers() bool { return v.Kind == ObjectKind || v.Kind == ListKind }

// Member returns the last member of the object whose name is name. It returns nil if there is none, or if the value is no object.
func (v *Value) Member(name string) *Value {
	for i := len(v.Items) - 1; i >= 0 && v.Kind == ObjectKind; i-- {
		if v.Items[i].Name == name {
			return &v.Items[i]
		}
	}
	return nil
}

// Parser parses JSON. It reuses the memory of the previous value.
type Parser struct {
	root     Value
	names    []string // names[:numNames] are the names of members read so far, in the order of the text; the rest are of earlier values
	numNames int
	rest     []byte // the text that was not read yet
	buffer   []byte // a text whose escapes were replaced
}

// maxNesting is the maximum number of lists and objects around a value, as in encoding/json.
const maxNesting = 10000

// Parse returns the value at the beginning of a text of valid UTF-8, as encoding/json reads it. The value is valid until the next call. If
// the value is malformed, ok is false and v has the part before the fault.
func (p *Parser) Parse(text []byte) (v *Value, ok bool) {
	p.rest, p.numNames = text, 0
	return &p.root, p.read(&p.root, 0)
}

// Rest returns the text after the value and after white space.
func (p *Parser) Rest() []byte { return p.space() }

// read reads a value. depth is the number of lists and objects around it.
func (p *Parser) read(v *Value, depth int) (ok bool) {
	*v = Value{Name: v.Name, Items: v.Items[:0]}
	rest := p.space()
	if len(rest) == 0 {
		return false
	}
	switch v.Kind = Kind(rest[0]); v.Kind {
	case TextKind:
		v.Text, ok = p.text("")
		return ok
	case ObjectKind, ListKind:
		return depth < maxNesting && p.readItems(v, depth+1)
	}
	end := bytes.IndexAny(rest, ",}] \t\r\n")
	if end < 0 {
		end = len(rest)
	}
	word := string(rest[:end])
	p.rest, v.Kind = rest[end:], WordKind
	switch word {
	case "null", "NaN", "Infinity", "-Infinity":
		v.Kind = NullKind
	case "true", "false":
		v.Text = word
	default:
		v.Text, ok = WholeSpelling(word), json.Valid(rest[:end])
		return ok
	}
	return true
}

// readItems reads the items of a list, or the members of an object.
func (p *Parser) readItems(v *Value, depth int) bool {
	p.rest = p.rest[1:]
	for !p.skip(byte(v.Kind) + 2) { // } or ]
		n := len(v.Items)
		if n > 0 && !p.skip(',') {
			return false
		}
		if n < cap(v.Items) { // keeps the memory of the previous item's own items
			v.Items = v.Items[:n+1]
		} else {
			v.Items = append(v.Items, Value{})
		}
		item := &v.Items[n]
		if item.Name = ""; v.Kind == ObjectKind && !p.readName(item) || !p.read(item, depth) {
			return false
		}
	}
	return true
}

// readName reads the name of a member. It reuses the name of the previous value, since most objects have the same members.
func (p *Parser) readName(v *Value) (ok bool) {
	if p.numNames == len(p.names) {
		p.names = append(p.names, "")
	}
	v.Name, ok = p.text(p.names[p.numNames])
	p.names[p.numNames] = v.Name
	p.numNames++
	return ok && p.skip(':')
}

// space returns the rest without the white space at its beginning.
func (p *Parser) space() []byte {
	for len(p.rest) > 0 && (p.rest[0] == ' ' || p.rest[0] == '\t' || p.rest[0] == '\n' || p.rest[0] == '\r') {
		p.rest = p.rest[1:]
	}
	return p.rest
}

// skip skips white space and then the byte c. If the next byte is another one, it returns false and does not skip that byte.
func (p *Parser) skip(c byte) bool {
	if rest := p.space(); len(rest) == 0 || rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

// text reads a text in quotes. If the text is equal to previous, it returns previous, which takes no new memory.
func (p *Parser) text(previous string) (text string, ok bool) {
	quoted := p.space()
	if !p.skip('"') {
		return "", false
	}
	size := endOfText(p.rest)
	if size == 0 {
		return "", false
	}
	raw := p.rest[:size-1]
	p.rest = p.rest[size:]
	switch {
	case isPlain(raw) && string(raw) == previous:
		return previous, true
	case isPlain(raw):
		return string(raw), true
	case p.unescape(raw):
		return string(p.buffer), true
	}
	err := json.Unmarshal(quoted[:size+1], &text)
	return text, err == nil
}

// escapes has, for each character that may follow a backslash, the character that the escape means.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescape writes a text to the buffer with its escapes replaced. It returns false for a text with other escapes than those of escapes:
// encoding/json reads these, at a third of the speed.
func (p *Parser) unescape(raw []byte) bool {
	p.buffer = p.buffer[:0]
	for {
		part, rest, isEscaped := bytes.Cut(raw, []byte{'\\'})
		p.buffer = append(p.buffer, part...)
		switch {
		case !isPlain(part) || isEscaped && escapes[rest[0]] == 0:
			return false
		case !isEscaped:
			return true
		}
		p.buffer, raw = append(p.buffer, escapes[rest[0]]), rest[1:]
	}
}

// isPlain reports whether a text in quotes has no escape and no control character.
func isPlain(text []byte) bool {
	const units = 0x0101010101010101
	bits := uint64(0) // the highest bit of a byte is set if one of the bytes there is a backslash or below a space
	for ; len(text) >= 8; text = text[8:] {
		word := binary.LittleEndian.Uint64(text)
		slash := word ^ units*'\\'
		bits |= (word-units*' ')&^word | (slash-units)&^slash
	}
	for _, c := range text {
		if c < ' ' || c == '\\' {
			return false
		}
	}
	return bits&(units<<7) == 0
}

// ObjectSize returns the size in bytes of the object at the beginning of a line. It returns 0 if the object does not end in the line, if
// its brackets do not match or are nested deeper than maxDepth, or if it has more than maxMarks opening brackets and commas, one for each
// value.
func ObjectSize(line []byte, maxMarks int) int {
	var open [maxDepth]byte
	depth, marks := 0, 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case '"':
			n := endOfText(line[i+1:])
			if n == 0 {
				return 0
			}
			i += n
		case '{', '[':
			if marks++; depth == maxDepth || marks > maxMarks {
				return 0
			}
			open[depth] = c
			depth++
		case ',':
			if marks++; marks > maxMarks {
				return 0
			}
		case '}', ']':
			if depth--; depth < 0 || (open[depth] == '{') != (c == '}') {
				return 0
			}
			if depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// maxDepth is the maximum number of open brackets in an object whose size ObjectSize finds.
const maxDepth = 16

// endOfText returns the number of bytes up to and including the quote that ends a text, and 0 if there is none.
func endOfText(text []byte) int {
	for i := 0; ; {
		n := bytes.IndexByte(text[i:], '"')
		if n < 0 {
			return 0
		}
		i += n + 1
		slashes := 0
		for slashes < i-1 && text[i-2-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i
		}
	}
}
