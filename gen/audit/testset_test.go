package audit

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTestSplit: of a collection with judgements of a split test, --test takes the queries of that split, and the first line says so. Of
// other collections it takes all.
func TestTestSplit(t *testing.T) {
	files := map[string]string{
		"corpus.jsonl": `{"_id": "d1", "title": "", "text": "blue skies of spring"}` + "\n" +
			`{"_id": "d2", "title": "", "text": "rivers of the north"}` + "\n",
		"queries.jsonl": `{"_id": "q1", "text": "which sky is blue"}` + "\n" + `{"_id": "q2", "text": "where do rivers run"}` + "\n",
		"rows.jsonl": `{"query": "which sky is blue", "positive": "the one above", "negative": "none"}` + "\n" +
			`{"query": "where do rivers run", "positive": "to the sea", "negative": "nowhere"}` + "\n",
	}
	const header = "query-id\tcorpus-id\tscore\n"
	for name, c := range map[string]struct {
		splits map[string]string
		rows   []uint32 // that have a query of the test set
		first  string
	}{
		"train and test": {map[string]string{"qrels.train.tsv": header + "q1\td1\t1\n", "qrels.test.tsv": header + "q2\td2\t1\n"}, []uint32{1},
			"1 query that its split test judges"},
		"train and dev": {map[string]string{"qrels.train.tsv": header + "q1\td1\t1\n", "qrels.dev.tsv": header + "q2\td2\t1\n"}, []uint32{0, 1},
			"read 2 rows"},
	} {
		all := map[string]string{}
		for _, texts := range []map[string]string{files, c.splits} {
			for file, text := range texts {
				all[file] = text
			}
		}
		paths := write(t, all)
		for _, test := range []string{filepath.Dir(paths["corpus.jsonl"]), paths["queries.jsonl"]} {
			r := run(t, Options{Files: []string{paths["rows.jsonl"]}, Test: []string{test}})
			var rows []uint32
			for _, flag := range r.flags["test-query"] {
				rows = append(rows, flag.Row)
			}
			if first := r.Reading()[0]; !slices.Equal(rows, c.rows) || !strings.Contains(first, c.first) {
				t.Errorf("%s, %s: rows %d, want %d; %q", name, test, rows, c.rows, first)
			}
		}
	}
}
