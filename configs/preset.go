package configs

import (
	"embed"
	"sort"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

//go:embed presets/*.yaml
var presetFiles embed.FS

// Demo is the embedded collection, in MS MARCO layout.
//
//go:embed demo/*.tsv demo/*.txt
var Demo embed.FS

// Presets lists the names of the presets.
func Presets() []string {
	entries, err := presetFiles.ReadDir("presets")
	if err != nil {
		panic(err) // the files are part of the binary
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	sort.Strings(names)
	return names
}

// Preset gives a preset's YAML.
func Preset(name string) ([]byte, error) {
	raw, err := presetFiles.ReadFile("presets/" + name + ".yaml")
	if err != nil {
		return nil, fault.BadUsage("did you mean "+fault.Nearest(name, Presets())+"? axiomine configs list names them all", "no preset or file %q", name)
	}
	return raw, nil
}

// About gives a preset's first comment line.
func About(name string) string {
	raw, err := Preset(name)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	return strings.TrimSpace(strings.TrimPrefix(line, "#"))
}
