package audit

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/parquet-go/parquet-go"
)

// brokenLines are lines that replace a row. Some are rows of some forms.
var brokenLines = []string{"broken", "{", "{}", "[]", "q", "q\ta", "q\ta\tb\tc", "7 0 11", "7 0 11 x", "7 0 11 1 x", "q,a", "q,a,b,c,d,e",
	"q,a,maybe", "q,a,", "q,a,NaN", `{"query": "q"}`, `{"query": "q", "positive": "a", "negative": null}`,
	`{"query": "q", "pos": [], "neg": ["b"]}`,
	`{"anchor": "q", "positive": "a", "label": "maybe"}`, `{"anchor": "q", "positive": "a", "label": NaN}`,
	`{"anchor": "q", "positive": "a"}`, `{"prompt": "q", "completion": "a", "label": null}`,
	`{"query": "q", "docs": ["a", "b"], "labels": [1]}`,
	`{"query": "q", "docs": ["a", "b"], "labels": [1, 0.5]}`, `{"query": "q", "docs": ["a", "b"], "labels": [1, null]}`,
	`{"query": "q", "docs": ["a", "b"], "scores": [1, null]}`, `{"query": "q", "docs": ["a", "b"], "scores": [1, "high"]}`,
	`{"inputs": "Translate q", "targets": "true"}`, `{"inputs": "Query: q Document: a Relevant:", "targets": "perhaps"}`,
	`{"uid": "u", "label": 7, "ruid": ["1", "2"], "token_id": [[1, 2, 8], [1, 2, 9]], "type_id": [[0, 0, 1], [0, 0, 1]]}`,
	`{"uid": "u", "label": 0, "ruid": ["1", "2"], "token_id": [[1, 2, 8], [1, 2, 9]], "type_id": [[0, 0, 0], [0, 0, 1]]}`,
	`{"input_ids": [1, 2, 9], "token_type_ids": [0, 0, 0], "label": 1}`, `{"input_ids": [1, 2, 9], "token_type_ids": [0, 0, 1]}`,
	`{"query_id": "1", "query_text": "q", "positive_document_ids": [], "negative_document_ids": ["12"]}`,
	`{"messages": [], "positive_messages": [], "negative_messages": []}`}

// TestAccounted: whatever stands in place of a row, of any form, rows in the file = rows read + rows counted under a reason; a document
// that nothing grades is counted; and each reason is printed.
func TestAccounted(t *testing.T) {
	refused, tried := 0, 0
	dir := t.TempDir()
	places := nightly.Some(t, "places of each line", 1, 2)
	part := nightly.Stride(t, "lines of a form", 3)
	number := 0
	for name, text := range forms {
		path := filepath.Join(dir, name)
		if strings.Contains(name, "packed") || name == "rows.parquet" || name == "array.json" || name == "utf-16.csv" {
			continue // not of lines
		}
		lines := strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\n\n", "\n"), "\n"), "\n")
		first := len(lines) - 3 // a header is before it
		for _, broken := range brokenLines {
			if number++; number%part != 0 {
				continue
			}
			for place := first + 1; place <= first+places; place++ { // the first row tells the form
				damaged := append([]string{}, lines...)
				damaged[place] = broken
				must.Do(t, os.WriteFile(path, []byte(strings.Join(damaged, "\n")+"\n"), 0o666))
				tried++
				r, err := Run(t.Context(), Options{Files: []string{path}}, nil)
				if err != nil {
					refused++
					continue
				}
				checkAccount(t, fmt.Sprintf("%s with %q in line %d", name, broken, place+1), r, 3)
			}
		}
	}
	if refused*10 > tried {
		t.Errorf("%d of %d files are refused: the test tries too little", refused, tried)
	}
}

