package report

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Arms lists the systems compared, in order. In JSON it is an object by name, in the same order.
type Arms []Arm

// Controls lists the systems without training, in order. In JSON it is an object by name, in the same
// order.
type Controls []Control

func (a Arms) MarshalJSON() ([]byte, error) {
	return marshalNamed(a, func(arm *Arm) string { return arm.Name })
}

func (a *Arms) UnmarshalJSON(raw []byte) error {
	return unmarshalNamed(raw, (*[]Arm)(a), func(arm *Arm, name string) { arm.Name = name })
}

func (c Controls) MarshalJSON() ([]byte, error) {
	return marshalNamed(c, func(control *Control) string { return control.Name })
}

func (c *Controls) UnmarshalJSON(raw []byte) error {
	return unmarshalNamed(raw, (*[]Control)(c), func(control *Control, name string) { control.Name = name })
}

// marshalNamed writes a list as an object that keeps the list's order.
func marshalNamed[T any](list []T, name func(*T) string) ([]byte, error) {
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

// unmarshalNamed reads an object into a list in the object's order. A field that T lacks is an error.
func unmarshalNamed[T any](raw []byte, list *[]T, setName func(*T, string)) error {
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
	return nil
}
