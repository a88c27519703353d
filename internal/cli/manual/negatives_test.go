package manual

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestNegativesNameKeys: every row of the table of hard negatives names keys that exist.
func TestNegativesNameKeys(t *testing.T) {
	var keys []string
	for _, k := range configs.Keys() {
		_, name, _ := strings.Cut(k.Name, ".")
		keys = append(keys, name)
	}
	_, table, found := strings.Cut(file("topics/negatives.md")(), "| sentence-transformers | key | remark |\n|---|---|---|\n")
	if !found {
		t.Fatal("no table")
	}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			break
		}
		named := regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(cells[2], -1)
		if len(named) == 0 {
			t.Errorf("no key for %s", cells[1])
		}
		for _, name := range named {
			if !slices.Contains(keys, name[1]) {
				t.Errorf("%s is no key", name[1])
			}
		}
	}
}

// TestNegativesTable: the table of false negatives has what .ci/false_negatives.py printed.
func TestNegativesTable(t *testing.T) {
	raw := must.Get(os.ReadFile("../../../.ci/bench/false-negatives.txt"))(t)
	page := file("topics/negatives.md")()
	sets := regexp.MustCompile(`(?m)^\| (\w+), (\d+) queries, (\d+) pairs each`).FindAllStringSubmatch(string(raw), -1)
	cells := regexp.MustCompile(`(?m)^\| ([^|]+) \| \d+ \| ([0-9.]+ %) \| (\d+) \|$`).FindAllStringSubmatch(string(raw), -1)
	if len(sets) != 3 || len(cells) != 12 {
		t.Fatalf("the file has %d collections and %d cells", len(sets), len(cells))
	}
	shown := []string{"top of BM25", "`nv-retriever`, on BM25's scores", "random among the 100", "below a judged one by `effect-study`"}
	for i, name := range shown {
		line := "| " + name + " |"
		for set := range sets {
			cell := cells[4*set+i]
			line += fmt.Sprintf(" %s (%s) |", cell[2], cell[3])
		}
		if !strings.Contains(page, line+"\n") {
			t.Errorf("the page has no line %s", line)
		}
	}
	pairs := "| pairs each (queries) |"
	for _, set := range sets {
		n := set[3]
		if len(n) > 3 {
			n = n[:len(n)-3] + "," + n[len(n)-3:]
		}
		pairs += fmt.Sprintf(" %s (%s) |", n, set[2])
	}
	if !strings.Contains(page, pairs+"\n") {
		t.Errorf("the page has no line %s", pairs)
	}
}
