package read

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// recordsOf reads the part of a collection that a flag of formats names, and returns its records.
func recordsOf(flag, path string, o Options) (records []string, err error) {
	switch flag {
	case fileform.DocumentsFlag:
		docs, err := collect(path, Auto, o, nil)
		for _, d := range docs {
			records = append(records, fmt.Sprintf("%s:%s:%s ", d.ID, d.Title, d.Text))
		}
		return records, err
	case fileform.TopicsFlag:
		queries, err := Queries(context.Background(), path, Auto, o, nil)
		for _, q := range queries {
			records = append(records, fmt.Sprintf("%s:%s ", q.ID, q.Text))
		}
		return records, err
	case fileform.QrelsFlag:
		qrels, err := Qrels(path, Auto, o, nil)
		for _, q := range qrels {
			records = append(records, fmt.Sprintf("%s:%s:%d ", q.QueryID, q.DocID, q.Grade))
		}
		return records, err
	}
	run, err := Run(path, Auto, o, nil)
	for _, r := range run {
		records = append(records, fmt.Sprintf("%s:%s:%d:%g ", r.QueryID, r.DocID, r.Rank, r.Score))
	}
	return records, err
}

// hintOf returns what an error says to do; the error must be one of input.
func hintOf(t *testing.T, err error, form string) string {
	t.Helper()
	if !isFault(err, errs.Input) || !strings.Contains(err.Error(), form+" is not read; hint: ") {
		t.Fatalf("%v, want that %s is not read", err, form)
	}
	_, hint, _ := strings.Cut(err.Error(), "; hint: ")
	return hint
}

// follow does what a hint says: it runs the line of Python, or chooses the columns, and returns the records that are then read.
func follow(t *testing.T, hint, flag, path string) []string {
	t.Helper()
	o := Options{}
	if _, columns, ok := strings.Cut(hint, " --columns "); ok {
		if !strings.HasPrefix(hint, "give --collection "+path+" --columns ") {
			t.Fatal(hint)
		}
		o.Columns = strings.Split(columns, `"`)[1]
	} else {
		if _, err := exec.LookPath("python3"); err != nil {
			t.Skip("no python3")
		}
		if out, err := exec.Command("sh", "-c", hint).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", hint, err, out)
		}
		command, _, _ := strings.Cut(hint, " # ")
		path = command[strings.LastIndex(command, " > ")+3:]
	}
	records, err := recordsOf(flag, path, o)
	if err != nil {
		t.Fatalf("%s: %v", hint, err)
	}
	return records
}

// TestRefusedForms: every form is refused by its name, and what the error says to do gives its records.
func TestRefusedForms(t *testing.T) {
	const deeper = `{"id": 7, "payload": {"doc_id": "a", "page_content": "wind"}, "vector": [0.1, 2]}` + "\n"
	for name, c := range map[string]struct{ file, flag, form, text, want string }{
		"Elasticsearch": {"x.jsonl", fileform.DocumentsFlag, "an export of a search engine or vector store",
			`{"_index": "i", "_id": "a", "_score": 1, "_source": {"title": "t", "text": "wind", "tags": ["x"]}}` + "\n" +
				`{"_index": "i", "_id": "b", "_score": 1, "_source": {"title": "u", "text": "sea"}}` + "\n", "a:t:wind b:u:sea "},
		"Elasticsearch's answer": {"x.json", fileform.DocumentsFlag, "an export of a search engine or vector store",
			`{"took": 1, "hits": {"total": 2, "hits": [{"_id": "a", "_source": {"text": "wind"}}, {"_id": "b", "_source": {"text": "sea"}}]}}`,
			"a::wind b::sea "},
		"Qdrant": {"x.jsonl", fileform.DocumentsFlag, "an export of a search engine or vector store", deeper + strings.Replace(deeper, `"a"`, `"b"`, 1),
			"a::wind b::wind "},
		"Qdrant's answer": {"x.json", fileform.DocumentsFlag, "an export of a search engine or vector store",
			`{"result": {"points": [{"id": 1, "payload": {"content": "wind"}}, {"id": 2, "payload": {"content": "sea"}}]}, "status": "ok"}`,
			"1::wind 2::sea "},
		"Weaviate": {"x.json", fileform.DocumentsFlag, "an export of a search engine or vector store",
			`[{"class": "C", "uuid": "a", "properties": {"body": "wind"}}, {"class": "C", "uuid": "b", "properties": {"body": "sea"}}]`,
			"a::wind b::sea "},
		"LoTTE": {"x.jsonl", fileform.QrelsFlag, "LoTTE's answer_pids",
			`{"qid": 1, "query": "q", "url": "", "answer_pids": [4, 5]}` + "\n" + `{"qid": 2, "query": "r", "answer_pids": [6]}` + "\n",
			"1:4:1 1:5:1 2:6:1 "},
		"judgements by id":                  {"x.json", fileform.QrelsFlag, "a dictionary of judgements", `{"q": {"a": 1,` + "\n" + `"b": -2}, "r": {}}`, "q:a:1 q:b:-2 "},
		"a run by id":                       {"x.json", fileform.RunFlag, "a run as a dictionary", `{"q": {"a": 1, "b": 2.5e0}}`, "q:b:1:2.5 q:a:2:1 "},
		"a run by id that is called a text": {"x.txt", fileform.RunFlag, "a run as a dictionary", `{"q": {"a": 1}}`, "q:a:1:1 "},
	} {
		t.Run(name, func(t *testing.T) {
			path := put(t, c.file, c.text)
			_, err := recordsOf(c.flag, path, Options{})
			must.Equal(t, strings.Join(follow(t, hintOf(t, err, c.form), c.flag, path), ""), c.want)
			if c.flag == fileform.DocumentsFlag {
				_, err = Discover(path, Auto)
				hintOf(t, err, c.form)
			}
			if text, err := os.ReadFile(path); err != nil || string(text) != c.text {
				t.Errorf("the file is another one: %q, %v", text, err)
			}
		})
	}
}

