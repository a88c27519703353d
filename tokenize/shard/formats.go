package shard

// FormatNames are the names of the output formats, in the order of the table.
func FormatNames() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// About says in a line what a format is and for whom; "" where there is no such format.
func About(name string) string {
	f, _ := formatNamed(name)
	return f.about
}

// WantsGroups says whether a format has rows of a positive and several negatives, which spares fill.
func WantsGroups(name string) bool {
	f, ok := formatNamed(name)
	return ok && f.needs.groups
}
