package sweeps

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/numeral"
)

// place is a position on the axis of a curve, with its label.
type place struct {
	x     float64
	label string
}

// unboundedPlace is the place of no bound, beyond every relative difference of lengths.
const unboundedPlace = 1.1

// placeOf returns the place of a value on the axis of its key, if it has one: a number is its own
// place, a ratio A:B is at A/B, and no bound on the lengths is beyond 1.
func placeOf(s configs.Setting) (place, bool) {
	label := s.ValueText()
	if s.Key == "gen.delta_star" && (s.Value == "" || s.Value == "none") {
		return place{unboundedPlace, "none"}, true
	}
	if s.Key == "gen.ratio" {
		if first, second, ok := strings.Cut(s.Value, ":"); ok {
			a, err := numeral.Parse(first)
			b, err2 := numeral.Parse(second)
			return place{a / b, label}, err == nil && err2 == nil && b > 0
		}
	}
	x, err := numeral.Parse(s.Value)
	return place{x, label}, err == nil
}

// DrawnAxes returns the keys that a page draws over: those with at least two places, the number of judged queries first.
func DrawnAxes(axes []configs.Axis) (keys []string) {
	for _, a := range axes {
		n := 0
		for _, v := range a.Values {
			if _, ok := placeOf(configs.Setting{Key: a.Key, Value: v}); ok {
				n++
			}
		}
		if n > 1 {
			keys = append(keys, a.Key)
		}
	}
	if i := slices.Index(keys, "gen.judged_queries"); i > 0 {
		keys = slices.Insert(slices.Delete(keys, i, i+1), 0, "gen.judged_queries")
	}
	return keys
}

// withoutKey returns the settings of other keys, and the one of the key.
func withoutKey(list configs.Settings, key string) (rest configs.Settings, setting configs.Setting) {
	for _, s := range list {
		if s.Key == key {
			setting = s
		} else {
			rest = append(rest, s)
		}
	}
	return rest, setting
}
