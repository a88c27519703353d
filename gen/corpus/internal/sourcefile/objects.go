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

// EachObject calls visit with every JSON object at the top level of a file or in an array there, and with the line on which it begins. A
// line may have several objects, and an object several lines. The bytes are valid until visit returns. Their brackets are balanced, but
// they may not be JSON. If a line holds something that is not an object, the rest of the line is skipped and counted, up to the next object
// of an array. An incomplete object ends before a line that begins with an object or array which cannot be part of it. It is an error in an
// array if the objects after it on its line cannot be found.
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

// nextObject matches the end of an object of an array and the beginning of the next one.
var nextObject = lazy.Regexp(`\}\s*,\s*\{`)

// objectScanner finds the beginning and end of objects.
type objectScanner struct {
	object    []byte // bytes of the object so far
	line      int    // line on which the object begins
	open      []byte // open brackets of the object, the outermost first; none between objects
	last      byte   // last byte of the object that is not white space
	isBegin   bool   // true if only white space is before the next byte on its line
	lines     int    // number of lines of the object that are not blank
	objects   int    // number of lines of the object that begin with an object
	spread    bool   // true once an object had several lines
	values    int    // number of values in the object
	quoted    bool   // true inside a text
	escaped   bool   // true after a backslash in a text
	arrays    int    // number of open arrays around the object
	arrayLine int    // line on which the innermost array begins
	isEmpty   bool   // true if the innermost array has no object so far
	garbage   bool   // true if the rest of the line is skipped
}

// step reads a byte. It calls visit if the byte ends an object.
func (o *objectScanner) step(s *Source, c byte, visit func([]byte, int) error) error {
	if len(o.open) == 0 {
		return o.skipByte(s, c)
	}
	if c == '\n' && o.quoted { // no JSON string contains a line end, so the object is cut
		return o.cut(s, s.Line)
	}
	if o.isBegin && !IsSpace(c) {
		allowsValue := o.last == ':' || o.last == '[' || o.last == ',' && o.open[len(o.open)-1] == '['
		if (c == '{' || c == '[') && !allowsValue {
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

// cut ends an incomplete object whose last line is end, and counts its lines as skipped rows. In a file whose objects have several lines,
// it counts only the lines that begin with an object.
func (o *objectScanner) cut(s *Source, end int) error {
	o.open, o.quoted, o.escaped, o.last = o.open[:0], false, false, 0
	if o.arrays > 0 && o.lines == 1 && !s.IsCut && nextObject().Match(o.object) {
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

// bytesOfValue is the number of bytes of the file that allow an object one value more than safefile.Values.
const bytesOfValue = 8

// count counts a value of the object. Too many values are an error, since each takes some 250 bytes of memory in addition to its size.
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
		if o.garbage && o.arrays > 0 && o.arrayLine == s.Line { // the array's end is on this line too, or missing
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

// EachNested calls visit with every value of the objects {"outer": {"inner": value}} of a file. It reads the whole file into memory.
func EachNested(s *Source, visit func(outer, inner string, value json.RawMessage) error) error {
	all, err := s.ReadRest()
	if err != nil {
		return err
	}
	decoder, pos := json.NewDecoder(bytes.NewReader(all)), int64(0)
	s.Line = 1
	token := func() json.Token {
		token, err := decoder.Token()
		s.Line += bytes.Count(all[pos:decoder.InputOffset()], []byte{'\n'})
		if pos = decoder.InputOffset(); err != nil {
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
