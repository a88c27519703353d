package audit

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/page"
)

// vocabulary is enough to count the pieces of the examples.
const vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\na\nb\n"

// write writes files into a folder and returns their paths.
func write(t *testing.T, files map[string]string) map[string]string {
	t.Helper()
	dir, paths := t.TempDir(), map[string]string{}
	for name, text := range files {
		paths[name] = filepath.Join(dir, name)
		must.Do(t, os.WriteFile(paths[name], []byte(text), 0o666))
	}
	return paths
}

func run(t *testing.T, o Options) *Report {
	t.Helper()
	o.Copies = true
	return must.Get(Run(t.Context(), o, nil))(t)
}

// flagged returns the rows that a report flags for a code, and whether there is such a finding.
func flagged(r *Report, code string) (rows []int, has bool) {
	for _, f := range r.flags[code] {
		rows = append(rows, r.input.RowNumber(f.Row))
	}
	return rows, slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Code == code })
}

// TestContract holds each check to its example.
func TestContract(t *testing.T) {
	codes := map[string]bool{}
	for _, c := range check.All() {
		t.Run(c.Code, func(t *testing.T) {
			e := examples[c.Code]
			for what, text := range map[string]string{"about": c.About, "advice": c.Advice, "rows": e.rows, "clean rows": e.clean} {
				if text == "" || strings.Contains(text, "TODO") {
					t.Fatalf("%s: not yet defined: its %s", c.Code, what)
				}
			}
			if codes[c.Code] {
				t.Error("a second check of the code")
			}
			codes[c.Code] = true
			files := write(t, map[string]string{"rows.jsonl": e.rows, "clean.jsonl": e.clean, "test.jsonl": e.test,
				"vocab.txt": vocabulary})
			o := Options{Files: []string{files["rows.jsonl"]}, Tokenizer: files["vocab.txt"]}
			if e.test != "" {
				o.Test = []string{files["test.jsonl"]}
			}
			r := run(t, o)
			rows, has := flagged(r, c.Code)
			if !has || !slices.Equal(rows, e.flagged) {
				t.Errorf("flagged rows %v, want %v (found: %t)", rows, e.flagged, has)
			}
			if c.Reason == nil == (len(e.flagged) > 0) {
				t.Error("a check that flags rows has a reason, and no other has")
			}
			for _, f := range r.Findings {
				if f.Title == "" || f.Count <= 0 || f.Share <= 0 || f.Share > 1 {
					t.Errorf("finding %+v", f)
				}
				for _, e := range f.Examples {
					hasTexts := e.Query != "" && len(e.Documents) > 0 || f.Code == "empty-text"
					if !strings.HasSuffix(e.Reason, ".") || e.Line == 0 || !hasTexts {
						t.Errorf("%s: example %+v", f.Code, e)
					}
				}
			}
			o.Files = []string{files["clean.jsonl"]}
			if rows, has := flagged(run(t, o), c.Code); has {
				t.Errorf("the clean rows are flagged: %v", rows)
			}
		})
	}
}

// TestEmptyTextAlone: rows without their query, or with a document of marks alone, are rows of empty-text and of no other check or order.
func TestEmptyTextAlone(t *testing.T) {
	query, positive := regexp.MustCompile(`"(query|text1)": "[^"]*"`), regexp.MustCompile(`"(positive|text2)": "[^"]*"`)
	for code, e := range examples {
		for name, rows := range map[string]string{"query": query.ReplaceAllString(e.rows, `"$1": ""`),
			"positive": positive.ReplaceAllString(e.rows, `"$1": "..."`)} {
			if code == "empty-text" || rows == e.rows || len(query.FindAllString(e.rows, -1)) <= strings.Count(strings.TrimSpace(e.rows), "\n") {
				continue
			}
			first, _, _ := strings.Cut(e.rows, "\n") // a row that has all texts
			files := write(t, map[string]string{"rows.jsonl": rows + "\n" + first, "test.jsonl": e.test, "vocab.txt": vocabulary})
			o := Options{Files: []string{files["rows.jsonl"]}, Tokenizer: files["vocab.txt"]}
			if e.test != "" {
				o.Test = []string{files["test.jsonl"]}
			}
			r := run(t, o)
			for other, flags := range r.flags {
				if len(flags) > 0 && other != "empty-text" && flags[0].Row < uint32(r.Rows-1) || other == "in-batch" || other == "query-skew" {
					t.Errorf("%s without the %s: %s flags %v", code, name, other, flags)
				}
			}
		}
	}
}

// TestAlwaysInOrder: where negatives hold the words of their query as the positives do, that is a finding. It is none where only the
// positives do, nor where no text does and BM25 tells nothing. All these sets have the likeliest negatives with their texts.
func TestAlwaysInOrder(t *testing.T) {
	for name, holds := range map[string][]bool{"neither": {false, false}, "positives": {true, false}, "both": {true, true}} {
		var rows strings.Builder
		for i := range 60 {
			said := [2]string{}
			for j := range said {
				if holds[j] {
					said[j] = strings.Repeat(fmt.Sprintf("query%d ", i), 1+i%9)
				}
			}
			fmt.Fprintf(&rows, "{\"query\": \"query%d word%d\", \"positive\": \"%sone text%d\", \"negative\": \"%sother text%d\"}\n", i, i, said[0],
				i, said[1], 100+i)
		}
		r := run(t, Options{Files: []string{write(t, map[string]string{"rows.jsonl": rows.String()})["rows.jsonl"]}})
		_, has := flagged(r, "negatives-alike")
		if has != (name == "both") || len(r.Likeliest[0].Examples) != 20 || r.Likeliest[0].Examples[0].Documents[1].Role != "negative" {
			t.Errorf("%s: alike: %v; %+v", name, has, r.Likeliest)
		}
		var out bytes.Buffer
		if err := r.WritePage(&out, "axiomine audit", page.Next{}); err != nil || !strings.Contains(out.String(), "likeliest relevant first") {
			t.Error(err)
		}
	}
}
