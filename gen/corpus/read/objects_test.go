package read_test

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

// TestCutObject: a row of JSON lines that is cut off anywhere takes no other row with it, but where JSON allows the next object as its
// continuation; then each line that is lost counts.
func TestCutObject(t *testing.T) {
	rows := []string{`{"query": "q", "docs": ["a", "b"], "scores": [0.9, 0.2]}`,
		`{"query": "r", "docs": ["a", {"text": "}{"}, "c"], "scores": [0.9, 0.2, 0.1], "meta": {"a": [1, 2], "b": "x\\"y"}}`,
		`{"query": "s", "docs": ["a", "b"], "scores": [0.9, 0.2]}`, `{"query": "t", "docs": ["a", "b"], "scores": [0.9, 0.2]}`}
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	for end := 1; end < len(rows[1]); end++ {
		cut := rows[1][:end]
		text := strings.Join([]string{rows[0], cut, rows[2], rows[3]}, "\n") + "\n"
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		queries, rep := "", new(read.Report)
		_, err := read.TrainingRows(t.Context(), path, read.Options{}, rep, func(row *corpus.TrainingRow) error {
			queries += row.Query
			return nil
		})
		want, lost := "qst", 1
		if last := strings.TrimRight(cut, " "); strings.HasSuffix(last, ":") || strings.HasSuffix(last, "[") || inList(last) {
			want, lost = "qt", 2 // the cut row goes on with the next one as a value
		}
		if err != nil || queries != want || rep.NumSkipped() != lost {
			t.Errorf("cut after %q: rows %s, %d skipped, want %s and %d: %v", cut, queries, rep.NumSkipped(), want, lost, err)
		}
	}
}

// inList reports whether a cut row ends in a comma within a list.
func inList(cut string) bool {
	for _, list := range []string{`"docs": ["a",`, `{"text": "}{"},`, `"scores": [0.9,`, `"scores": [0.9, 0.2,`, `{"a": [1,`} {
		if strings.HasSuffix(cut, list) {
			return true
		}
	}
	return false
}

// TestLinesOfCutObject: what is lost of JSON lines behind a cut one is counted line by line, arrays and other values too. In a file whose
// objects stand on several lines, what is lost are objects.
func TestLinesOfCutObject(t *testing.T) {
	const row = `{"query": "q", "docs": ["a", "b"], "scores": [0.9, 0.2]}` + "\n"
	const spread = "{\"query\": \"q\",\n \"docs\": [\"a\", \"b\"],\n \"scores\": [0.9,\n 0.2]}\n"
	for text, want := range map[string]string{
		row + "{\"query\": \"q\", \"docs\": [\"a\",\n[" + row[:len(row)-1] + "]\n" + row:                      "qq 2",
		row + "{\"query\": \"q\"\n[" + row[:len(row)-1] + "]\n" + row:                                         "qqq 1",
		row + "{\"query\": \"q\", \"docs\": [\"a\",\n\"b\",\n7,\n" + row:                                      "q 4",
		row + "{\"query\": \"q\", \"docs\": [\"a\",\n\n\n":                                                    "q 1",
		"[" + row[:len(row)-1] + ", {\"query\": [}, " + row[:len(row)-1] + ", x, " + row[:len(row)-1] + "]\n": "qqq 2",
		"[" + row[:len(row)-1] + ", {\"query\": \"q, " + row[:len(row)-1] + ", " + row[:len(row)-1] + "]\n":   " 0 cannot be told apart",
		"[" + row[:len(row)-1] + ", {\"query\": 1, " + row[:len(row)-1] + ", " + row[:len(row)-1] + "]\n":     " 0 cannot be told apart",
		spread + "{\"query\": \"q\",\n \"docs\": [\"a\",\n \"b\"\n" + spread:                                  "qq 1",
		spread + "{\"query\": \"q\",\n \"docs\": [\"a\",\n \"b\",\n" + row + "{\"query\": 1}":                 "q1 2",
	} {
		path := filepath.Join(t.TempDir(), "rows.jsonl")
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		queries, rep := "", new(read.Report)
		_, err := read.TrainingRows(t.Context(), path, read.Options{}, rep, func(row *corpus.TrainingRow) error {
			queries += row.Query
			return nil
		})
		got := fmt.Sprintf("%s %d", queries, rep.NumSkipped())
		if err != nil && strings.Contains(err.Error(), "cannot be told apart") {
			got, err = got+" cannot be told apart", nil
		}
		if err != nil || got != want {
			t.Errorf("%q: %s, want %s: %v", text, got, want, err)
		}
	}
}
