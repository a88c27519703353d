package read

import (
	"encoding/json"
	"errors"
	"io"
)

// memberStream reads the members of JSON objects one by one, regardless of lines.
type memberStream struct {
	source  *source
	in      *jsonStream
	decoder *json.Decoder
}

func newMemberStream(s *source) *memberStream {
	in := &jsonStream{source: s}
	decoder := json.NewDecoder(in)
	decoder.UseNumber()
	in.taken = decoder.InputOffset
	return &memberStream{source: s, in: in, decoder: decoder}
}

// brokenJSON is the reason under which the rest of a file is counted.
const brokenJSON = "malformed JSON, the rest of the file is left out"

// errNotJSON means that the rest of a file is not JSON of the expected form.
var errNotJSON = errors.New(brokenJSON)

// line returns the line of the last token.
func (m *memberStream) line() int { return max(m.in.lineOf(m.decoder.InputOffset()-1), 1) }

// eachObject calls visit after reading the name of each member, for all objects of the file.
func (m *memberStream) eachObject(visit func(name string) error) error {
	for {
		switch err := m.eachMember(visit); {
		case err == nil:
		case m.in.failed != nil:
			return m.in.failed
		case err == io.EOF:
			return nil
		case err == errNotJSON:
			return m.source.skip(m.line(), brokenJSON)
		default:
			return err
		}
	}
}

// eachMember calls visit after reading the name of each member of the next object. It returns io.EOF if
// there is no object.
func (m *memberStream) eachMember(visit func(name string) error) error {
	opening, err := m.decoder.Token()
	if err == io.EOF {
		return err
	}
	if err != nil || opening != json.Delim('{') {
		return errNotJSON
	}
	for m.decoder.More() {
		name, err := m.decoder.Token() // a string: the decoder ensures it
		if err != nil {
			return errNotJSON
		}
		if err := visit(name.(string)); err != nil {
			return err
		}
	}
	if _, err := m.decoder.Token(); err != nil {
		return errNotJSON
	}
	return nil
}

// value returns the value of the member whose name was just read.
func (m *memberStream) value() (json.RawMessage, error) {
	var value json.RawMessage
	if m.decoder.Decode(&value) != nil {
		return nil, errNotJSON
	}
	return value, nil
}

// jsonStream passes a source to a JSON decoder and records the line of each byte.
type jsonStream struct {
	source *source
	rest   []byte // of the last piece
	buf    []byte
	sent   int64        // bytes passed on or in rest
	taken  func() int64 // bytes that the decoder has finished; it holds the others
	begins []lineBegin
	failed error // of the source
}

type lineBegin struct {
	begin int64
	line  int
}

func (in *jsonStream) Read(p []byte) (int, error) {
	if len(in.rest) == 0 {
		text, ends, err := in.source.piece()
		if err != nil {
			if err != io.EOF {
				in.failed = err
			}
			return 0, err
		}
		if n := len(in.begins); (n == 0 || in.begins[n-1].line != in.source.line) && !onlySpace(text) {
			in.begins = append(in.begins, lineBegin{in.sent, in.source.line})
		}
		if err := in.source.checkSize(int(in.sent-in.taken()), in.source.line); err != nil {
			in.failed = err
			return 0, err
		}
		in.buf = append(in.buf[:0], text...)
		if ends {
			in.buf = append(in.buf, '\n')
		}
		in.rest = in.buf
		in.sent += int64(len(in.rest))
	}
	n := copy(p, in.rest)
	in.rest = in.rest[n:]
	return n, nil
}

// lineOf returns the line of the byte at an offset, 0 if nothing was read. Offsets must not decrease from
// call to call.
func (in *jsonStream) lineOf(offset int64) int {
	for len(in.begins) > 1 && in.begins[1].begin <= offset {
		in.begins = in.begins[1:]
	}
	if len(in.begins) == 0 {
		return 0
	}
	return in.begins[0].line
}
