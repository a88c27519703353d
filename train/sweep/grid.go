// Package sweep runs an experiment over a grid of settings: it explores every cell on the dev queries, chooses one setting
// for each value of the outer keys, and touches the test queries for the chosen ones only.
package sweep

import (
	"github.com/axiomine/axiomine/configs"
)

// Setting is a key of the configuration with a value.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// combinations lists every choice of one value per axis, the last axis turning fastest; one empty choice for no axis.
func combinations(axes []configs.Axis) [][]Setting {
	all := [][]Setting{nil}
	for _, axis := range axes {
		var next [][]Setting
		for _, before := range all {
			for _, value := range axis.Values {
				next = append(next, append(before[:len(before):len(before)], Setting{axis.Key, value}))
			}
		}
		all = next
	}
	return all
}

// with gives the configuration with settings laid over it.
func with(base configs.Config, groups ...[]Setting) (*configs.Config, error) {
	for _, settings := range groups {
		for _, s := range settings {
			if err := base.Set(s.Key, s.Value); err != nil {
				return nil, err
			}
		}
	}
	return &base, base.Validate()
}
