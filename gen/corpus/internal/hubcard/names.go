package hubcard

import (
	"path/filepath"
	"strings"
)

// NamesBelow returns the paths of files relative to a folder, or their base names if they are outside it.
func NamesBelow(folder string, files []string) []string {
	names := make([]string, len(files))
	for i, file := range files {
		name, err := filepath.Rel(folder, file)
		if err != nil || name == "." || strings.HasPrefix(name, "..") {
			name = filepath.Base(file)
		}
		names[i] = filepath.ToSlash(name)
	}
	return names
}
