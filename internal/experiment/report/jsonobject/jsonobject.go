// Package jsonobject writes a list as a JSON object by name, and reads it back in the object's order.
package jsonobject

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Marshal writes a list as an object that keeps the list's order.
func Marshal[T any](list []T, name func(*T) string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, part := range []any{name(&list[i]), list[i]} {
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(part); err != nil {
				return nil, err
			}
			if j == 0 {
				b.WriteByte(':')
			}
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Unmarshal reads an object into a list in the object's order. A field that T lacks is an error.
func Unmarshal[T any](raw []byte, list *[]T, setName func(*T, string)) error {
	*list = nil
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if open, err := dec.Token(); err != nil {
		return err
	} else if open == nil {
		return nil
	} else if open != json.Delim('{') {
		return fmt.Errorf("not an object by name")
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		var item T
		if err := dec.Decode(&item); err != nil {
			return err
		}
		setName(&item, name.(string))
		*list = append(*list, item)
	}
	_, err := dec.Token() // the end of the object
	return err
}