// checkAccount checks the account of a set of so many rows.
func checkAccount(t *testing.T, about string, r *Report, rows int) {
	t.Helper()
	unread := 0
	for _, n := range r.NotRead {
		if n.What != unreadColumns {
			unread += n.Count
		}
	}
	if _, has := flagged(r, "unreadable-row"); has != (unread > 0) || r.unreadable != unread {
		t.Errorf("%s: %d rows are unreadable, %d are counted: %+v", about, r.unreadable, unread, r.NotRead)
	}
	read := map[uint32]bool{} // a row with several queries makes several
	for _, row := range r.input.Set.Rows {
		read[row.Number] = true
	}
	if len(read)+unread != rows {
		t.Errorf("%s: %d rows read, %d counted, of %d: %+v", about, len(read), unread, rows, r.NotRead)
	}
	remarks := 0
	for _, n := range r.Remarks {
		if !isDoubt(n.Reason) {
			remarks += n.Count
		}
	}
	ungraded := 0
	for _, item := range r.input.Set.Items {
		if !item.IsGraded() {
			ungraded++
		}
	}
	if ungraded > remarks {
		t.Errorf("%s: %d documents are not graded, and %d remarks: %+v", about, ungraded, remarks, r.Remarks)
	}
	var told strings.Builder
	must.Do(t, r.Results(1).Text(&told, 0))
	for _, n := range append(r.NotRead, r.Remarks...) {
		if n.What != unreadColumns && !strings.Contains(told.String(), terminal.Line(n.Reason)) {
			t.Errorf("%s: %q is not printed", about, n.Reason)
		}
	}
}

// isDoubt reports whether a remark is about labels that were read, and not about documents that nothing grades.
func isDoubt(reason string) bool {
	return strings.Contains(reason, "as of classes") || strings.HasPrefix(reason, "labels that are all") ||
		strings.HasPrefix(reason, "labels that are real numbers")
}

// TestDoubtfulLabels: labels that may be no grades are counted under a reason, in JSON lines and in CSV. Words without a meaning and
// missing labels are counted by their lines. Labels of usual scales have no remark. The counts are those of the rows written here.
func TestDoubtfulLabels(t *testing.T) {
	for _, c := range []struct {
		labels string // of the rows, one after the other
		want   string // "" for no reason
		count  int
	}{
		{"1 0 1 0", "", 0},
		{"3 0 1 2", "", 0},
		{"1 -1 1 -1", "", 0},
		{"relevant irrelevant relevant irrelevant", "", 0},
		{"1 2 3 1", "labels 1, 2, 3 and none of 0, as of classes", 4},
		{"101 245 7 7", "labels 7, 101, 245 and none of 0, as of classes", 4},
		{"1 1 1 1", "labels that are all 1: no row says what is not relevant", 4},
		{"0 0 0 0", "labels that are all 0: no row says what is relevant", 4},
		{"0.5 0.25 0 1", "", 0},
		{"1 0 sport 0", `grade that is not a whole number, such as "sport"`, 1},
		{"1 0 null 0", "labels that are missing", 1},
		{"1 0 NaN 0", "labels that are missing", 1},
	} {
		lines, table := "", "query,passage,label\n"
		for i, label := range strings.Fields(c.labels) {
			value := label
			if strings.Trim(label, "-.0123456789") != "" && label != "null" && label != "NaN" {
				value = strconv.Quote(label)
			}
			lines += fmt.Sprintf(`{"query": "who asks %d", "passage": "text %d", "label": %s}`+"\n", i/2, i, value)
			table += fmt.Sprintf("who asks %d,text %d,%s\n", i/2, i, strings.TrimPrefix(label, "null"))
		}
		for _, path := range write(t, map[string]string{"rows.jsonl": lines, "rows.csv": table}) {
			r := run(t, Options{Files: []string{path}})
			var reasons []string
			for _, n := range append(r.NotRead, r.Remarks...) {
				reasons = append(reasons, fmt.Sprintf("%d %s", n.Count, n.Reason))
			}
			all := strings.Join(reasons, "\n")
			if c.want == "" && all != "" || !strings.Contains(all, strings.TrimPrefix(fmt.Sprintf("%d %s", c.count, c.want), "0 ")) {
				t.Errorf("%s of labels %s: %q, want %d %s", filepath.Ext(path), c.labels, all, c.count, c.want)
			}
		}
	}
}

