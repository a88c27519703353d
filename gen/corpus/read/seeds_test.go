package read

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
)

const (
	wikiqaHead   = "QuestionID\tQuestion\tDocumentID\tDocumentTitle\tSentenceID\tSentence\tLabel\n"
	questionHead = "QID\tQuestion\tDocumentID\tDocumentName\tRelevantPassages\n"
)

// folder writes files into a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		putAt(t, filepath.Join(dir, name), content)
	}
	return dir
}

// split reads one split of the collection in a folder.
func split(t *testing.T, dir string, format Format, name string, o Options, rep *Report) (Layout, []corpus.Query, []corpus.Qrel) {
	t.Helper()
	l := must.Get(Discover(dir, format))(t)
	queries, qrels, err := l.Split(context.Background(), name, o, rep)
	must.Do(t, err)
	return l, queries, qrels
}

func ids(queries []corpus.Query) string {
	var all []string
	for _, q := range queries {
		all = append(all, q.ID)
	}
	return strings.Join(all, " ")
}

func docIDs(rows []corpus.RunRow) (all []string) {
	for _, r := range rows {
		all = append(all, fmt.Sprint(r.QueryID, " ", r.Rank, " ", r.DocID))
	}
	return all
}

// A document shared by two questions, a question without an answer, quotes in a question.
func TestWikiQAFiles(t *testing.T) {
	dir := folder(t, map[string]string{
		"README.txt":       "about",
		"WikiQA.tsv":       wikiqaHead + "Q1\tq\tD1\tt\tD1-0\ta\t0\n",
		"WikiQA-train.ref": "0 0 0 0\n",
		"WikiQA-train.tsv": wikiqaHead + "Q1\t\"q\" one\tD1\tt\tD1-0\ta\t0\nQ1\t\"q\" one\tD1\tt\tD1-1\tb\t1\nQ2\tq two\tD1\tt\tD1-0\ta\t0\n",
		"WikiQA-test.tsv":  wikiqaHead + "Q3\tq three\tD3\tu\tD3-0\tc\t1\n",
	})
	var rep Report
	l, queries, qrels := split(t, dir, Auto, "train", Options{RequirePositive: 1}, &rep)
	if diff := cmp.Diff([]string{"train", "test"}, l.Splits()); diff != "" || l.Format != fileform.WikiQA {
		t.Errorf("%s: %s", l.Format, diff)
	}
	if ids(queries) != "Q1" || queries[0].Text != `"q" one` || count(&rep, "queries without a relevant document, left out") != 1 {
		t.Errorf("queries %v, %s", queries, &rep)
	}
	must.Same(t, qrels, []corpus.Qrel{qrel("Q1", "D1-0", 0), qrel("Q1", "D1-1", 1), qrel("Q2", "D1-0", 0)})
	docs := must.Get(collect(l.Documents, l.Format, Options{Strict: true}, &rep))(t)
	if diff := cmp.Diff([]corpus.Doc{{ID: "D3-0", Title: "u", Text: "c"}, {ID: "D1-0", Title: "t", Text: "a"}, {ID: "D1-1", Title: "t", Text: "b"}},
		docs); diff != "" {
		t.Error(diff)
	}
	rows, err := l.Candidates(context.Background(), "train", Options{})
	if diff := cmp.Diff([]string{"Q1 1 D1-0", "Q1 2 D1-1", "Q2 1 D1-0"}, docIDs(rows)); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

// One line for all passages, a document of the single text {}, the two kinds of repeated questions, a split without header.
func TestWikiPassageQA(t *testing.T) {
	dir := folder(t, map[string]string{
		"document_passages.json": `{"10": {"0": "zero", "1": "one", "10": "ten"}, "7": {"0": "{}"}, "8": {}, "30": {"0": "trade", "1": "{}"}}`,
		"train.tsv": questionHead + "1\thow ?\t10\tA.html\t1,10\n2\twhat ?\t7\tB.html\t0\n3\t{}\t10\tA.html\t0\n4\thow ?\t10\tA.html\t0\n" +
			"5\tWhat does it do?\t30\tWorld Trade Organization.html\t0\n6\twhat does  it do?\t30\tWorld Trade Organization.html\t1\n",
		"dev.tsv":            "7\twhy ?\t10\tA.html\t0\n",
		"document_names.tsv": "10\tA.html\n",
	})
	l, queries, qrels := split(t, dir, Auto, "train", Options{Strict: true}, nil)
	if diff := cmp.Diff([]string{"train", "dev"}, l.Splits()); diff != "" || l.Format != fileform.WikiPassageQA {
		t.Errorf("%s: %s", l.Format, diff)
	}
	must.Equal(t, ids(queries), "1 2 3 4 5 6", "queries %v", queries)
	if want := (qrel("1", "10_10", 1)); len(qrels) != 7 || qrels[1] != want {
		t.Errorf("judgements %v", qrels)
	}
	var rep Report
	if _, queries, _ = split(t, dir, fileform.WikiPassageQA, "train", Options{WPQAFilter: "rennings"}, &rep); ids(queries) != "1 4 5" ||
		rep.NumSkipped() != 3 {
		t.Errorf("rennings leaves %s, %s", ids(queries), &rep)
	}
	rows, err := l.Candidates(context.Background(), "dev", Options{})
	if diff := cmp.Diff([]string{"7 1 10_0", "7 2 10_1", "7 3 10_10"}, docIDs(rows)); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

// The passages of a file that is one long line are not held; a damaged end is told with its line.
func TestPassagesOfOneLongLine(t *testing.T) {
	var b strings.Builder
	b.WriteString("{\n")
	for i := range 3000 {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "\"%d\": {\"0\": \"%s\"}", i, strings.Repeat("é", 20+i%50))
	}
	b.WriteString("\n")
	var rep Report
	docs := readDocs(t, "document_passages.json", b.String(), fileform.WikiPassageQA, Options{}, &rep)
	if len(docs) != 3000 || docs[2999].Text != strings.Repeat("é", 20+2999%50) {
		t.Fatalf("%d documents", len(docs))
	}
	if count(&rep, sourcefile.BrokenJSON) != 1 || rep.Reasons[0].Places[0].Line != 2 {
		t.Errorf("%s", &rep)
	}
}

// Gaps in the numbers of queries, empty records, a second .W, codes with spaces behind them.
func TestCranfieldFiles(t *testing.T) {
	dir := folder(t, map[string]string{
		"cran.all.1400": ".I 1\n.T\nthe title\nof it .\n.A\nbrenckman,m.\n.B\nj. ae. scs. 25, 1958, 324.\n.W\nthe title\nof it .\n  an " +
			"experimental study\n.I 2\n.T\n.A\n.B\n.W\n.I 3\n.T\nt\n.W\none\n.W\ntwo .I 4\n",
		"cran.qry": ".I 001\n.W\nwhat similarity laws\nmust be obeyed .\n.I 002\n.W\nb\n.I 004\n.W\nc\n",
		"cranqrel": "1 184  1 \n1 29 2\n1 31 3 \n2 12 4\n3 5 -1 \n",
	})
	var rep Report
	l, queries, qrels := split(t, dir, Auto, AllSplits, Options{Strict: true}, &rep)
	must.Same(t, qrels, []corpus.Qrel{qrel("1", "184", 4), qrel("1", "29", 3), qrel("1", "31", 2), qrel("2", "12", 1), qrel("3", "5", 0)})
	if ids(queries) != "1 2 3" || queries[0].Text != "what similarity laws must be obeyed ." || queries[2].Fields["number"] != "004" {
		t.Errorf("queries %v", queries)
	}
	docs := must.Get(collect(l.Documents, l.Format, Options{Strict: true}, &rep))(t)
	want := []corpus.Doc{{ID: "1", Title: "the title\nof it .", Text: "the title\nof it .\n  an experimental study"}, {ID: "2"},
		{ID: "3", Title: "t", Text: "one\ntwo .I 4"}}
	must.Same(t, docs, want)
	if count(&rep, "records, where the collection has 1,400") != 3 {
		t.Errorf("%s", &rep)
	}
	if got := readTopics(t, "cran.qry", ".I 001\n.W\na\n.I\n.W\nb\n.I 004\n.W\n.I 005\n.W\nc\n", fileform.Cranfield, Options{},
		nil); ids(got) != "1 2 4" {
		t.Errorf("a number or a text that is missing moves the places: %v", got)
	}
	if got := readDocs(t, "cran.all.1400", ".I 1\n.W\n"+strings.Repeat("x\n.I 1\n.W\n", 1399)+"x\n", fileform.Cranfield, Options{},
		&rep); len(got) != 1 ||
		count(&rep, "records, where the collection has 1,400") != 3 {
		t.Errorf("a file of 1,400 records is remarked on: %s", &rep)
	}
}

// An array over several lines, one object over several lines, objects one a line and one behind the other, packed.
func TestJSONCollection(t *testing.T) {
	dir := folder(t, map[string]string{
		"docs/a.json": "[\n {\"id\": \"1\", \"contents\": \"t\\nb\"},\n\n {\"id\": \"2\",\n \"contents\": \"]}{[\", \"raw\": " +
			"{\"contents\": \"no\"}}\n]\n",
		"docs/b/c.jsonl":     "{\"id\": \"3\", \"contents\": \"\"}{\"id\": \"4\", \"contents\": \"x\"}\n{\"id\": 5, \"contents\": \"y\"}\n",
		"docs/d.json":        "{\n  \"id\": \"6\",\n  \"contents\": \"z\"\n}",
		"topics.dev.tsv":     "1\tone\n",
		"qrels.dev.txt":      "1 0 6 1\n",
		"docs/.hidden.jsonl": "no",
	})
	l, queries, _ := split(t, dir, Auto, "dev", Options{Strict: true}, nil)
	if l.Format != fileform.JsonCollection || ids(queries) != "1" {
		t.Errorf("%+v, queries %v", l, queries)
	}
	docs, err := collect(l.Documents, l.Format, Options{Strict: true}, nil)
	want := []corpus.Doc{{ID: "1", Text: "t\nb"}, {ID: "2", Text: "]}{["}, {ID: "3"}, {ID: "4", Text: "x"}, {ID: "5", Text: "y"},
		{ID: "6", Text: "z"}}
	if diff := cmp.Diff(want, docs); diff != "" || err != nil {
		t.Error(err, diff)
	}
	// Damage is counted where it begins, and reading goes on.
	var rep Report
	got := readDocs(t, "x.json",
		"[{\"id\": \"1\", \"contents\": \"a\"},\n{\"id\": \"2\", \"contents\": \"cut\n{\"id\": \"3\", \"contents\": \"c\"}\nnull "+
			"null\n{\"id\": \"4\", \"contents\": [4]}", fileform.JsonCollection, Options{}, &rep)
	if len(got) != 2 || got[1].ID != "3" {
		t.Errorf("documents %v", got)
	}
	var places []string
	for _, r := range rep.Reasons {
		for _, p := range r.Places {
			places = append(places, fmt.Sprint(r.Text, " ", p.Line))
		}
	}
	reasons := []string{"malformed JSON 2", "malformed JSON 4", "member contents that is not a text: list 5", "array without its end 1"}
	must.Same(t, places, reasons)
}

// The names under which exports keep ids, several fields in TSV, and pairs of documents.
func TestExports(t *testing.T) {
	dir := folder(t, map[string]string{
		"docs.jsonl": `{"docno": "1", "text": "one"}` + "\n" + `{"docid": 2, "text": "two"}` + "\n" +
			`{"id": "3", "url": "u", "title": "t", "body": "b"}` + "\n",
		"queries.test.tsv":     "7\ttitle seven\tabout seven\tat length\n",
		"qrels.test.tsv":       "7\t1\t2\t0\n7\t2\t0\t0\n",
		"scoreddocs.test.trec": "7 Q0 1 0 2.5 run\n",
	})
	l, queries, qrels := split(t, dir, Auto, "test", Options{Strict: true, TopicFields: []string{"desc"}}, nil)
	if l.Format != fileform.IrDatasets || len(l.Runs) != 1 || queries[0].Text != "about seven" {
		t.Errorf("%+v, queries %v", l, queries)
	}
	must.Same(t, qrels, []corpus.Qrel{qrel("7", "1", 2), qrel("7", "2", 0)})
	docs, err := collect(l.Documents, l.Format, Options{Strict: true}, nil)
	if diff := cmp.Diff([]corpus.Doc{{ID: "1", Text: "one"}, {ID: "2", Text: "two"}, {ID: "3", URL: "u", Title: "t", Text: "b"}}, docs); diff != "" ||
		err != nil {
		t.Error(err, diff)
	}
	for name, content := range map[string]string{
		"pairs.tsv":   "1\ta b\tc\n2\td\te\n",
		"pairs.jsonl": `{"query_id": "1", "doc_id_a": "a b", "doc_id_b": "c"}` + "\n{}\n" + `{"qid": 2, "doc_id_a": "d", "doc_id_b": "e"}` + "\n",
	} {
		got, err := Qrels(put(t, name, content), MSMARCO, Options{QrelsFormat: "triples-ids"}, nil)
		if diff := cmp.Diff([]corpus.Qrel{qrel("1", "a b", 1), qrel("1", "c", 0), qrel("2", "d", 1), qrel("2", "e", 0)}, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
	// TREC's order has the iteration second, also where TABs separate.
	for content, want := range map[string]corpus.Qrel{"1\t0\td\t2\n1\t0\te\t2\n": qrel("1", "d", 2), "1\td\t2\t0\n1\te\t1\t0\n": qrel("1", "d", 2)} {
		got, err := Qrels(put(t, "q", content), fileform.IrDatasets, Options{}, nil)
		if err != nil || got[0] != want {
			t.Errorf("%q: %v, %v", content, got, err)
		}
	}
}

func fuzzTable(f *testing.F, format Format, seeds ...string) {
	fuzzed(f, seeds, func(path string, o Options, rep *Report) (ids, texts []string, err error) {
		queries, err := Queries(context.Background(), path, format, o, rep)
		for _, q := range queries {
			ids, texts = append(ids, q.ID), append(texts, q.Text)
		}
		if _, err := Qrels(path, format, o, nil); err != nil {
			if e, ok := errors.AsType[*errs.Error](err); !ok || e.Kind != errs.Input {
				return nil, nil, fmt.Errorf("judgements: %w", err)
			}
		}
		return ids, texts, err
	})
}

func FuzzWikiQA(f *testing.F) {
	fuzzDocuments(f, fileform.WikiQA, wikiqaHead+"Q1\tq\tD1\tt\tD1-0\ta\t0\n", "Q1\tq\tD1\tt\t\ta\t0\nQ1\tq\tD1\tt\tx\t\t0", "\t\t\t\t\t\t\n")
}

func FuzzWikiQATopics(f *testing.F) {
	fuzzTable(f, fileform.WikiQA, wikiqaHead+"Q1\tq\tD1\tt\tD1-0\ta\t0\n", "Q1\tq\tD1\tt\tD\ta\tx\nQ1\tr\tD1\tt\tE\ta\t1")
}

func FuzzQuestions(f *testing.F) {
	fuzzTable(f, fileform.WikiPassageQA, questionHead+"1\tq\t2\tn\t4,5\n", "1\tq\t2\tn\t\n", "1\tq\t2\tn\t,\n2\tq\t\t\t1")
}

func FuzzPassages(f *testing.F) {
	fuzzDocuments(f, fileform.WikiPassageQA, `{"1": {"0": "a", "1": "b"}, "2": {}}`, `{"1": {"0": 5}}{"2":{"0":"x"}}`, "{\"1\":\n{\"0\": \"\\ud800\"",
		`[]`, `{"":{"":""}}`, `{"1": [1]}`)
}

func FuzzCranfield(f *testing.F) {
	fuzzDocuments(f, fileform.Cranfield, ".I 1\n.T\nt\n.A\n.B\n.W\nx\n.W\ny\n", ".I\n.I 2\nx\n.W\n.W\n", "x\n.I 1 2\n.W \n.Wx\n")
}

func FuzzCranfieldTopics(f *testing.F) {
	fuzzTable(f, fileform.Cranfield, ".I 001\n.W\nq\n.I 004\n.W\nr\n", "1 2 -1 \n1 2 4\n", ".I 1\n.W\n")
}

func FuzzJSONCollection(f *testing.F) {
	fuzzDocuments(f, fileform.JsonCollection, `{"id": "1", "contents": "x"}`, "[{\"id\": 1,\n\"contents\": \"\\\"}\"}, {}]",
		"{\"id\": \"1\", \"contents\": \"x\n{\"id\": \"2\", \"contents\": \"\"}", `[[{]`)
}

func FuzzExports(f *testing.F) {
	fuzzDocuments(f, fileform.IrDatasets, "1\ta\tb\n2\tc\td\n", `{"doc_id": "1", "body": "x"}`, "1\t\n\t\n", "<DOC><DOCNO>1</DOCNO>x</DOC>")
}

func FuzzExportedTopics(f *testing.F) {
	fuzzTable(f, fileform.IrDatasets, "1\ta\tb\tc\n", `{"query_id": "1", "text": "x"}`, "1\td\t1\t0\n2\te\t1\t0\n",
		`{"query_id": "1", "doc_id": "x", "relevance": 1}`)
}
