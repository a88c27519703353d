package audit

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
)

func packed(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text)) // a Buffer takes all
	_ = w.Close()
	return b.String()
}

func zstandard(text string) string {
	w, _ := zstd.NewWriter(nil)
	return string(w.EncodeAll([]byte(text), nil))
}

// forms hold three rows of the same query each; the first two contradict each other.
var forms = map[string]string{
	"triplets.jsonl": `{"query": "q", "positive": "a", "negative": "b"}
{"query": "q", "positive": "b", "negative": "a"}
{"query": "q", "positive": "c", "negative": "d"}`,
	"anchor.csv":   "anchor,positive,negative\nq,a,b\nq,b,a\nq,c,d\n",
	"n-tuples.csv": "anchor,positive,negative_1,negative_2\nq,a,b,\nq,b,x,a\nq,c,d,e\n",
	"triples.tsv": "who asks this\tthe a is one\tthe b is two\nwho asks this\tthe b is two\tthe a is one\nwho asks this\tthe c is it\tthe " +
		"d is it\n",
	"ids.tsv":   "7\t11\t12\n7\t12\t11\n7\t13\t14\n",
	"qrels.txt": "7 0 11 1\n7 0 11 0\n7 0 12 1\n",
	"bge.jsonl": "{\"query\": \"q\", \"pos\": [\"a\"], \"neg\": [\"b\", \"x\"]}\n{\"query\": \"q\", \"pos\": [\"b\"], \"neg\": " +
		"[\"a\"]}\n{\"query\": \"q\", \"pos\": [\"c\"], \"neg\": [\"d\"]}\n",
	"rows.parquet":   parquetRows(),
	"packed.csv.gz":  packed("anchor,positive,negative\nq,a,b\nq,b,a\nq,c,d\n"),
	"packed.csv.zst": zstandard("anchor,positive,negative\nq,a,b\nq,b,a\nq,c,d\n"),
	"tevatron.jsonl": tevatronRow("a", "b") + tevatronRow("b", "a") + tevatronRow("c", "d"),
	"ids.jsonl": `{"query_id": "1", "query_text": "q", "positive_document_ids": ["11"], "negative_document_ids": ["12"]}
{"query_id": "1", "query_text": "q", "positive_document_ids": ["12"], "negative_document_ids": ["11"]}
{"query_id": "1", "query_text": "q", "positive_document_ids": ["13"], "negative_document_ids": ["14"]}`,
	"cross.csv": "query,passage,label\nq,a,1.0\nq,a,0.0\nq,b,1.0\n",
	"labelled.jsonl": `{"anchor": "q", "positive": "a", "label": 1}` + "\n" + `{"anchor": "q", "positive": "a", "label": 0}` + "\n" +
		`{"anchor": "q", "positive": "b", "label": 1}`,
	"matchzoo.csv":   "id_left,text_left,id_right,text_right,label\n1,q,1,a,1\n1,q,1,a,0\n1,q,2,b,1\n",
	"dpo.jsonl":      dpoRow("prompt", "q", "a", "b") + dpoRow("prompt", "q", "b", "a") + dpoRow("prompt", "q", "c", "d"),
	"messages.jsonl": messagesRow("a", "b") + messagesRow("b", "a") + messagesRow("c", "d"),
	"kto.jsonl": `{"prompt": "q", "completion": "a", "label": true}` + "\n" + `{"prompt": "q", "completion": "a", "label": false}` +
		"\n" + `{"prompt": "q", "completion": "b", "label": true}`,
	"reward.jsonl": `{"chosen": "Human: q ? Bot: a", "rejected": "Human: q ? Bot: b"}` + "\n" +
		`{"chosen": "Human: q ? Bot: b", "rejected": "Human: q ? Bot: a"}` + "\n" +
		`{"chosen": "Human: q ? Bot: c", "rejected": "Human: q ? Bot: d"}`,
	"swift.jsonl":  swiftRow("a", "b") + swiftRow("b", "a") + swiftRow("c", "d"),
	"monot5.jsonl": t5Row("Document: a", "true") + t5Row("Document: a", "false") + t5Row("Document: b", "true"),
	"duot5.jsonl": t5Row("Document0: a Document1: b", "true") + t5Row("Document0: b Document1: a", "true") +
		t5Row("Document0: c Document1: d", "false"),
	"listwise.jsonl": `{"query": "q", "docs": ["a", "b"], "labels": [1, 0]}` + "\n" +
		`{"query": "q", "docs": ["a", "b"], "labels": [0, 1]}` + "\n" + `{"query": "q", "docs": ["c", "d"], "labels": [1, 0]}`,
	"scores.jsonl": `{"query": "q", "docs": ["a", "b"], "scores": [0.9, 0.2]}` + "\n" +
		`{"query": "q", "docs": ["a", "b"], "scores": [0.1, 0.2]}` + "\n" + `{"query": "q", "docs": ["c", "d"], "scores": [0.5, 0.25]}`,
	"array.json": `[{"query": "q", "positive": "a", "negative": "b"}, {"query": "q", "positive": "b", "negative": "a"},` +
		`{"query": "q", "positive": "c", "negative": "d"}]`,
	"utf-16.csv": utf16("anchor,positive,negative\nq,a,b\nq,b,a\nq,c,d\n"),
	"with empty.jsonl": "{\"query\": \"q\", \"positive\": \"a\", \"negative\": \"b\"}\n\n{\"query\": \"q\", \"positive\": \"b\", " +
		"\"negative\": \"a\"}\n{\"query\": \"q\", \"positive\": \"c\", \"negative\": \"d\"}",
}

