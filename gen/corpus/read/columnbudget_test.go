package read

import (
	"fmt"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
)

// repeated joins n texts that a format makes of their numbers.
func repeated(n int, format, separator string) string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
	return strings.Join(texts, separator)
}

// TestManyColumns: a small table with very many columns is read within the budget of small inputs, or refused with file and line.
func TestManyColumns(t *testing.T) {
	negatives := safefile.Columns + 1
	for name, c := range map[string]struct{ file, text, refused string }{
		"of one object":          {"a.jsonl", `{"query": "a", "passage": "b", "label": 1, ` + repeated(60_000, `"k#": 1`, ", ") + "}\n", ""},
		"another in each object": {"a.jsonl", repeated(15_000, `{"query": "a", "passage": "b#", "label": 1, "k#": 1}`, "\n"), ""},
		"members of a member":    {"a.jsonl", repeated(15_000, `{"query": "a", "passage": "b#", "label": 1, "k": {"m#": 1}}`, "\n"), ""},
		"another case":           {"a.jsonl", repeated(15_000, `{"query": "a", "passage": "b#", "label": 1, "k#.a.b.c.d": 1}`, "\n"), ""},
		"of one line": {"a.csv", "query,passage,label," + repeated(30_000, "c#", ",") + "\n" +
			"a,b,1" + strings.Repeat(",", 30_000) + "\n", ""},
		"of negatives": {"a.jsonl", `{"query": "a", "positive": "b", ` + repeated(negatives, `"neg_#": "x#"`, ", ") + "}\n",
			"the columns of negatives are 1025, more than 1024"},
	} {
		t.Run(name, func(t *testing.T) {
			path := put(t, c.file, c.text)
			budgettest.Run(t, len(c.text), func() {
				_, err := collect(path, Table, Defaults(), new(Report))
				if c.refused == "" && err != nil || c.refused != "" && (err == nil || !strings.Contains(err.Error(), ":1: "+c.refused)) {
					t.Errorf("%v, want %q", err, c.refused)
				}
			})
		})
	}
}
