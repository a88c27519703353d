package read

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// fuzzed holds any reader to what must be true of any bytes: no panic, valid UTF-8, non-empty ids, an account that
// agrees with the rows, errors that are the user's to mend, and under strict the same rows or an error.
func fuzzed(f *testing.F, seeds []string, read func(path string, o Options, rep *Report) (ids, texts []string, err error)) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	write := rewritten(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		path := write(t, content)
		var rep Report
		var ids, texts []string
		var err error
		budgettest.Run(t, len(content), func() { ids, texts, err = read(path, Options{}, &rep) })
		if err != nil {
			if e, ok := errors.AsType[*errs.Error](err); !ok || e.Kind != errs.Input || e.File != path {
				t.Fatalf("error %v", err)
			}
			return
		}
		if rep.Kept != len(ids) || len(ids) == 0 {
			t.Fatalf("%d rows, the report says %d", len(ids), rep.Kept)
		}
		for _, id := range ids {
			if id == "" {
				t.Fatal("empty id")
			}
		}
		for _, text := range append(texts, ids...) {
			if !utf8.ValidString(text) {
				t.Fatalf("invalid UTF-8 in %q", text)
			}
		}
		strictIDs, _, err := read(path, Options{Strict: true}, nil)
		if err == nil && strings.Join(strictIDs, "\n") != strings.Join(ids, "\n") {
			t.Fatalf("strict gives %q, otherwise %q", strictIDs, ids)
		}
	})
}

// rewritten gives a function that writes one and the same file: a new folder for every input takes a hundred times as long
// as the reader. Packed input is skipped.
func rewritten(f *testing.F) func(t *testing.T, content []byte) string {
	path := filepath.Join(f.TempDir(), "x")
	return func(t *testing.T, content []byte) string {
		if bytes.HasPrefix(content, []byte("BZh")) || len(content) > 1 && content[0] == 0x1f {
			t.Skip("packed; whether that unpacks is not the parser's concern")
		}
		must.Do(t, os.WriteFile(path, content, 0o600))
		return path
	}
}

// Repetitions that would take a quadratic parser minutes.
func TestLinearTime(t *testing.T) {
	const n = 400_000
	for _, piece := range []string{"<HL>", "<!--", "<", "&", "&#", "<DOCHDR>", "</TEXT", "<TEXT>x</HL>", "<DOC>x", "<P", "<a b", "<!"} {
		body := strings.Repeat(piece, n)
		for _, text := range []string{"<DOC><DOCNO>1</DOCNO>" + body + "</DOC>", "<DOC><DOCNO>1</DOCNO><TEXT>" + body + "</TEXT></DOC>"} {
			if got := readDocs(t, "x", text, TREC, Options{}, nil); len(got) != 1 {
				t.Errorf("%s: %d documents", piece, len(got))
			}
		}
	}
	for _, piece := range []string{"</", "<title ", "</title ", "<desc>x\n", "<b>", ":"} {
		text := "<top><num>1<title>t" + strings.Repeat(piece, n) + "\n</top>"
		if got := readTopics(t, "x", text, "classic", Options{}, nil); len(got) != 1 {
			t.Errorf("%s: %d topics", piece, len(got))
		}
	}
	r := rowtable.Record{Separator: '\t'}
	if r.Add([]byte(`"` + strings.Repeat(`""`, n) + `"`)); len(r.Fields) != 1 || len(r.Fields[0]) != n {
		t.Errorf("%d fields", len(r.Fields))
	}
}

func fuzzDocuments(f *testing.F, format Format, seeds ...string) {
	fuzzed(f, seeds, func(path string, o Options, rep *Report) (ids, texts []string, err error) {
		docs, err := collect(path, format, o, rep)
		for _, d := range docs {
			ids, texts = append(ids, d.ID), append(texts, d.Title, d.Text, d.URL)
		}
		return ids, texts, err
	})
}

