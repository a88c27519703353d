package report

import (
	"bytes"
	"encoding/json"
)

// Arms lists the systems compared, in order. In JSON it is an object by name, in the same order.
type Arms []Arm

// Controls lists the systems without training, in order. In JSON it is an object by name, in the same
// order.
type Controls []Control

// Find returns the arm of a name; nil for none.
func (a Arms) Find(name string) *Arm {
	for i := range a {
		if a[i].Name == name {
			return &a[i]
		}
	}
	return nil
}

// find returns the control of a name; nil for none.
func (c Controls) find(name string) *Control {
	for i := range c {
		if c[i].Name == name {
			return &c[i]
		}
	}
	return nil
}

// MarshalJSON writes the arms as an object by name, in their order.
func (a Arms) MarshalJSON() ([]byte, error) {
	return objectByName(a, func(arm *Arm) string { return arm.Name })
}

// MarshalJSON writes the controls as an object by name, in their order.
func (c Controls) MarshalJSON() ([]byte, error) {
	return objectByName(c, func(control *Control) string { return control.Name })
}

// objectByName writes a list as an object that keeps the list's order.
func objectByName[T any](list []T, name func(*T) string) ([]byte, error) {
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
