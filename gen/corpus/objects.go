package corpus

import (
	"io"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// eachObject calls visit for every JSON object at the top level of a file or in an array there, with the
// line on which it begins. Objects may be one per line, several on a line or over several lines. The bytes
// are valid until visit returns. Their brackets are balanced, but they may not be JSON. If a line holds
// something else than an object, the rest of the line is skipped and counted.
func eachObject(s *source, visit func(object []byte, line int) error) error {
	var o objectScanner
	for {
		text, ends, err := s.piece()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		for _, c := range text {
			if err := o.step(s, c, visit); err != nil {
				return err
			}
		}
		if ends {
			if err := o.step(s, '\n', visit); err != nil {
				return err
			}
		}
	}
	switch {
	case o.depth > 0:
		return s.skip(o.line, malformedJSON)
	case o.arrays > 0:
		return s.skip(o.arrayLine, "array without its end")
	}
	return nil
}

// objectScanner finds the begin and end of objects.
type objectScanner struct {
	object    []byte
	line      int // on which object begins
	depth     int // of brackets in the object; 0 between objects
	values    int // of the object, including those of its members
	quoted    bool
	escaped   bool
	arrays    int // open around the object
	arrayLine int
	garbage   bool // the rest of the line is skipped
}

func (o *objectScanner) step(s *source, c byte, visit func([]byte, int) error) error {
	if o.depth == 0 {
		return o.between(s, c)
	}
	if c == '\n' && o.quoted { // no JSON string contains a line end, so the object is cut
		o.depth, o.quoted, o.escaped = 0, false, false
		return s.skip(o.line, malformedJSON)
	}
	o.object = append(o.object, c)
	if len(o.object) > s.max {
		return s.checkSize(len(o.object), o.line)
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
		o.depth++
		return o.count(s)
	case c == '}' || c == ']':
		o.depth--
		if o.depth == 0 {
			return visit(o.object, o.line)
		}
	}
	return nil
}

// bytesOfValue is the number of bytes read per value that is allowed in addition to safefile.Values.
const bytesOfValue = 8

// count counts a value. In memory each takes some 250 bytes in addition to its own.
func (o *objectScanner) count(s *source) error {
	most := safefile.Values
	if s.in != nil {
		most += int(s.in.read.N / bytesOfValue)
	}
	if o.values++; o.values > most {
		return errs.BadInput(s.path, o.line, "is it a file of documents or topics? write fewer values into an object",
			"an object of more than %d values", most)
	}
	return nil
}

// between handles a byte outside of objects.
func (o *objectScanner) between(s *source, c byte) error {
	switch {
	case c == '\n':
		o.garbage = false
	case o.garbage || isSpace(c) || c == ',':
	case c == '{':
		o.object, o.line, o.depth, o.values = append(o.object[:0], c), s.line, 1, 0
	case c == '[':
		o.arrays++
		o.arrayLine = s.line
	case c == ']' && o.arrays > 0:
		o.arrays--
	default:
		o.garbage = true
		return s.skip(s.line, malformedJSON)
	}
	return nil
}
