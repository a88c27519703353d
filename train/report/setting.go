package report

import (
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/train/eval"
)

// Setting is a key of the configuration with a value.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// settingsOf lists values by key.
func settingsOf(values map[string]string) []Setting {
	list := []Setting{}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		list = append(list, Setting{key, values[key]})
	}
	return list
}

// Settings lists the cell's values by key.
func (t *Tried) Settings() []Setting { return settingsOf(t.Setting) }

// Mean is the mean of dev over seeds.
func (t *Tried) Mean() float64 { return eval.Mean(t.Dev) }

// Usual is the setting that the arm chose most often, the first of equals.
func (a *Arm) Usual() []Setting {
	times, most := map[string]int{}, 0
	var usual []Setting
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

// armKey is the key of settings that have a name of their own.
const armKey = "arm"

// SettingsText prints settings as "ratio 4:1, axioms tfc1"; the noun of a key is left out.
func SettingsText(groups ...[]Setting) string {
	var parts []string
	for _, settings := range groups {
		for _, s := range settings {
			if s.Key == armKey {
				parts = append(parts, s.Value)
				continue
			}
			parts = append(parts, Noun(s.Key)+" "+s.ValueText())
		}
	}
	if len(parts) == 0 {
		return "as configured"
	}
	return strings.Join(parts, ", ")
}

// Noun leaves out a key's noun: ratio for gen.ratio.
func Noun(key string) string {
	return strings.ReplaceAll(key[strings.IndexByte(key, '.')+1:], "_", " ")
}

// ValueText names values that say nothing by themselves.
func (s Setting) ValueText() string {
	switch {
	case s.Key == "gen.judged_queries" && s.Value == "0":
		return "all"
	case s.Value == "":
		return "none"
	}
	return s.Value
}
