package configs

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Setting is a key with a value, as text.
type Setting struct {
	Key   string `json:"key"`   // the configuration key
	Value string `json:"value"` // its value, as text
}

// Settings is a cell of a grid: values of keys, in the grid's order.
type Settings []Setting

// SettingsOf returns values sorted by key.
func SettingsOf(values map[string]string) Settings {
	list := Settings{}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		list = append(list, Setting{key, values[key]})
	}
	return list
}

// Has reports whether the settings give a key a value.
func (s Settings) Has(key string) bool {
	return slices.ContainsFunc(s, func(x Setting) bool { return x.Key == key })
}

// Value returns the settings' value of a key, or fallback if they have none.
func (s Settings) Value(key, fallback string) string {
	for _, x := range s {
		if x.Key == key {
			return x.Value
		}
	}
	return fallback
}

// Only returns the settings' values of some keys.
func (s Settings) Only(keys []string) Settings {
	return slices.DeleteFunc(slices.Clone(s), func(x Setting) bool { return !slices.Contains(keys, x.Key) })
}

// Apply returns a configuration with the settings' values.
func (s Settings) Apply(c *Config) (*Config, error) {
	out := *c
	for _, x := range s {
		if err := out.Set(x.Key, x.Value); err != nil {
			return nil, err
		}
	}
	return &out, out.Validate()
}

// Portable returns the settings with paths cut to file names.
func (s Settings) Portable() Settings {
	out := Settings{}
	for _, x := range s {
		out = append(out, Setting{x.Key, Portable(x.Key, x.Value)})
	}
	return out
}

// Map returns the portable values by key.
func (s Settings) Map() map[string]string {
	out := map[string]string{}
	for _, x := range s.Portable() {
		out[x.Key] = x.Value
	}
	return out
}

// ID returns a text that identifies the settings.
func (s Settings) ID() string { return fmt.Sprintf("%q", []Setting(s)) }

// String returns the settings as "ratio 4:1, axioms tfc1".
func (s Settings) String() string {
	var parts []string
	for _, x := range s {
		if x.Key == ArmsKey {
			parts = append(parts, x.Value)
		} else {
			parts = append(parts, KeyNoun(x.Key)+" "+x.ValueText())
		}
	}
	if len(parts) == 0 {
		return "as configured"
	}
	return strings.Join(parts, ", ")
}

// KeyNoun returns a key without its section, in words: ratio for gen.ratio.
func KeyNoun(key string) string {
	return strings.ReplaceAll(key[strings.IndexByte(key, '.')+1:], "_", " ")
}

// ValueText returns the value for people. It replaces a value that is unclear without its key by a word.
func (s Setting) ValueText() string {
	switch {
	case s.Key == JudgedQueriesKey && s.Value == "0":
		return "all"
	case s.Key == "gen.delta_star" && s.Value == "":
		return "each axiom's own"
	case s.Value == "":
		return "none"
	}
	return s.Value
}
