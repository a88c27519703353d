package shard

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
)

// FormatNames are the names of the output formats, in the order of the table.
func FormatNames() (names []string) {
	for _, f := range format.All {
		names = append(names, f.Name)
	}
	return names
}

// About says in a line what a format is and for whom; "" where there is no such format.
func About(name string) string {
	f, _ := format.Named(name)
	return f.About
}

// WantsGroups says whether a format has rows of a positive and several negatives, which spares fill.
func WantsGroups(name string) bool {
	f, ok := format.Named(name)
	return ok && f.Needs.Groups
}

// WantsLists says whether one of the formats learns from the judged candidates of queries.
func WantsLists(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		f, ok := format.Named(name)
		return ok && f.Needs.Lists
	})
}