// TestRefusedCIFF: an index of another engine is refused by its name, packed or not, alone or in a folder.
func TestRefusedCIFF(t *testing.T) {
	const head = "\x1e\x08\x01\x10\x04\x18\x03\x20\x04\x28\x03\x30\x09\x39\x00\x00\x00\x00\x00\x00\x08\x40\x42\x07by hand"
	dir := putAll(t, map[string]string{"x.ciff": head, "topics.tsv": "1\twind\n", "qrels.txt": "1 0 a 1\n"})
	path := filepath.Join(dir, "x.ciff")
	for _, read := range []func() error{
		func() error { _, err := Discover(path, Auto); return err }, func() error { _, err := Discover(dir, Auto); return err },
		func() error { _, err := collect(path, Auto, Options{}, nil); return err },
	} {
		must.Contain(t, hintOf(t, read(), "an index of another engine (CIFF)"), "--run")
	}
}

// TestRefusedScripts: files of three dictionaries, and of lists of titles and sentences, are refused by gen and audit, and rows are what the
// line writes.
func TestRefusedScripts(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"LlamaIndex's file of three dictionaries", `{"queries": {"q1": "who?", "q2": "why?"}, "corpus": {"d1": "the whale sings", "d2": "it is sad"}, ` +
			`"relevant_docs": {"q1": ["d1"], "q2": ["d2"]}}`, "who? the whale sings 1 why? it is sad 1 "},
		{"HotpotQA's form of titles and sentences", `[{"_id": "q1", "question": "who?", "answer": "a", "supporting_facts": [["A", 0]], ` +
			`"context": [["A", ["the whale", "sings"]], ["B", ["it is sad"]]]}]`, "who? A\nthe whale sings 1 who? B\nit is sad 0 "},
	} {
		path := put(t, "x.json", c.text)
		_, err := Discover(path, Auto)
		hint := hintOf(t, err, c.name)
		_, err = TrainingRows(t.Context(), path, Options{}, nil, func(*corpus.TrainingRow) error { return nil })
		hintOf(t, err, c.name)
		if _, err := exec.LookPath("python3"); err != nil {
			t.Skip("no python3")
		}
		if out, err := exec.Command("sh", "-c", hint).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", hint, err, out)
		}
		grades := ""
		must.Get(TrainingRows(t.Context(), strings.TrimSuffix(path, ".json")+".jsonl", Options{}, nil, func(r *corpus.TrainingRow) error {
			grades += fmt.Sprintf("%s %s %g ", r.Query, r.Docs[0].Text, r.Docs[0].Grade)
			return nil
		}))(t)
		must.Equal(t, grades, c.want, "%s", c.name)
	}
}

// TestIDsAreJudged: a row of ids of a query and a document without a label is a positive.
func TestIDsAreJudged(t *testing.T) {
	path, rows := put(t, "train.tsv", "qid\tpid\n1\t2\n3\t4\n"), ""
	must.Get(TrainingRows(t.Context(), path, Options{}, nil, func(r *corpus.TrainingRow) error {
		rows += fmt.Sprintf("%s %s %g ", r.QueryID, r.Docs[0].ID, r.Docs[0].Grade)
		return nil
	}))(t)
	must.Equal(t, rows, "1 2 1 3 4 1 ")
}