// TestAccountedParts: what is not read of a test set, of the documents and of the queries is told as well, with the file, and so is a file
// of a folder that is no table.
func TestAccountedParts(t *testing.T) {
	files := write(t, map[string]string{
		"rows.tsv":   "7\t11\t12\n7\t12\t13\n",
		"docs.tsv":   "11\tthe a is one\nbroken\n12\tthe b is two\n",
		"topics.tsv": "7\twho asks this\n8\twho else\nbroken\n9\tand who\n",
		"test.jsonl": `{"query": "q w", "positive": "a", "negative": "b"}` + "\n{\n" + `{"positive": "a", "negative": "b"}`,
	})
	r := run(t, Options{Files: []string{files["rows.tsv"]}, Collection: files["docs.tsv"], Topics: files["topics.tsv"],
		Test: []string{files["test.jsonl"]}})
	told := map[string]string{}
	for _, n := range append(r.NotRead, r.Remarks...) {
		told[n.Reason] = fmt.Sprint(n.Count, " ", filepath.Base(n.Places[0]))
	}
	for reason, want := range map[string]string{"documents: wrong number of fields": "1 docs.tsv:2",
		"--topics: wrong number of fields": "1 topics.tsv:3", "--test: malformed JSON": "1 test.jsonl:2",
		"--test: row without a query": "1 test.jsonl"} {
		if told[reason] != want {
			t.Errorf("%s: %q, want %q; told are %v", reason, told[reason], want, told)
		}
	}
	must.Contain(t, strings.Join(r.NotChecked, " "), "1 id has no text")
}

