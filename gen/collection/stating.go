package collection

import (
	"fmt"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// manyQueries is how many queries take so long to retrieve that a way without retrieval is worth a line.
const manyQueries = 10_000

// GivenHint returns how to take a table's own pairs without retrieval, where most of many queries have a judged negative; else it is empty.
func (t *Topics) GivenHint(minGrade int) string {
	if len(t.Queries) < manyQueries {
		return ""
	}
	n := t.countStating(minGrade)
	if 2*n <= len(t.Queries) {
		return ""
	}
	return fmt.Sprintf("%s: a judged negative in %s of %s: --run given --axioms= takes these pairs alone, without retrieval, "+
		"in about a fifth of the time", t.Split, terminal.Group(n), terminal.Plural(len(t.Queries), "query", "queries"))
}

// countStating returns how many queries have a relevant document and a judged one of a lower grade.
func (t *Topics) countStating(minGrade int) (n int) {
	type grades struct{ low, high int }
	byQuery := make(map[string]grades, len(t.Queries))
	for _, j := range t.Qrels {
		g, ok := byQuery[j.QueryID]
		if !ok {
			g = grades{j.Grade, j.Grade}
		}
		byQuery[j.QueryID] = grades{min(g.low, j.Grade), max(g.high, j.Grade)}
	}
	for _, g := range byQuery {
		if g.high >= minGrade && g.low < g.high {
			n++
		}
	}
	return n
}
