package collection

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Documents yields the documents, and then an error if none of them has a text: another member or column is probably the one to read.
func (c *Collection) Documents(ctx context.Context, rep *read.Report) iter.Seq2[corpus.Doc, error] {
	return func(yield func(corpus.Doc, error) bool) {
		n, hasText := 0, false
		for d, err := range read.Documents(ctx, c.Layout.Documents, c.Layout.Format, c.Options, rep) {
			n++
			hasText = hasText || err != nil || strings.TrimSpace(corpus.DocText(d, c.Options.DocFields)) != ""
			if !yield(d, err) {
				return
			}
		}
		if n > 0 && !hasText {
			const hint = "choose what is read: --doc-fields NAME,NAME, or --columns document=NAME; --format rows reads a table"
			yield(corpus.Doc{}, errs.BadInput(c.Layout.Documents, 0, hint, "none of its %d documents has a text", n))
		}
	}
}

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
