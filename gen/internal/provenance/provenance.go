// Package provenance compares the files that indexes and pairs were made of, and names them.
package provenance

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/index"
)

// Agree reports whether files hold the same. It is true where one side names no file.
func Agree(here, there []index.SourceFile) bool {
	return len(here) == 0 || len(there) == 0 || slices.Equal(contents(here), contents(there))
}

// contents returns the checksums of files, sorted, so that names decide nothing.
func contents(list []index.SourceFile) (sums []string) {
	for _, s := range list {
		sums = append(sums, s.SHA256)
	}
	slices.Sort(sums)
	return sums
}

// Names returns the names of the first three files, each with the first 8 digits of its checksum.
func Names(list []index.SourceFile) string {
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
