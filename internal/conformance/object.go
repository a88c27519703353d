package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// object is a JSON object whose members keep their order and their bytes.
type object []member

type member struct {
	name  string
	value json.RawMessage
}

// UnmarshalJSON reads an object whose syntax json has checked.
func (o *object) UnmarshalJSON(text []byte) error {
	*o = (*o)[:0]
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return errors.New("expected an object")
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		m := member{name: name.(string)}
		if err := d.Decode(&m.value); err != nil {
			return err
		}
		*o = append(*o, m)
	}
	return nil
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	if err := o.write(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func (o object) write(w *bytes.Buffer) error {
	w.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			w.WriteByte(',')
		}
		name, err := compact(m.name)
		if err != nil {
			return err
		}
		w.Write(name)
		w.WriteByte(':')
		w.Write(m.value)
	}
	return w.WriteByte('}')
}

// get returns a member's value, or nil if there is none.
func (o object) get(name string) json.RawMessage {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// set sets a member to a value, in its place or else at the end.
func (o object) set(name string, value any) (object, error) {
	text, err := compact(value)
	if err != nil {
		return nil, err
	}
	for i := range o {
		if o[i].name == name {
			o[i].value = text
			return o, nil
		}
	}
	return append(o, member{name, text}), nil
}

// compact writes a value on one line. It does not escape < and >.
func compact(value any) (json.RawMessage, error) {
	var b bytes.Buffer
	if o, ok := value.(object); ok { // the encoder would compact its members
		err := o.write(&b)
		return b.Bytes(), err
	}
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// decode reads one JSON value. More text after it is an error.
func decode(text []byte, dst any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(dst); err != nil {
		if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) { // the message of json names Go types
			return fmt.Errorf("%s: %s is not of the kind expected there", wrong.Field, wrong.Value)
		}
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one value on the line")
	}
	return nil
}