func FuzzTRECDocs(f *testing.F) {
	fuzzDocuments(f, TREC, aTREC, "<DOC>\n<DOCNO> A-1 </DOCNO>\n<HL>h</HL><TEXT>\na &amp; b &x; &#65; <!-- c --> <F P=1>x\n</TEXT>\n</DOC>",
		"<DOC><DOCNO>1</DOCNO><DOCHDR>x</DOCHDR><title>t</title>b</DOC>", "<doc><docno>1<text>a<lp>b</doc>",
		"<DOC><DOCNO>1</DOCNO><!--<!--<a<b</DOC>")
}

func FuzzTSV(f *testing.F) {
	fuzzDocuments(f, "tsv", "1\tone\n2\t\n\n3\tcafÃ©\r\n", "\ufeff1\t\xff", "\t\n", "1\ta\n1\tb\n")
}

func FuzzMSMARCODocs(f *testing.F) {
	fuzzDocuments(f, "msmarco-docs", "D1\thttp://a/\ttitle\tbody\nD2\tu\t\t\n", "D1\tu\tt\n", "D1\t\t\tcafÃ©\r\n")
}

func FuzzTop1000(f *testing.F) {
	fuzzDocuments(f, "top1000", "7\t1\tquery\tcafÃ©\n8\t1\tother\tcafé\n", "7\t\tq\tp\n", "7\t1\tq\tp\tx\n")
}

func FuzzTriples(f *testing.F) {
	fuzzDocuments(f, Triples, "q\tp\tn\nq\tp\tcafÃ©\n", "q\t\tn\n", "q\tp\n\xc3\x83\xc2\xa9\ta\tb\n")
}

func FuzzTripleTopics(f *testing.F) {
	fuzzTable(f, Triples, "q\tp\tn\nr\tn\tp\n", "cafÃ©\tp\tp\n", "\tp\tn\n")
}

func FuzzBEIR(f *testing.F) {
	fuzzDocuments(f, BEIR, aJSON, `{"_id": 1e3, "title": null, "text": "\ud800"}`, `{"id": {"a": []}, "doc_id": "x"}`, `[]`,
		`{"_id":"1"}{"_id":"2"}`)
}

// FuzzRows reads one table as documents, queries and judgements.
func FuzzRows(f *testing.F) {
	for _, seed := range []string{"query,passage,label\nq,\"a \"\"b\"\"\nc\",1\nq,d,0\n", "qid\tquery\tdocno\ttext\trel\n1\tq\td\tx\t2\n",
		`{"query":"q","positive":"a","negative":["b",null,"c"]}`, `[{"query":"q","passages":{"passage_text":["a"],"is_selected":[1]}}]`,
		`{"query":"q","pos":[{"text":"a"},{"title":"b"},[1]],"neg":{}}`, "query;text;score\nq;a;0.5\n", "query,passage,label\n\"",
		"query,text\n,\n"} {
		f.Add([]byte(seed))
	}
	write := rewritten(f)
	budgettest.Fuzz(f, func(t *testing.T, content []byte) {
		path := write(t, content)
		docs, docsErr := collect(path, Table, Options{}, nil)
		for _, d := range docs {
			if d.ID == "" || !utf8.ValidString(d.Text) {
				t.Fatalf("document %+v", d)
			}
		}
		queries, err := Queries(context.Background(), path, Table, Options{}, nil)
		for _, q := range queries {
			if q.ID == "" || q.Text == "" || !utf8.ValidString(q.Text) {
				t.Fatalf("query %+v", q)
			}
		}
		qrels, qrelsErr := Qrels(path, Table, Options{}, nil)
		for _, j := range qrels {
			if j.QueryID == "" || j.DocID == "" {
				t.Fatalf("judgement %+v", j)
			}
		}
		for _, err := range []error{docsErr, err, qrelsErr} {
			if e, ok := errors.AsType[*errs.Error](err); err != nil && (!ok || e.Kind != errs.Input || e.File != path) {
				t.Fatalf("error %v", err)
			}
		}
	})
}

