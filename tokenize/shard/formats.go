package shard

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
)

// FormatNames returns the names of the output formats, in the order of the table.
func FormatNames() (names []string) {
	for _, f := range format.All {
		names = append(names, f.Name)
	}
	return names
}

// About returns one line about a format and its users, and "" where there is no such format.
func About(name string) string {
	f, _ := format.Find(name)
	return f.About
}

// WantsGroups reports whether a format has rows of a positive and several negatives, which spares
// fill.
func WantsGroups(name string) bool {
	f, ok := format.Find(name)
	return ok && f.Needs.Groups
}

// WantsLists reports whether one of the formats learns from the judged candidates of queries.
func WantsLists(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		f, ok := format.Find(name)
		return ok && f.Needs.Lists
	})
}
