package configs

import (
	"maps"
	"slices"
	"strings"
)

// Paths lists the files, folders and patterns that are read, each with the flag or key that names it. Not all of
// them need be there: a word of a list may mean something else than a file.
func (c *Config) Paths() (list []Setting) {
	for _, k := range keys() {
		list = append(list, listFiles(k.Files, k.Option(), k.Get(c), c.Gen.Data)...)
	}
	return list
}

// listFiles lists the files that a value names in some way; {data} in them stands for a folder.
func listFiles(files naming, name string, value any, data string) (list []Setting) {
	text, ok := value.(string)
	if !ok || files == nil {
		return nil
	}
	for _, path := range files.Paths(text) {
		if path != "" {
			list = append(list, Setting{name, strings.ReplaceAll(path, "{data}", data)})
		}
	}
	return list
}

// Paths lists also what the grid of a sweep names files with.
func (l *LoadedConfig) Paths() []Setting {
	list := l.Config.Paths()
	add := func(key, value string) {
		list = append(list, listFiles(keysByName()[key].Files, "sweep's "+key, value, l.Gen.Data)...)
	}
	for _, axis := range slices.Concat(l.Sweep.PerAxes, l.Sweep.OverAxes) {
		for _, value := range axis.Values {
			add(axis.Key, value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.Sweep.Arms)) {
		for _, pair := range l.Sweep.Arms[name] {
			add(pair.Key, pair.Value)
		}
	}
	for _, place := range l.Sweep.Elsewhere {
		add("gen.data", place.Data)
	}
	return list
}
