package sourcefile

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/safefile"
)

// EachObject calls visit for every JSON object at the top level of a file or in an array there, with the line on which it begins. Objects
// may be one per line, several on a line or over several lines. The bytes are valid until visit returns. Their brackets are balanced, but
// they may not be JSON. If a line holds something else than an object, the rest of the line is skipped and counted. An object that is cut
// off ends where a line begins with an object or an array that cannot be part of it. In an array reading goes on with the next object on
// the line; where none can be told behind an object that is cut off, it is an error.
func EachObject(s *Source, visit func(object []byte, line int) error) error {
	var o objectScanner
	for {
		text, ends, err := s.piece()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		for len(text) > 0 {
			if len(o.open) == 0 && !o.garbage && text[0] == '{' {
				if n := celltext.ObjectSize(text, safefile.Values); n > 0 && n <= s.Max {
					o.isEmpty = false
					if err := visit(text[:n], s.Line); err != nil {
						return err
					}
					text = text[n:]
					continue
				}
			}
			if o.quoted && !o.escaped {
				plain, _, _ := bytes.Cut(text, []byte{'"'})
				plain, _, _ = bytes.Cut(plain, []byte{'\\'})
				if n := min(len(plain), s.Max-len(o.object)); n > 0 {
					o.object, text = append(o.object, text[:n]...), text[n:]
					continue
				}
			}
			if err := o.step(s, text[0], visit); err != nil {
				return err
			}
			text = text[1:]
		}
		if ends {
			if err := o.step(s, '\n', visit); err != nil {
				return err
			}
		}
	}
	switch {
	case len(o.open) > 0:
		return o.cut(s, s.Line)
	case o.arrays > 0:
		return s.SkipRow(o.arrayLine, "array without its end")
	}
	return nil
}

// nextObject matches what stands between two objects of an array.
var nextObject = lazy.Regexp(`\}\s*,\s*\{`)

// objectScanner finds the begin and end of objects.
type objectScanner struct {
	object    []byte
	line      int    // on which object begins
	open      []byte // brackets of the object that are open, outermost first; none between objects
	last      byte   // of the object, white space aside
	isBegin   bool   // only white space stands before the next byte on its line
	lines     int    // of the object that are not blank
	objects   int    // lines of the object that begin with an object
	spread    bool   // an object stood on several lines
	values    int    // of the object, including those of its members
	quoted    bool
	escaped   bool
	arrays    int // open around the object
	arrayLine int
	isEmpty   bool // no object was met in the innermost array
	garbage   bool // the rest of the line is skipped
}

func (o *objectScanner) step(s *Source, c byte, visit func([]byte, int) error) error {
	if len(o.open) == 0 {
		return o.skipByte(s, c)
	}
	if c == '\n' && o.quoted { // no JSON string contains a line end, so the object is cut
		return o.cut(s, s.Line)
	}
	if o.isBegin && !IsSpace(c) {
		if (c == '{' || c == '[') && !o.takesValue() {
			if err := o.cut(s, s.Line-1); err != nil {
				return err
			}
			return o.skipByte(s, c)
		}
		if o.lines++; c == '{' {
			o.objects++
		}
	}
	o.isBegin = c == '\n' || o.isBegin && IsSpace(c)
	o.object = append(o.object, c)
	if len(o.object) > s.Max {
		return s.CheckSize(len(o.object), o.line)
	}
	if !o.quoted && !IsSpace(c) && c != '\n' {
		o.last = c
	}
	switch {
	case o.escaped:
		o.escaped = false
	case o.quoted && c == '\\':
		o.escaped = true
	case c == '"':
		o.quoted = !o.quoted
	case o.quoted:
	case c == ',':
		return o.count(s)
	case c == '{' || c == '[':
		o.open = append(o.open, c)
		return o.count(s)
	case c == '}' || c == ']':
		if opening := o.open[len(o.open)-1]; (opening == '{') != (c == '}') {
			o.garbage = true
			return o.cut(s, s.Line)
		}
		if o.open = o.open[:len(o.open)-1]; len(o.open) == 0 {
			o.spread = o.spread || s.Line > o.line
			return visit(o.object, o.line)
		}
	}
	return nil
}

