package index

import (
	"slices"
	"strings"
)

// SameFiles reports whether files hold the same. It is true where one side names no file.
func SameFiles(here, there []SourceFile) bool {
	return len(here) == 0 || len(there) == 0 || slices.Equal(contents(here), contents(there))
}

// contents returns the checksums of files, sorted, so that names decide nothing.
func contents(list []SourceFile) (sums []string) {
	for _, s := range list {
		sums = append(sums, s.SHA256)
	}
	slices.Sort(sums)
	return sums
}

// FileNames returns the names of the first three files, each with the first 8 digits of its checksum.
func FileNames(list []SourceFile) string {
	var names []string
	for i, s := range list {
		if i == 3 {
			names = append(names, "...")
			break
		}
		names = append(names, s.Name+" ("+s.SHA256[:min(8, len(s.SHA256))]+")")
	}
	return strings.Join(names, ", ")
}
