package tabular

import (
	"strings"
	"testing"
)

// TestNamesTable: the table has each name that is known.
func TestNamesTable(t *testing.T) {
	table := NamesTable()
	for _, role := range Roles {
		_, line, _ := strings.Cut(table, "\n| "+role.Name+" | ")
		line, _, _ = strings.Cut(line, " |\n")
		if line != strings.Join(role.names, ", ") {
			t.Errorf("the row of %s is %q", role.Name, line)
		}
	}
}