// TestFolders: a folder of rows is read with what else is in it told. Of a folder that gen wrote the data set is read; several are refused
// by their names.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	rows := `{"query": "q", "positive": "a", "negative": "b"}`
	const shards = `{"schema_version": 3, "shards": [%s]}`
	jsonl, triples := `{"path": "jsonl/train.jsonl", "format": "jsonl"}`, `{"path": "triples/train.tsv", "format": "triples"}`
	for name, text := range map[string]string{"rows/train.jsonl": rows, "rows/notes.pdf": "%PDF", "rows/more/x.jsonl": rows,
		"out/manifest.json": fmt.Sprintf(shards, jsonl+","+triples), "out/jsonl/train.jsonl": rows, "out/triples/train.tsv": "q\ta\tb\n",
		"made/account.json": "{}", "made/shards/manifest.json": fmt.Sprintf(shards, triples), "made/shards/triples/train.tsv": "q\ta\tb\n",
		"made/shards/triples-meta/train.jsonl": `{"axiom": "tfc1"}`, "bare/manifest.json": fmt.Sprintf(shards, "")} {
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	}
	r := run(t, Options{Files: []string{filepath.Join(dir, "rows")}})
	told := fmt.Sprint(r.NotRead)
	if len(r.Files) != 1 || !strings.Contains(told, "notes.pdf") || !strings.Contains(told, "more/") {
		t.Errorf("files %v, not read %s", r.Files, told)
	}
	for made, want := range map[string]string{
		"made":                          "{ beside the rows of triples lie shards/manifest.json, shards/triples-meta and account.json 3",
		filepath.Join("made", "shards"): "{ beside the rows of triples lie manifest.json and triples-meta 2"} {
		r = run(t, Options{Files: []string{filepath.Join(dir, made)}})
		if len(r.Files) != 1 || r.Files[0].Rows != 1 || len(r.Remarks) != 1 || !strings.HasPrefix(fmt.Sprint(r.Remarks[0]), want) {
			t.Errorf("%s: files %+v, noted %v, want %s", made, r.Files, r.Remarks, want)
		}
	}
	several := filepath.Join(dir, "out", "jsonl") + ", " + filepath.Join(dir, "out", "triples")
	for name, want := range map[string]string{"out": several, "bare": "no training rows with texts", "rows": "named twice"} {
		files := []string{filepath.Join(dir, name)}
		if name == "rows" {
			files = append(files, filepath.Join(dir, "rows", "train.jsonl"))
		}
		_, err := Run(t.Context(), Options{Files: files}, nil)
		if bad, is := errors.AsType[*errs.Error](err); !is || !strings.Contains(bad.Problem+bad.Hint, want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// TestManySplits: 70,000 splits of one file stay apart; the one leak is found.
func TestManySplits(t *testing.T) {
	var text strings.Builder
	for i := range 70_000 {
		fmt.Fprintf(&text, "{\"split\": \"part %d\", \"query\": \"q%d\", \"positive\": \"a\", \"negative\": \"b\"}\n", i, i)
	}
	text.WriteString(`{"split": "train", "query": "q", "positive": "a", "negative": "b"}` + "\n")
	text.WriteString(`{"split": "test", "query": "q", "positive": "a", "negative": "b"}` + "\n")
	r := run(t, Options{Files: []string{write(t, map[string]string{"rows.jsonl": text.String()})["rows.jsonl"]}})
	if rows, _ := flagged(r, "split-leak"); !slices.Equal(rows, []int{70_000}) || len(r.input.Set.Splits) != 70_002 {
		t.Errorf("leaks in rows %v, %d splits", rows, len(r.input.Set.Splits))
	}
}

// TestExampleOfManyRows: the number of an example's row has commas, as every number for a person.
func TestExampleOfManyRows(t *testing.T) {
	var text strings.Builder
	shown := new(table.Results)
	sayExamples(shown, []Example{{Row: 41158, File: "rows.csv", Line: 41160, Reason: "It is broken."}}, 1)
	if err := shown.Text(&text, 0); err != nil || text.String() != "  row       41,158 (rows.csv:41160): It is broken.\n" {
		t.Error(text.String(), err)
	}
}

// TestDamagedTables: a Parquet file with flipped or missing bytes is refused as bad input, or its account adds up: the number of its rows is
// that of its footer.
func TestDamagedTables(t *testing.T) {
	type row struct {
		Query    *string `parquet:"query,optional"`
		Positive string  `parquet:"positive"`
		Negative *string `parquet:"negative,optional,dict"`
	}
	path, read := filepath.Join(t.TempDir(), "rows.parquet"), 0
	files := nightly.Some(t, "damaged tables", 40, 2000)
	for seed := range uint64(files) {
		r := rand.New(rand.NewPCG(seed, 9))
		var b bytes.Buffer
		w := parquet.NewGenericWriter[row](&b, parquet.MaxRowsPerRowGroup(int64(1+r.IntN(9))))
		rows := 1 + r.IntN(20)
		for i := range rows {
			one := row{Positive: fmt.Sprint("a text ", i)}
			if r.IntN(5) > 0 {
				one.Query, one.Negative = new(fmt.Sprint("who asks ", i)), new(fmt.Sprint("another ", i%3))
			}
			must.Get(w.Write([]row{one}))(t)
		}
		must.Do(t, w.Close())
		raw := b.Bytes()
		for range r.IntN(4) {
			raw[r.IntN(len(raw))] ^= byte(1 << r.IntN(8))
		}
		if r.IntN(8) == 0 {
			raw = raw[:r.IntN(len(raw))]
		}
		must.Do(t, os.WriteFile(path, raw, 0o666))
		report, err := Run(t.Context(), Options{Files: []string{path}}, nil)
		if _, is := errors.AsType[*errs.Error](err); err != nil && !is {
			t.Errorf("seed %d: %v", seed, err)
		}
		if err == nil {
			read++
			if file, err := parquet.OpenFile(bytes.NewReader(raw), int64(len(raw))); err == nil {
				rows = int(file.NumRows()) // the flipped byte may be that of the number
			}
			checkAccount(t, fmt.Sprint("seed ", seed), report, rows)
		}
	}
	if read*5 < files {
		t.Errorf("%d of %d files are read: the test tries too little", read, files)
	}
}
