package tabular

import (
	"os"
	"strings"
	"testing"
)

// TestPageHasNames: FORMATS.md lists the names of all columns that are known.
func TestPageHasNames(t *testing.T) {
	page, err := os.ReadFile("../../FORMATS.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range Roles {
		_, line, _ := strings.Cut(string(page), "\n| "+role.Name+" | ")
		line, _, _ = strings.Cut(line, "|\n")
		listed := map[string]bool{}
		for _, name := range strings.Split(strings.ReplaceAll(line, "`", ""), ",") {
			listed[strings.NewReplacer(".", "_", "-", "_").Replace(strings.TrimSpace(name))] = true
		}
		for _, name := range role.names {
			if !listed[name] {
				t.Errorf("the row of %s lacks %s", role.Name, name)
			}
		}
	}
}