// parquetRow has a column that no role is known of, and metadata as datasets writes them.
type parquetRow struct {
	Query    string   `parquet:"query,optional"`
	Pos      []string `parquet:"pos,list"`
	Negative string   `parquet:"negative"`
	Other    int64    `parquet:"other"`
}

func parquetRows() string {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[parquetRow](&b, parquet.KeyValueMetadata("huggingface", "{}"), parquet.MaxRowsPerRowGroup(2))
	_, _ = w.Write([]parquetRow{{"q", []string{"a"}, "b", 1}, {"q", []string{"b", "e"}, "a", 2}, {"q", []string{"c"}, "d",
		3}}) // a Buffer takes all
	_ = w.Close()
	return b.String()
}

func tevatronRow(positive, negative string) string {
	return fmt.Sprintf("{\"query_id\": \"1\", \"query\": \"q\", \"positive_passages\": [{\"docid\": \"%[1]s\", \"title\": \"\", \"text\": "+
		"\"%[1]s\"}], "+
		"\"negative_passages\": [{\"docid\": \"%[2]s\", \"title\": \"\", \"text\": \"%[2]s\"}]}\n", positive, negative)
}

func dpoRow(name, query, chosen, rejected string) string {
	return fmt.Sprintf("{\"%s\": \"%s\", \"chosen\": \"%s\", \"rejected\": \"%s\"}\n", name, query, chosen, rejected)
}

func messagesRow(chosen, rejected string) string {
	return fmt.Sprintf("{\"prompt\": [{\"role\": \"system\", \"content\": \"s\"}, {\"role\": \"user\", \"content\": \"q\"}], "+
		"\"chosen\": [{\"role\": \"assistant\", \"content\": \"%s\"}], \"rejected\": [{\"role\": \"assistant\", \"content\": \"%s\"}]}\n",
		chosen, rejected)
}

func swiftRow(positive, negative string) string {
	return fmt.Sprintf("{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}], \"positive_messages\": [[{\"role\": \"assistant\", "+
		"\"content\": "+
		"\"%s\"}]], \"negative_messages\": [[{\"role\": \"assistant\", \"content\": \"%s\"}], [{\"role\": \"assistant\", \"content\": "+
		"\"x\"}]]}\n",
		positive, negative)
}

func t5Row(documents, target string) string {
	return fmt.Sprintf("{\"inputs\": \"Query: q %s Relevant:\", \"targets\": \"%s\"}\n", documents, target)
}

func utf16(text string) string {
	out := "\xff\xfe"
	for i := range len(text) {
		out += text[i:i+1] + "\x00"
	}
	return out
}

// TestForms: every form is read as rows, of which the first two contradict each other.
func TestForms(t *testing.T) {
	for name, text := range forms {
		t.Run(name, func(t *testing.T) {
			r := run(t, Options{Files: []string{write(t, map[string]string{name: text})[name]}})
			if rows, _ := flagged(r, "contradiction"); r.Rows != 3 || !slices.Equal(rows, []int{0, 1}) {
				t.Errorf("%d rows, contradictions in %v, read as %q, findings %+v", r.Rows, rows, r.Files[0].Columns, r.Findings)
			}
			if _, has := flagged(r, "empty-text"); has || r.unreadable > 0 {
				t.Errorf("empty texts, or not read: %+v", r.NotRead)
			}
		})
	}
}

// unfixable are forms of which no clean copy is written.
var unfixable = []string{"array.json", "utf-16.csv"}

