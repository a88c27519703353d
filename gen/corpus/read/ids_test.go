package read_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestIDs checks that an id is either refused with file and line, as document and as query, or read back from the run that is written.
func TestIDs(t *testing.T) {
	for _, id := range []string{"d", "#d", "#", "d#1", "é", "{d", "\"d\"", "Q0", "d,1", "doc one", " lead", "trail ",
		"a\tb", "a\u00a0b", "a\u2003b",
		"a\u0085b", "a\u2028b", "a\x00b", "a\nb", "a\rb", "a\x1fb", "\ufeffa"} {
		dir := t.TempDir()
		name, _ := json.Marshal(id)
		docs := filepath.Join(dir, "corpus.jsonl")
		topics := filepath.Join(dir, "queries.jsonl")
		for _, file := range []string{docs, topics} {
			text := `{"_id": "x", "text": "first"}` + "\n" + `{"_id": ` + string(name) + `, "text": "second"}` + "\n"
			must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		}
		var failed error
		for _, err := range read.Documents(context.Background(), docs, read.BEIR, read.Options{}, nil) {
			failed = err
		}
		_, asked := read.Queries(context.Background(), topics, read.BEIR, read.Options{}, nil)
		must.Equal(t, (failed == nil), (asked == nil), "%q: as document %v, as query %v", id, failed, asked)
		if failed != nil {
			if !strings.HasPrefix(failed.Error(), docs+":2: the id ") || !strings.HasPrefix(asked.Error(), topics+":2: the id ") {
				t.Errorf("%q: %v; %v", id, failed, asked)
			}
			continue
		}
		rows := []corpus.RunRow{{QueryID: id, DocID: id, Rank: 1, Score: 2}, {QueryID: id, DocID: "x", Rank: 2, Score: 1}}
		var run strings.Builder
		must.Do(t, corpus.WriteRun(&run, slices.Values(rows), "t"))
		file := filepath.Join(dir, "run.txt")
		must.Do(t, os.WriteFile(file, []byte(run.String()), 0o600))
		got, err := read.Run(file, "", read.Options{}, nil)
		if err != nil || !slices.Equal(got, rows) {
			t.Errorf("%q is read back as %v, %v", id, got, err)
		}
		if fields := strings.Fields(strings.SplitN(run.String(), "\n", 2)[0]); len(fields) != 6 || fields[0] != id || fields[2] != id {
			t.Errorf("%q: other programs see %q", id, fields)
		}
	}
}

// TestRunForms checks that the form of a run is told from its lines, and of judgements likewise.
func TestRunForms(t *testing.T) {
	for text, want := range map[string]string{
		"q Q0 a 1 2.5 t\nq Q0 b 2 1 t\n":                 "ab",
		"q a 2.5\nq b 1\n":                               "ab",
		"q b 1\nq a 2.5\n":                               "ab",
		"query-id\tcorpus-id\tscore\nq\ta\t2\nq\tb\t1\n": "ab",
		"q\ta\t1\nq\tb\t2\nr\ta\t1\n":                    "ab", // ranks
		"q a\nq b\n":                                     "ab",
		`{"query_id": "q", "doc_id": "a", "score": 1}`:   "a",
		"q Q0 a 1 .99999998 t\nq Q0 b 2 .99999999 t\n":   "ba",
		"q Q0 b 1 .99999998 t\nq Q0 a 2 .99999999 t\n":   "ba", // a tie in single precision: b stands first
		"q Q0 a 1 16777217 t\nq Q0 b 2 16777216 t\n":     "ba",
		"{q Q0 a 1 2 t\nq Q0 a 1 2 t\n":                  "a",
		"{\"q Q0 a 1 2 t\nq Q0 a 1 2 t\n":                "a",
		"q a b\n":                                        "error",
		`{"query_id": "doc", "score": ` + "\n" + `{"query_id": "q", "doc_id": "a", "score": 1}`: "error",
		"#q Q0 a 1 2 t\n":              "error",
		"# of q 1 2 t\nq Q0 a 1 2 t\n": "a",
		"#q a\nq b\n":                  "b",
		"q\ta\t3\nq\tb\t1\nq\tc\t2\n":  "error",
	} {
		file := filepath.Join(t.TempDir(), "run")
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		rows, err := read.Run(file, "", read.Defaults(), nil)
		got := ""
		for _, r := range rows {
			if r.QueryID == "q" {
				got += r.DocID
			}
		}
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %s, want %s (%v)", text, got, want, err)
		}
	}
	for text, want := range map[string]int{
		"q 0 a 1\n#q 0 a 2\n# judged by 2\n":               1,
		"# q\n# w\nq 0 a 1\n":                              1,
		"query-id\tcorpus-id\tscore\nq\ta\t1\n":            1,
		"q a 1\nq b 0\n":                                   2,
		"qid docid rel\nq a 1\n":                           1,
		"{ 0 d 0\n{ 0 e 1\n":                               2,
		"{} d 0\n{\"a\" e 1\n":                             2,
		`{"query_id": "q", "doc_id": "a", "relevance": 1}`: 1,
	} {
		file := filepath.Join(t.TempDir(), "qrels")
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		var rep read.Report
		qrels, err := read.Qrels(file, read.Auto, read.Defaults(), &rep)
		if err != nil || len(qrels) != want || rep.NumSkipped() != 0 {
			t.Errorf("%q: %v, %v, %v", text, qrels, err, rep.Lines())
		}
	}
}
