package report

import "github.com/axiomine/axiomine/internal/experiment/report/jsonobject"

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

func (a Arms) MarshalJSON() ([]byte, error) {
	return jsonobject.Marshal(a, func(arm *Arm) string { return arm.Name })
}

func (a *Arms) UnmarshalJSON(raw []byte) error {
	return jsonobject.Unmarshal(raw, (*[]Arm)(a), func(arm *Arm, name string) { arm.Name = name })
}

func (c Controls) MarshalJSON() ([]byte, error) {
	return jsonobject.Marshal(c, func(control *Control) string { return control.Name })
}

func (c *Controls) UnmarshalJSON(raw []byte) error {
	return jsonobject.Unmarshal(raw, (*[]Control)(c), func(control *Control, name string) { control.Name = name })
}
