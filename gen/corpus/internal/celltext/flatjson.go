package celltext

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/lazy"
)

// Member is a member of an object. A number is the text that the file has, a whole one without a point; null is an empty text.
type Member struct {
	Name   string
	Texts  []string // one, or those of a list
	Listed bool
	Null   bool
}

// Reader reads objects.
type Reader struct {
	last    []string // names of the members of this object, and behind them of one before
	members []Member // of the last object
	texts   []string // of these
	buffer  []byte   // a text whose escapes were replaced
	rest    []byte   // what is not read yet
}

// mostMembers is the number of members of an object that is read: each name is compared with the others.
const mostMembers = 64

// Read returns the members of an object in the order of the file. They are valid until the next call. ok is false if the object has another
// form, two members of one name, or is malformed.
func (r *Reader) Read(object []byte) (members []Member, ok bool) {
	if !utf8.Valid(object) {
		return nil, false
	}
	r.members, r.texts, r.rest = r.members[:0], r.texts[:0], object
	if !r.skip('{') {
		return nil, false
	}
	for !r.skip('}') {
		if len(r.members) > 0 && !r.skip(',') || len(r.members) == mostMembers || !r.member() {
			return nil, false
		}
	}
	return r.members, len(r.space()) == 0
}

// member reads a member.
func (r *Reader) member() bool {
	raw, isText := r.text()
	if !isText {
		return false
	}
	m := Member{}
	if n := len(r.members); n < len(r.last) && r.last[n] == string(raw) { // most objects have the members of the one before
		m.Name = r.last[n]
	} else {
		m.Name = string(raw)
		r.last = append(r.last[:n], m.Name)
	}
	for i := range r.members {
		if r.members[i].Name == m.Name {
			return false
		}
	}
	if !r.skip(':') {
		return false
	}
	begin := len(r.texts)
	if m.Listed = r.skip('['); !m.Listed {
		m.Null = len(r.space()) > 0 && r.rest[0] == 'n'
		if !r.scalar() {
			return false
		}
	} else {
		for !r.skip(']') {
			if len(r.texts) > begin && !r.skip(',') || !r.scalar() {
				return false
			}
		}
	}
	m.Texts = r.texts[begin:len(r.texts):len(r.texts)]
	r.members = append(r.members, m)
	return true
}

// space returns the rest without the white space at its beginning.
func (r *Reader) space() []byte {
	for len(r.rest) > 0 && (r.rest[0] == ' ' || r.rest[0] == '\t' || r.rest[0] == '\n' || r.rest[0] == '\r') {
		r.rest = r.rest[1:]
	}
	return r.rest
}

// skip skips white space and a byte; it returns false, and skips white space alone, if another byte is there.
func (r *Reader) skip(c byte) bool {
	if rest := r.space(); len(rest) == 0 || rest[0] != c {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// text reads a text in quotes. The text is valid until the next one is read.
func (r *Reader) text() (text []byte, ok bool) {
	if !r.skip('"') {
		return nil, false
	}
	end := bytes.IndexByte(r.rest, '"')
	if end < 0 {
		return nil, false
	}
	if !isPlain(r.rest[:end]) {
		return r.readEscaped()
	}
	text, r.rest = r.rest[:end], r.rest[end+1:]
	return text, true
}

// escapes are the characters that stand behind a backslash, and what they mean.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// readEscaped reads the rest of a text in which some characters are escaped. Surrogates are left to encoding/json.
func (r *Reader) readEscaped() (text []byte, ok bool) {
	r.buffer = r.buffer[:0]
	for i := 0; i < len(r.rest); i++ {
		switch c := r.rest[i]; {
		case c == '"':
			r.rest = r.rest[i+1:]
			return r.buffer, true
		case c < ' ':
			return nil, false
		case c != '\\':
			r.buffer = append(r.buffer, c)
			continue
		}
		i++
		switch {
		case i == len(r.rest):
			return nil, false
		case escapes[r.rest[i]] != 0:
			r.buffer = append(r.buffer, escapes[r.rest[i]])
		case r.rest[i] == 'u' && i+4 < len(r.rest):
			code, bad := strconv.ParseUint(string(r.rest[i+1:i+5]), 16, 16)
			if bad != nil || utf16.IsSurrogate(rune(code)) {
				return nil, false
			}
			r.buffer, i = utf8.AppendRune(r.buffer, rune(code)), i+4
		default:
			return nil, false
		}
	}
	return nil, false
}

// scalar reads a text, a number, true, false or null, and appends it to the texts.
func (r *Reader) scalar() bool {
	if rest := r.space(); len(rest) > 0 && rest[0] == '"' {
		text, ok := r.text()
		r.texts = append(r.texts, string(text))
		return ok
	}
	end := bytes.IndexAny(r.rest, ",}] \t\r\n")
	if end < 0 {
		return false
	}
	word := string(r.rest[:end])
	switch r.rest = r.rest[end:]; {
	case word == "true", word == "false":
	case word == "null":
		word = ""
	case word != "" && word[0] != '"' && json.Valid([]byte(word)): // a number
		word = WholeSpelling(word)
	default:
		return false
	}
	r.texts = append(r.texts, word)
	return true
}

// HasList reports whether a JSON value is a list, or an object with one at any depth.
func HasList(value []byte) bool {
	var members map[string]json.RawMessage
	if bytes.HasPrefix(value, []byte("{")) && json.Unmarshal(value, &members) == nil {
		for _, inner := range members {
			if HasList(inner) {
				return true
			}
		}
	}
	return bytes.HasPrefix(value, []byte("["))
}

// bareWords matches the texts in quotes and the bare words that are no JSON.
var bareWords = lazy.Regexp(`"(?:[^"\\]|\\.)*"|-?Infinity|NaN`)

// WithoutNaN returns JSON with null for the bare words NaN, Infinity and -Infinity; nil if neither NaN nor
// Infinity occurs.
func WithoutNaN(raw []byte) []byte {
	if !bytes.Contains(raw, []byte("NaN")) && !bytes.Contains(raw, []byte("Infinity")) {
		return nil
	}
	return bareWords().ReplaceAllFunc(raw, func(match []byte) []byte {
		if match[0] == '"' {
			return match
		}
		return []byte("null")
	})
}

// PlainSize returns the number of bytes at the beginning of a part of a text in quotes that mean themselves. A line end means nothing there.
func PlainSize(part []byte) int {
	for _, c := range []byte{'"', '\\', '\n'} {
		if i := bytes.IndexByte(part, c); i >= 0 {
			part = part[:i]
		}
	}
	return len(part)
}

// isPlain reports whether a text in quotes has no escape and no control character.
func isPlain(text []byte) bool {
	const units = 0x0101010101010101
	bits := uint64(0) // the first bit of each byte that is below a space, or a backslash
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

// ObjectSize returns the length of the object at the beginning of a line, or of a part of one: up to the bracket that closes its first. It
// returns 0 if the object does not end there, if its brackets do not match, or if it has more than so many values.
func ObjectSize(line []byte, most int) int {
	var open [maxDepth]byte
	depth := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case '"':
			n := endOfText(line[i+1:])
			if n == 0 {
				return 0
			}
			i += n
		case '{', '[':
			if most--; depth == maxDepth || most < 0 {
				return 0
			}
			open[depth] = c
			depth++
		case ',':
			if most--; most < 0 {
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

// maxDepth is the number of brackets that are open at once in an object whose end Object finds.
const maxDepth = 16

// endOfText returns the number of bytes up to the quote that ends a text, with the quote; 0 if none does.
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
