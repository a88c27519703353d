package settings

import (
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/train/eval"
)

// Measures parses train.measures. The tests use the first one.
func Measures(c *configs.Config) ([]eval.Measure, error) {
	var list []eval.Measure
	for _, name := range strings.Split(c.Train.Measures, ",") {
		m, err := eval.Parse(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}