// takesValue reports whether JSON allows a value as the next part of the object.
func (o *objectScanner) takesValue() bool {
	inList := o.open[len(o.open)-1] == '['
	return o.last == ':' || o.last == '[' || o.last == ',' && inList
}

// cut ends an object that is cut off, whose last line is end, and counts its lines; in a file whose objects stand on several lines, those
// that begin with an object.
func (o *objectScanner) cut(s *Source, end int) error {
	o.open, o.quoted, o.escaped, o.last = o.open[:0], false, false, 0
	if o.arrays > 0 && o.lines == 1 && nextObject().Match(o.object) {
		return errs.BadInput(s.Path, o.line, "write one object a line", "%s in an array: the objects behind it cannot be told apart", MalformedJSON)
	}
	s.End = end
	records := o.lines
	if o.spread {
		records = o.objects
	}
	for range records {
		if err := s.SkipRow(o.line, MalformedJSON); err != nil {
			return err
		}
	}
	return nil
}

// bytesOfValue is the number of bytes read per value that is allowed in addition to safefile.Values.
const bytesOfValue = 8

// count counts a value. In memory each takes some 250 bytes in addition to its own.
func (o *objectScanner) count(s *Source) error {
	most := safefile.Values
	if s.in != nil {
		most += int(s.in.Plain.Stored.N / bytesOfValue)
	}
	if o.values++; o.values > most {
		return errs.BadInput(s.Path, o.line, "is it a file of documents or topics? write fewer values into an object",
			"an object of more than %d values", most)
	}
	return nil
}

// skipByte handles a byte outside of objects.
func (o *objectScanner) skipByte(s *Source, c byte) error {
	switch {
	case c == '\n':
		if o.garbage && o.arrays > 0 && o.arrayLine == s.Line { // its end is on the line too, or nowhere
			o.arrays--
		}
		o.garbage = false
	case IsSpace(c):
	case c == '{' && (!o.garbage || o.arrays > 0 && o.last == ','):
		o.garbage = false
		o.object, o.line, o.open, o.values = append(o.object[:0], c), s.Line, append(o.open, c), 0
		o.last, o.isBegin, o.lines, o.objects, o.isEmpty = c, false, 1, 1, false
	case o.garbage:
		o.last = c
	case c == ',':
	case c == '[':
		o.arrays++
		o.arrayLine, o.isEmpty = s.Line, true
	case c == ']' && o.arrays > 0:
		if o.arrays--; o.isEmpty {
			o.isEmpty = false
			return s.SkipRow(s.Line, "array without an object")
		}
	default:
		o.garbage, o.last = true, c
		return s.SkipRow(s.Line, MalformedJSON)
	}
	return nil
}

// BrokenJSON is the reason under which the rest of a file is counted.
const BrokenJSON = "malformed JSON, the rest of the file is left out"

// EachNested calls visit for every value of the objects {"outer": {"inner": value}} of a file, which is held.
func EachNested(s *Source, visit func(outer, inner string, value json.RawMessage) error) error {
	all, err := s.ReadRest()
	if err != nil {
		return err
	}
	decoder, counted := json.NewDecoder(bytes.NewReader(all)), int64(0)
	s.Line = 1
	token := func() json.Token {
		token, err := decoder.Token()
		s.Line += bytes.Count(all[counted:decoder.InputOffset()], []byte{'\n'})
		if counted = decoder.InputOffset(); err != nil {
			return err
		}
		return token
	}
	const opened, closed = json.Delim('{'), json.Delim('}')
	for next := token(); next != io.EOF; next = token() {
		if next != opened {
			return s.Skip(s.Line, BrokenJSON)
		}
		for next = token(); next != closed; next = token() {
			outer, isName := next.(string)
			if !isName || token() != opened {
				return s.Skip(s.Line, BrokenJSON)
			}
			for next = token(); next != closed; next = token() {
				inner, isName := next.(string)
				var value json.RawMessage
				if !isName || decoder.Decode(&value) != nil {
					return s.Skip(s.Line, BrokenJSON)
				}
				if err := visit(outer, inner, value); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
