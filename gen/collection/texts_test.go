package collection

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestTextsNowhere: documents of which none has a text are an error behind the last one. The objects are those of exports whose texts are
// in another member, and of files with ids alone.
func TestTextsNowhere(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		fields  []string
		bad     bool
	}{
		"pinecone.jsonl": {content: `{"id": "1", "values": [0.1], "metadata": {"text": "a"}}` + "\n", bad: true},
		"vespa.jsonl":    {content: `{"id": "id:ns:doc::1", "fields": {"text": "a"}}` + "\n", bad: true},
		"c.tsv":          {content: "1\t\n2\t \n", bad: true},
		"one.tsv":        {content: "1\t\n2\tb\n"},
		"titles.jsonl":   {content: `{"id": "1", "title": "a", "text": ""}` + "\n", fields: []string{"title"}},
		"urls.jsonl":     {content: `{"id": "1", "title": "a", "text": "b"}` + "\n", fields: []string{"url"}, bad: true},
	} {
		path := filepath.Join(t.TempDir(), name)
		must.Do(t, os.WriteFile(path, []byte(c.content), 0o600))
		col := &Collection{Layout: read.Layout{Documents: path, Format: read.Auto}, Options: read.Options{DocFields: c.fields}}
		n := 0
		var bad error
		for _, err := range col.Documents(t.Context(), nil) {
			if bad = err; err == nil {
				n++
			}
		}
		if n != strings.Count(c.content, "\n") || (bad != nil) != c.bad || c.bad && !strings.HasPrefix(bad.Error(), path+": none of its ") {
			t.Errorf("%s: %d documents, %v", name, n, bad)
		}
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
