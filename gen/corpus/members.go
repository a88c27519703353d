package corpus

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
