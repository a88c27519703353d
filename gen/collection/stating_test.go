package collection

import (
	"fmt"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
)

func TestCountStating(t *testing.T) {
	topics := Topics{Qrels: []corpus.Qrel{
		{QueryID: "above 0", DocID: "a", Grade: 1}, {QueryID: "above 0", DocID: "b", Grade: 0},
		{QueryID: "above 1", DocID: "a", Grade: 1}, {QueryID: "above 1", DocID: "b", Grade: 2},
		{QueryID: "equal", DocID: "a", Grade: 1}, {QueryID: "equal", DocID: "b", Grade: 1},
		{QueryID: "none relevant", DocID: "a", Grade: 0}, {QueryID: "none relevant", DocID: "b", Grade: -1},
	}}
	if n := topics.countStating(1); n != 2 {
		t.Errorf("%d queries state a preference, want 2", n)
	}
	if n := topics.countStating(2); n != 1 {
		t.Errorf("from grade 2 on %d queries state a preference, want 1", n)
	}
}

func TestGivenHint(t *testing.T) {
	for _, c := range []struct {
		queries, stating int
		hint             string
	}{{manyQueries, manyQueries/2 + 1, "all: a judged negative in 5,001 of 10,000 queries: --run given"}, {manyQueries, manyQueries / 2, ""},
		{manyQueries - 1, manyQueries - 1, ""}} {
		topics := Topics{Split: "all"}
		for q := range c.queries {
			id := fmt.Sprint(q)
			topics.Queries = append(topics.Queries, corpus.Query{ID: id})
			topics.Qrels = append(topics.Qrels, corpus.Qrel{QueryID: id, DocID: "a", Grade: 1})
			if q < c.stating {
				topics.Qrels = append(topics.Qrels, corpus.Qrel{QueryID: id, DocID: "b"})
			}
		}
		if got := topics.GivenHint(1); !strings.HasPrefix(got, c.hint) || (got == "") != (c.hint == "") {
			t.Errorf("%d of %d queries: %q, want %q", c.stating, c.queries, got, c.hint)
		}
	}
}
