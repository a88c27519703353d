package manual

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
)

// TestNegativesNameFlags: every row of the table of hard negatives names flags that exist.
func TestNegativesNameFlags(t *testing.T) {
	var flags []string
	for _, k := range configs.Keys() {
		flags = append(flags, "--"+k.Flag())
	}
	_, table, found := strings.Cut(file("topics/negatives.md")(), "| sentence-transformers | here | remark |\n|---|---|---|\n")
	if !found {
		t.Fatal("no table")
	}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			break
		}
		named := regexp.MustCompile(`--[a-z-]+`).FindAllString(cells[2], -1)
		if len(named) == 0 {
			t.Errorf("no flag for %s", cells[1])
		}
		for _, name := range named {
			if !slices.Contains(flags, name) {
				t.Errorf("%s is no flag", name)
			}
		}
	}
}