func FuzzTopics(f *testing.F) {
	seeds := []string{"<top>\n<num> Number: 1\n<title> one: two\n<desc> Description:\nx\n</top>\n",
		"<top lang=x><num>1</num><title>t</title></top>",
		"<topics><topic number=\"1\"><query>q</query></topic></topics>", "1\tone\n", "1:one\n2:two\n", `{"_id":"1","text":"x"}`,
		"201-1;one\n201-2;two\n",
		"1\t2\tq\tp\n", "<top><top></top>", "<?xml version='1.0'?><topic><num>1</num>x</topic>"}
	fuzzed(f, seeds, func(path string, o Options, rep *Report) (ids, texts []string, err error) {
		queries, err := Queries(context.Background(), path, Auto, o, rep)
		for _, q := range queries {
			ids, texts = append(ids, q.ID), append(texts, q.Text)
			for name, field := range q.Fields {
				texts = append(texts, name, field)
			}
		}
		return ids, texts, err
	})
}

func FuzzQrels(f *testing.F) {
	for i, format := range fileform.FormatNames(fileform.QrelsFormats) {
		f.Add([]byte("1 0 d 1\n# x\n2\tQ0\td\t-2\n1 0 d 2\n"), i)
		f.Add([]byte("query-id\tcorpus-id\tscore\n\"a \"\"b\"\"\"\td\t1\n1 d 1\n"+format), i)
		f.Add([]byte("1 d 1 0 0.5\n1 d 99999999999999999999 0 1"), i)
	}
	write := rewritten(f)
	budgettest.Fuzz(f, func(t *testing.T, content []byte, format int) {
		o := Options{QrelsFormat: fileform.FormatNames(fileform.QrelsFormats)[uint(format)%uint(len(fileform.QrelsFormats))]}
		var rep Report
		qrels, err := Qrels(write(t, content), Auto, o, &rep)
		if err == nil && (len(qrels) == 0 || rep.Kept != len(qrels)) {
			t.Fatalf("%d judgements, the report says %d", len(qrels), rep.Kept)
		}
		met := map[[2]string]bool{}
		for _, q := range qrels {
			if q.QueryID == "" || q.DocID == "" || met[[2]string{q.QueryID, q.DocID}] {
				t.Fatalf("judgement %+v", q)
			}
			met[[2]string{q.QueryID, q.DocID}] = true
		}
	})
}

func FuzzRun(f *testing.F) {
	for i := range fileform.RunFormats {
		f.Add([]byte("1 Q0 d 1 2.5 t\n1 Q0 e 2 2.5 t x\n2\tQ0\ta b\t1\t-inf\tt\n"), i, 1)
		f.Add([]byte("1 d 2.5\n1 d 3\n2\td\t1\n"), i, 0)
		f.Add([]byte("1\t2\tq\tp\n1 d\n1 Q0 d 1 nan t\n1 Q0 d 1 0x1p-2 t"), i, 2)
	}
	write := rewritten(f)
	budgettest.Fuzz(f, func(t *testing.T, content []byte, format, hits int) {
		o := Options{RunFormat: fileform.FormatNames(fileform.RunFormats)[uint(format)%uint(len(fileform.RunFormats))], Hits: int(uint(hits) % 5)}
		rows, err := Run(write(t, content), TREC, o, nil)
		if err != nil {
			return
		}
		for i, r := range rows {
			first := i == 0 || rows[i-1].QueryID != r.QueryID
			if r.QueryID == "" || r.DocID == "" || first != (r.Rank == 1) || !first && (r.Rank != rows[i-1].Rank+1 || r.Score > rows[i-1].Score) {
				t.Fatalf("row %d is %+v", i, r)
			}
			if o.Hits > 0 && r.Rank > o.Hits {
				t.Fatalf("row %d is below the depth: %+v", i, r)
			}
		}
	})
}
