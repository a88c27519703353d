package collection

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/read"
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
		if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
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
