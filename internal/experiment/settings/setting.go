package settings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
)

// Setting is a cell of an arm's grid: values of keys, as text, in the grid's order.
type Setting []configs.Setting

func combinations(axes []configs.Axis) (list []Setting) {
	for _, s := range configs.Combinations(axes) {
		list = append(list, s)
	}
	return list
}

// Value returns the setting's value of a key, or otherwise if it has none.
func (s Setting) Value(key, otherwise string) string {
	for _, x := range s {
		if x.Key == key {
			return x.Value
		}
	}
	return otherwise
}

// Only returns the setting's values of some keys.
func (s Setting) Only(keys []string) Setting {
	return slices.DeleteFunc(slices.Clone(s), func(x configs.Setting) bool { return !slices.Contains(keys, x.Key) })
}

// Apply returns a configuration with the setting's values.
func (s Setting) Apply(c *configs.Config) (*configs.Config, error) {
	out := *c
	for _, x := range s {
		if err := out.Set(x.Key, x.Value); err != nil {
			return nil, err
		}
	}
	return &out, out.Validate()
}

func (s Setting) String() string {
	if len(s) == 0 {
		return "as configured"
	}
	var parts []string
	for _, x := range s {
		parts = append(parts, fmt.Sprintf("%s=%s", x.Key[strings.IndexByte(x.Key, '.')+1:], x.Value))
	}
	return strings.Join(parts, " ")
}

// Portable returns the setting without values that differ from machine to machine.
func (s Setting) Portable() []configs.Setting {
	out := []configs.Setting{}
	for _, x := range s {
		out = append(out, configs.Setting{Key: x.Key, Value: configs.Portable(x.Key, x.Value)})
	}
	return out
}

// Map returns the portable values by key.
func (s Setting) Map() map[string]string {
	out := map[string]string{}
	for _, x := range s.Portable() {
		out[x.Key] = x.Value
	}
	return out
}
