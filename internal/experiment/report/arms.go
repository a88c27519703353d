package report

import "github.com/axiomine/axiomine/internal/experiment/report/jsonobject"

// Arms lists the systems compared, in order. In JSON it is an object by name, in the same order.
type Arms []Arm

// Controls lists the systems without training, in order. In JSON it is an object by name, in the same
// order.
type Controls []Control

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
