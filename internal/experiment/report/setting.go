package report

import (
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/train/eval"
)

// settingsOf returns values sorted by key.
func settingsOf(values map[string]string) []configs.Setting {
	list := []configs.Setting{}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		list = append(list, configs.Setting{Key: key, Value: values[key]})
	}
	return list
}

// Settings returns the cell's values sorted by key.
func (t *Cell) Settings() []configs.Setting { return settingsOf(t.Setting) }

// Mean returns the mean of dev over seeds.
func (t *Cell) Mean() float64 { return eval.Mean(t.Dev) }

// Usual returns the setting that the arm chose most often, the first of equals.
func (a *Arm) Usual() []configs.Setting {
	times, most := map[string]int{}, 0
	var usual []configs.Setting
	for _, x := range a.Chosen {
		s := settingsOf(x.Setting)
		text := SettingsText(s)
		times[text]++
	}
	for _, x := range a.Chosen {
		s := settingsOf(x.Setting)
		if n := times[SettingsText(s)]; n > most {
			most, usual = n, s
		}
	}
	return usual
}

// SettingsText returns settings as "ratio 4:1, axioms tfc1", without the noun of a key.
func SettingsText(groups ...[]configs.Setting) string {
	var parts []string
	for _, settings := range groups {
		for _, s := range settings {
			if s.Key == configs.ArmsKey {
				parts = append(parts, s.Value)
				continue
			}
			parts = append(parts, Noun(s.Key)+" "+ValueText(s))
		}
	}
	if len(parts) == 0 {
		return "as configured"
	}
	return strings.Join(parts, ", ")
}

// Noun returns a key in words, without its first part: ratio for gen.ratio.
func Noun(key string) string {
	return strings.ReplaceAll(key[strings.IndexByte(key, '.')+1:], "_", " ")
}

// ValueText returns the value, or a word for a value that has no meaning alone.
func ValueText(s configs.Setting) string {
	switch {
	case s.Key == "gen.judged_queries" && s.Value == "0":
		return "all"
	case s.Value == "":
		return "none"
	}
	return s.Value
}

// Setting returns the key and its value.
func (v *ValueRanking) Setting() configs.Setting { return configs.Setting{Key: v.Key, Value: v.Value} }

// Select returns the values of a key, in the order of the grid.
func (s *KeyRankings) Select(key string) (list []ValueRanking) {
	if s == nil {
		return nil
	}
	for _, v := range s.Values {
		if v.Key == key {
			list = append(list, v)
		}
	}
	return list
}