// TestFix: a clean copy lacks the rows of the codes and keeps the bytes of all others; of a clean file it has the same bytes.
func TestFix(t *testing.T) {
	for name, text := range forms {
		t.Run(name, func(t *testing.T) {
			path := write(t, map[string]string{name: text})[name]
			r := run(t, Options{Files: []string{path}})
			fix, err := r.DropRows([]string{"contradiction"}, true)
			var out bytes.Buffer
			if err == nil {
				err = fix.Write(0, &out)
			}
			if slices.Contains(unfixable, name) {
				if err == nil {
					t.Error("a copy is written")
				}
				return
			}
			if err != nil || fix.Rows != 2 {
				t.Fatal(fix, err)
			}
			clean := filepath.Join(t.TempDir(), name)
			must.Do(t, os.WriteFile(clean, out.Bytes(), 0o666))
			if name == "rows.parquet" {
				checkParquet(t, out.Bytes())
			} else if !strings.Contains(name, "packed") {
				lines := strings.SplitAfter(text, "\n")
				want := lines[len(lines)-1]
				if want == "" {
					want = lines[len(lines)-2]
				}
				if !strings.HasSuffix(out.String(), want) {
					t.Errorf("copy %q, want it to end in %q", out.String(), want)
				}
			}
			r = run(t, Options{Files: []string{clean}})
			if fix, err = r.DropRows(nil, false); err != nil || r.Rows != 1 || fix.Rows != 0 {
				t.Fatalf("%d rows, fix %+v, %v", r.Rows, fix, err)
			}
			var again bytes.Buffer
			if err := fix.Write(0, &again); err != nil || !bytes.Equal(again.Bytes(), out.Bytes()) {
				t.Errorf("a copy of the clean file has other bytes: %v", err)
			}
		})
	}
}

// checkParquet checks that the copy has the third row alone, with all columns and the metadata.
func checkParquet(t *testing.T, raw []byte) {
	t.Helper()
	file := must.Get(parquet.OpenFile(bytes.NewReader(raw), int64(len(raw))))(t)
	rows, err := parquet.Read[parquetRow](bytes.NewReader(raw), int64(len(raw)))
	value, has := file.Lookup("huggingface")
	if want := []parquetRow{{"q", []string{"c"}, "d", 3}}; err != nil || !reflect.DeepEqual(rows, want) || !has || value != "{}" {
		t.Errorf("rows %v, metadata %q, %v", rows, value, err)
	}
}

// TestLongRecords: records over several lines are dropped whole, and so is a row that cannot be read, which is counted.
func TestLongRecords(t *testing.T) {
	text := "query,positive,negative\r\n\"q\nq\",\"a\n,\",b\r\nbroken\r\n\"q\nq\",b,\"a\n,\"\r\nq,c,d\r\n"
	r := run(t, Options{Files: []string{write(t, map[string]string{"rows.csv": text})["rows.csv"]}})
	if len(r.NotRead) != 1 || r.NotRead[0].Count != 1 || !strings.HasSuffix(r.NotRead[0].Places[0], ":5") {
		t.Errorf("not read: %+v", r.NotRead)
	}
	if rows, _ := flagged(r, "contradiction"); !slices.Equal(rows, []int{0, 2}) {
		t.Errorf("rows %v: the row that is not read has no number", rows)
	}
	fix := must.Get(r.DropRows(nil, true))(t)
	var out bytes.Buffer
	if err := fix.Write(0, &out); err != nil || out.String() != "query,positive,negative\r\nq,c,d\r\n" || fix.Unread != 1 {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestListsOfIDs: of a folder with lists of candidates beside their texts, as PyLate has them, the error names the files of each.
func TestListsOfIDs(t *testing.T) {
	_, err := Run(t.Context(), Options{Files: []string{"../corpus/read/testdata/hub/pylate"}, Reading: read.Defaults()}, nil)
	if err == nil || !strings.Contains(err.Error(), " --collection ../corpus/read/testdata/hub/pylate/") {
		t.Error(err)
	}
}

// TestNumbersRefused: rows of word pieces or n-graphs, in the forms of MT-DNN, Hugging Face and the Duet of 2017, are no texts. Beside a
// text of the query they are left out.
func TestNumbersRefused(t *testing.T) {
	for name, text := range map[string]string{
		"mtdnn.json":     `{"uid": "u", "label": 0, "ruid": ["1", "2"], "token_id": [[1, 2, 8], [1, 2, 9]], "type_id": [[0, 0, 1], [0, 0, 1]]}`,
		"cross.jsonl":    `{"input_ids": [1, 2, 9], "token_type_ids": [0, 0, 1], "label": 1}`,
		"pairs.jsonl":    `{"query_input_ids": [1], "pos_input_ids": [2, 9], "neg_input_ids": [3]}`,
		"n-graphs.jsonl": `{"query": [1], "positive": [2, 9], "negative": [3], "positive_matches": [], "negative_matches": [7]}`,
	} {
		path := write(t, map[string]string{name: text + "\n" + text})[name]
		_, err := Run(t.Context(), Options{Files: []string{path}, Reading: read.Defaults()}, nil)
		must.Fail(t, err, "its rows hold numbers of word pieces or n-graphs, and no texts", "%s", name)
	}
	const both = `{"query": "q", "document": "a", "input_ids": [1, 2], "token_type_ids": [0, 1], "label": 1}` + "\n"
	if r := run(t, Options{Files: []string{write(t, map[string]string{"both.jsonl": both})["both.jsonl"]}}); r.Rows != 1 || r.Files[0].Columns == "" {
		t.Errorf("%+v", r.Files)
	}
}
