package page

import (
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/table"
)

// Closing adds to the results of a report what it cautions of, and what makes it again.
func Closing(r *table.Results, warnings []string, command, seeds string, versions map[string]string) *table.Results {
	for _, w := range warnings {
		r.Say("warning: %s", w)
	}
	r.Say("command   %s", command)
	if seeds != "" {
		r.Say("seeds     %s", seeds)
	}
	return r.Say("versions  %s", VersionsText(versions))
}

// VersionsText returns "axiomine 0.1.0, go 1.26".
func VersionsText(versions map[string]string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		list = append(list, name+" "+versions[name])
	}
	return strings.Join(list, ", ")
}
