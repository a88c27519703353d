package settings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/train/report"
)

// Setting is a cell of an arm's grid: values of keys, as text, in the grid's order.
type Setting []report.Setting

// Combinations lists every choice of one value per axis, the last axis turning fastest; one empty choice for no axis.
func Combinations(axes []configs.Axis) [][]report.Setting {
	all := [][]report.Setting{nil}
	for _, axis := range axes {
		var next [][]report.Setting
		for _, before := range all {
			for _, value := range axis.Values {
				next = append(next, append(slices.Clip(before), report.Setting{Key: axis.Key, Value: value}))
			}
		}
		all = next
	}
	return all
}

func combinations(axes []configs.Axis) (list []Setting) {
	for _, s := range Combinations(axes) {
		list = append(list, s)
	}
	return list
}

// Value is what the setting says of a key, or otherwise.
func (s Setting) Value(key, otherwise string) string {
	for _, x := range s {
		if x.Key == key {
			return x.Value
		}
	}
	return otherwise
}

// Only keeps what the setting says of some keys.
func (s Setting) Only(keys []string) Setting {
	return slices.DeleteFunc(slices.Clone(s), func(x report.Setting) bool { return !slices.Contains(keys, x.Key) })
}

// Over lays the setting over a configuration.
func (s Setting) Over(c *configs.Config) (*configs.Config, error) {
	out := *c
	for _, x := range s {
		if err := out.Set(x.Key, x.Value); err != nil {
			return nil, err
		}
	}
	return &out, out.Validate()
}

// effective leaves out what changes nothing without axiomatic pairs, or without a regulariser.
func (s Setting) effective(pools, perturbs bool) Setting {
	return slices.DeleteFunc(slices.Clone(s), func(x report.Setting) bool {
		ofRegulariser := slices.Contains(regulariserKeys, x.Key)
		return ofRegulariser && !perturbs || !ofRegulariser && !pools && slices.Contains(axiomKeys, x.Key)
	})
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

// Portable is the setting without what differs from machine to machine.
func (s Setting) Portable() []report.Setting {
	out := []report.Setting{}
	for _, x := range s {
		out = append(out, report.Setting{Key: x.Key, Value: configs.Portable(x.Key, x.Value)})
	}
	return out
}

// Map gives the portable values by key.
func (s Setting) Map() map[string]string {
	out := map[string]string{}
	for _, x := range s.Portable() {
		out[x.Key] = x.Value
	}
	return out
}
