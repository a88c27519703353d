package page

import "github.com/axiomine/axiomine/internal/ui/table"

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