// TestRefusedSQuAD: questions nested in paragraphs are refused, and rows are what the line writes. Chosen columns read them too.
func TestRefusedSQuAD(t *testing.T) {
	const text = `{"version": "2", "data": [{"title": "t", "paragraphs": [{"qas": [` +
		`{"question": "who?", "id": "1", "answers": [{"text": "a", "answer_start": 0}]}, {"question": "why?", "id": "2", "answers": []}],` +
		` "context": "the whale sings"}]}]}`
	path := put(t, "x.json", text)
	_, err := Discover(path, Auto)
	hint := hintOf(t, err, "SQuAD's nested JSON")
	_, err = collect(path, Auto, Options{}, nil)
	hintOf(t, err, "SQuAD's nested JSON")
	_, err = Discover(filepath.Dir(path), Auto)
	hintOf(t, err, "SQuAD's nested JSON")
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	if out, err := exec.Command("sh", "-c", hint).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", hint, err, out)
	}
	const want = "query = query, query_id = query_id, document = passage, title = title, label = label\n" +
		"all: who? | t\nthe whale sings | 1\nall: why? | t\nthe whale sings | 0\nall: who?/t\nthe whale sings why?/t\nthe whale sings"
	must.Equal(t, told(t, strings.TrimSuffix(path, ".json")+".jsonl", Options{}), want)
	if _, err := (Search{Format: Auto, Options: Options{Columns: "query=data.paragraphs.qas.question,document=data.paragraphs.context"}}).
		In(path); err != nil {
		t.Error(err)
	}
}

// TestRefusedInFolders: a folder whose documents, queries or judgements have a refused form is refused; another such file is listed.
func TestRefusedInFolders(t *testing.T) {
	const corpus, queries, qrels = `{"_id": "a", "text": "wind"}` + "\n", `{"_id": "q", "text": "wind"}` + "\n", "query-id\tcorpus-id\tscore\nq\ta\t1\n"
	for name, c := range map[string]struct {
		form  string
		files map[string]string
	}{
		"a store beside topics": {"an export of a search engine or vector store",
			map[string]string{"points.json": `{"id": 1, "payload": {"text": "wind"}}`, "topics.tsv": "q\twind\n", "qrels.txt": "q 0 1 1\n"}},
		"judgements": {"a dictionary of judgements", map[string]string{"corpus.jsonl": corpus, "queries.jsonl": queries,
			"qrels.json": `{"q": {"a": 1}}`}},
		"LoTTE": {"LoTTE's answer_pids", map[string]string{"collection.tsv": "1\twind\n", "questions.search.tsv": "1\twind\n",
			"qas.search.jsonl": `{"qid": 1, "query": "wind", "answer_pids": [1]}` + "\n"}},
	} {
		_, err := Discover(putAll(t, c.files), Auto)
		if !isFault(err, errs.Input) || !strings.Contains(err.Error(), c.form+" is not read; hint: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	dir := putAll(t, map[string]string{"corpus.jsonl": corpus, "queries.jsonl": queries, "qrels.tsv": qrels, "run.json": `{"q": {"a": 1}}`})
	l := must.Get(Discover(dir, Auto))(t)
	l.ListUnread(dir, nil, Options{})
	must.Contain(t, strings.Join(l.Unread.Lines(), "\n"), "run.json: a run as a dictionary is not read: python3 -c ")
}

// TestRefusedLayouts: the forms as people's data lie are refused, and what the errors say to do reads them.
func TestRefusedLayouts(t *testing.T) {
	shared := golden.SharedPath(t, "data", "layouts")
	for _, c := range []struct {
		file, flag, form string
		records          int
		first            string
	}{
		{"qdrant.jsonl", fileform.DocumentsFlag, "an export of a search engine or vector store", 120, "d0::sea blowhole"},
		{"es_dump/corpus.json", fileform.DocumentsFlag, "an export of a search engine or vector store", 120, "d0:T breathe:sea blowhole"},
		{"qrels_dict.json", fileform.QrelsFlag, "a dictionary of judgements", 60, "q0:d45:3 "},
		{"run_dict.json", fileform.RunFlag, "a run as a dictionary", 600, "q0:d102:1:9 "},
		{"lotte/writing/dev/qas.search.jsonl", fileform.QrelsFlag, "LoTTE's answer_pids", 60, ""},
	} {
		raw, err := os.ReadFile(filepath.Join(shared, filepath.FromSlash(c.file)))
		must.Do(t, err)
		path := put(t, filepath.Base(c.file), string(raw))
		_, err = recordsOf(c.flag, path, Options{})
		got := follow(t, hintOf(t, err, c.form), c.flag, path)
		if len(got) != c.records || !strings.HasPrefix(got[0], c.first) {
			t.Errorf("%s: %d records, the first is %s", c.file, len(got), got[0])
		}
	}
	_, err := Discover(filepath.Join(shared, "lotte", "writing", "dev"), Auto)
	hintOf(t, err, "LoTTE's answer_pids")
}
