package audit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/audit"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// listed returns n texts as the members of a JSON list.
func listed(n int, format string) string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf(`"%s%d"`, format, i)
	}
	return "[" + strings.Join(texts, ",") + "]"
}

// TestCrowdedRows: rows with very many documents take no more than any small input may, and what is left out for it is said.
func TestCrowdedRows(t *testing.T) {
	list := func(positives, negatives int, text string) string {
		return `{"query": "a b", "pos": ` + listed(positives, text) + `, "neg": ` + listed(negatives, text+"z") + "}\n"
	}
	for name, c := range map[string]struct {
		text string
		said []string
	}{
		"one positive": {list(1, 60_000, "x"), nil},
		"both sides":   {list(40_000, 40_000, "x"), []string{"1 row states too many preferences", "1 row has too many documents"}},
		"all rows":     {strings.Repeat(list(300, 300, ""), 200), []string{"200 rows state too many preferences"}},
		"longer documents": {list(3_000, 3_000, "one two three four five six "),
			[]string{"1 row states too many preferences", "In 1 row with many"}},
		"some positives": {list(20, 2_000, "one two three four five six "), nil},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "rows.jsonl")
			must.Do(t, os.WriteFile(path, []byte(c.text), 0o666))
			var report *audit.Report
			budgettest.Run(t, len(c.text), func() {
				var err error
				if report, err = audit.Run(t.Context(), audit.Options{Files: []string{path}, Reading: read.Defaults()}, nil); err != nil {
					t.Fatal(err)
				}
			})
			for _, said := range c.said {
				if !slices.ContainsFunc(report.NotChecked, func(line string) bool { return strings.Contains(line, said) }) {
					t.Errorf("%q is not said: %q", said, report.NotChecked)
				}
			}
			if c.said == nil && slices.ContainsFunc(report.NotChecked, func(line string) bool { return strings.Contains(line, "too many") }) {
				t.Errorf("%q", report.NotChecked)
			}
		})
	}
}
