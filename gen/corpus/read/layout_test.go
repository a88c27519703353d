package read

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// pinned holds a collection to its counts and the ids of its first and last records.
type pinned struct {
	format      Format
	documents   [3]any // count, first id, last id
	splits      []string
	queries     map[string][3]any
	qrels       map[string]int
	firstText   string // of the first document, its beginning
	firstQuery  string
	lastQrel    corpus.Qrel // of the last split
	gradeCounts map[int]int
}

func (p pinned) check(t *testing.T, dir string) {
	for _, format := range []Format{Auto, p.format} {
		layout := must.Get(Discover(dir, format))(t)
		var rep Report
		docs := must.Get(collect(layout.Documents, layout.Format, Options{Strict: true}, &rep))(t)
		if got := [3]any{len(docs), docs[0].ID, docs[len(docs)-1].ID}; got != p.documents || layout.Format != p.format {
			t.Errorf("%s documents %v, want %s %v", layout.Format, got, p.format, p.documents)
		}
		if !strings.HasPrefix(docs[0].Default(), p.firstText) {
			t.Errorf("the first document is %q", docs[0].Default())
		}
		must.Same(t, layout.Splits(), p.splits)
		grades := map[int]int{}
		for i, split := range p.splits {
			queries, qrels, err := layout.Split(context.Background(), split, Options{Strict: true}, &rep)
			must.Do(t, err)
			if got := [3]any{len(queries), queries[0].ID, queries[len(queries)-1].ID}; got != p.queries[split] || len(qrels) != p.qrels[split] {
				t.Errorf("%s: queries %v, %d qrels, want %v, %d", split, got, len(qrels), p.queries[split], p.qrels[split])
			}
			for _, q := range qrels {
				grades[q.Grade]++
			}
			if i == 0 && !strings.HasPrefix(queries[0].Text, p.firstQuery) {
				t.Errorf("the first query is %q", queries[0].Text)
			}
			if last := qrels[len(qrels)-1]; i == len(p.splits)-1 && last != p.lastQrel {
				t.Errorf("the last judgement is %v", last)
			}
		}
		must.Same(t, grades, p.gradeCounts)
		if len(rep.Reasons) != 0 {
			t.Errorf("a clean collection is read with remarks: %s", &rep)
		}
	}
}

// The counts are those of the data's own description and of wc and cut over its files.
func TestWikiQA(t *testing.T) {
	pinned{format: MSMARCO, documents: [3]any{11406, "0", "11405"}, splits: []string{"train", "dev", "test"},
		queries:   map[string][3]any{"train": {873, "1", "873"}, "dev": {126, "874", "999"}, "test": {243, "1000", "1242"}},
		qrels:     map[string]int{"train": 1040, "dev": 140, "test": 293},
		firstText: "a partly submerged glacier cave on perito moreno glacier .", firstQuery: "how are glacier caves formed ?",
		lastQrel: qrel("1242", "11399", 1), gradeCounts: map[int]int{1: 1473},
	}.check(t, golden.SharedPath(t, "data", "wikiqa"))
}

func TestCranfield(t *testing.T) {
	pinned{format: TREC, documents: [3]any{1400, "1", "1400"}, splits: []string{AllSplits},
		queries: map[string][3]any{AllSplits: {225, "1", "225"}}, qrels: map[string]int{AllSplits: 1837},
		firstText:  "experimental investigation of the aerodynamics of a\nwing in a slipstream .\nexperimental investigation",
		firstQuery: "what similarity laws must be obeyed when constructing aeroelastic models of heated high speed aircraft .",
		lastQrel:   qrel("225", "1188", 0), gradeCounts: map[int]int{0: 225, 1: 363, 2: 734, 3: 387, 4: 128},
	}.check(t, golden.SharedPath(t, "data", "cranfield"))
}

const (
	aTSV  = "1\tone\n"
	aTREC = "<DOC><DOCNO>1</DOCNO><TEXT>one</TEXT></DOC>\n"
	aJSON = `{"_id": "1", "text": "one"}` + "\n"
)

func TestDiscover(t *testing.T) {
	for _, c := range []struct {
		name   string
		files  map[string]string // file to content
		format Format
		want   string // the layout without the folder
	}{
		{"MS MARCO passages", map[string]string{"collection.tsv": aTSV, "queries.train.tsv": "", "queries.dev.tsv": "",
			"queries.dev.small.tsv": "",
			"queries.eval.tsv":      "", "qrels.train.tsv": "", "qrels.dev.small.tsv": "", "top1000.dev.tsv": "", "judged.dev.txt": "",
			"run.dev.txt": ""}, Auto,
			"msmarco collection.tsv | dev queries.dev.tsv, dev.small queries.dev.small.tsv, eval queries.eval.tsv, train queries.train.tsv | " +
				"dev.small qrels.dev.small.tsv, train qrels.train.tsv | dev run.dev.txt"},
		{"MS MARCO documents", map[string]string{"msmarco-docs.tsv": "D1\thttp://x\tt\tb\n", "msmarco-doctrain-queries.tsv": "",
			"msmarco-doctrain-qrels.tsv": "", "msmarco-docdev-queries.tsv": "", "msmarco-docdev-qrels.tsv": "", "msmarco-docdev-top100": ""}, Auto,
			"msmarco msmarco-docs.tsv | dev msmarco-docdev-queries.tsv, train msmarco-doctrain-queries.tsv | " +
				"dev msmarco-docdev-qrels.tsv, train msmarco-doctrain-qrels.tsv | dev msmarco-docdev-top100"},
		{"TREC DL", map[string]string{"collection.tsv": aTSV, "msmarco-test2019-queries.tsv": "", "2019qrels-pass.txt": ""}, Auto,
			"msmarco collection.tsv | all msmarco-test2019-queries.tsv | all 2019qrels-pass.txt | "},
		{"a folder in one, where a name is the split alone", map[string]string{"data/collection.tsv": aTSV, "data/queries.train.tsv": "",
			"data/qrels.train.tsv": "", "data/qrels.retrieval.train.tsv": ""}, Auto,
			"msmarco data/collection.tsv | train data/queries.train.tsv | train data/qrels.train.tsv | "},
		{"judgements in a folder beside", map[string]string{"fiqa/corpus.jsonl": aJSON, "fiqa/queries.jsonl": "", "fiqa-qrels/test.tsv": ""}, Auto,
			"beir fiqa/corpus.jsonl | test fiqa/queries.jsonl | test fiqa-qrels/test.tsv | "},
		{"TREC", map[string]string{"docs.trec": aTREC, "topics.trec": "", "qrels.txt": "", "run.txt": "", "README.md": "", ".topics.txt": ""},
			Auto,
			"trec docs.trec | all topics.trec | all qrels.txt | all run.txt"},
		{"TREC, a folder, named topics", map[string]string{"docs/a/fr94": aTREC, "topics.robust04.txt": "", "qrels.robust2004.txt": "",
			"run.bm25.txt": "", "run.ql.txt": ""}, Auto,
			"trec docs | all topics.robust04.txt | all qrels.robust2004.txt | bm25 run.bm25.txt, ql run.ql.txt"},
		{"TREC by split", map[string]string{"docs-01.sgml": aTREC, "topics.train.trec": "", "topics_valid.xml": "", "topics-test.tsv": "",
			"qrels.train.txt":      "",
			"qrels.validation.txt": "", "qrels_test.txt": ""}, Auto,
			"trec docs-01.sgml | dev topics_valid.xml, test topics-test.tsv, train topics.train.trec | " +
				"dev qrels.validation.txt, test qrels_test.txt, train qrels.train.txt | "},
		{"TREC folds", map[string]string{"docs.trec": aTREC, "topics.1.txt": "", "topics.2.txt": "", "qrels.txt": ""}, Auto,
			"trec docs.trec | 1 topics.1.txt, 2 topics.2.txt | all qrels.txt | "},
		{"BEIR", map[string]string{"corpus.jsonl": aJSON, "queries.jsonl": "", "qrels/train.tsv": "", "qrels/dev.tsv": "", "qrels/test.tsv": ""},
			Auto,
			"beir corpus.jsonl | dev queries.jsonl, test queries.jsonl, train queries.jsonl | " +
				"dev qrels/dev.tsv, test qrels/test.tsv, train qrels/train.tsv | "},
		{"packed, and packed beside plain", map[string]string{"Corpus.JSONL.gz": packed(t, aJSON), "queries.jsonl": "", "queries.jsonl.gz": "",
			"qrels/test.tsv.zst": ""}, Auto,
			"beir Corpus.JSONL.gz | test queries.jsonl | test qrels/test.tsv.zst | "},
		{"two collections, one asked for", map[string]string{"collection.tsv": aTSV, "docs.trec": aTREC, "queries.dev.tsv": ""}, MSMARCO,
			"msmarco collection.tsv | dev queries.dev.tsv |  | "},
		{"content decides", map[string]string{"collection.tsv": aTSV, "docs/index.html": "<html>", "corpus.jsonl": aTSV}, Auto,
			"msmarco collection.tsv |  |  | "},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for file, content := range c.files {
				putAt(t, filepath.Join(dir, file), content)
			}
			layout := must.Get(Discover(dir, c.format))(t)
			if got := describe(dir, layout); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if layout.DropSelf != (layout.Format == BEIR) {
				t.Error("drop-self is on for BEIR alone")
			}
		})
	}
}

func describe(dir string, l Layout) string {
	part := func(files map[string]string) string {
		var all []string
		for split, path := range files {
			name, _ := filepath.Rel(dir, path)
			all = append(all, split+" "+name)
		}
		slices.Sort(all)
		return strings.Join(all, ", ")
	}
	documents, _ := filepath.Rel(dir, l.Documents)
	return strings.Join([]string{l.Format + " " + documents, part(l.Queries), part(l.Qrels), part(l.Runs)}, " | ")
}

func TestDiscoverRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		files  []string
		format Format
		kind   errs.Kind
		says   string
	}{
		"nothing":            {[]string{"notes.txt"}, Auto, errs.Input, "it holds notes.txt"},
		"two collections":    {[]string{"collection.tsv", "docs.trec"}, Auto, errs.Input, "--format"},
		"two document files": {[]string{"docs.1.trec", "docs.2.trec"}, Auto, errs.Input, "docs.1.trec and docs.2.trec"},
		"two topic files":    {[]string{"docs.trec", "topics.txt", "topics.xml"}, TREC, errs.Input, "--topics"},
		"two names of dev":   {[]string{"collection.tsv", "qrels.dev.txt", "qrels.validation.txt"}, MSMARCO, errs.Input, "--qrels"},
		"unknown format":     {[]string{"collection.tsv"}, "lucene", errs.Usage, "unknown"},
		"another format":     {[]string{"collection.tsv"}, BEIR, errs.Input, "no beir documents"},
	} {
		dir := t.TempDir()
		for _, file := range c.files {
			content := aTSV
			if strings.HasSuffix(file, "trec") {
				content = aTREC
			}
			putAt(t, filepath.Join(dir, file), content)
		}
		if _, err := Discover(dir, c.format); !isFault(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
	if _, err := Discover(put(t, "file", ""), Auto); !isFault(err, errs.Input) {
		t.Errorf("a file: error %v", err)
	}
	if _, err := Discover(filepath.Join(t.TempDir(), "absent"), Auto); !isFault(err, errs.Input) {
		t.Errorf("an absent folder: error %v", err)
	}
}

func TestSplit(t *testing.T) {
	dir := t.TempDir()
	for file, content := range map[string]string{
		"corpus.jsonl":    aJSON,
		"queries.jsonl":   `{"_id":"01","text":"a"}` + "\n" + `{"_id":"2","text":"b"}` + "\n" + `{"_id":"3","text":"c"}` + "\n",
		"qrels/train.tsv": "query-id\tcorpus-id\tscore\n3\t1\t1\n2\t1\t0\n",
		"qrels/test.tsv":  "query-id\tcorpus-id\tscore\n1\t1\t1\n",
	} {
		putAt(t, filepath.Join(dir, file), content)
	}
	layout, err := Discover(dir, Auto)
	must.Do(t, err)
	var got []string
	for _, split := range layout.Splits() {
		queries, qrels, err := layout.Split(context.Background(), split, Options{}, new(Report))
		must.Do(t, err)
		for _, q := range queries {
			got = append(got, split+" "+q.ID)
		}
		must.Equal(t, len(qrels), len(queries), "%s: judgements", split)
	}
	// Each split has the queries it judges, under the judgements' spelling.
	must.Same(t, got, []string{"train 2", "train 3", "test 1"})
	// One judged split alone still leaves the others' queries out.
	must.Do(t, os.Remove(filepath.Join(dir, "qrels", "train.tsv")))
	if layout, err = Discover(dir, BEIR); err != nil {
		t.Fatal(err)
	}
	var rep Report
	if queries, _, err := layout.Split(context.Background(), "test", Options{}, &rep); err != nil || len(queries) != 1 {
		t.Errorf("test alone: %v, %v", queries, err)
	}
	must.Contain(t, rep.String(), "noted 2: queries that the judgements of test do not name")
	if _, _, err := layout.Split(context.Background(), "dev", Options{}, new(Report)); !isFault(err, errs.Usage) {
		t.Errorf("a split that is not there: error %v", err)
	}
}

// TestResultsAsCollections: what gen left is no collection, the rows that audit cleaned are one, and so is a folder with a lock of others.
func TestResultsAsCollections(t *testing.T) {
	for beside, want := range map[string]string{".journal account.json": "a result of axiomine, no collection", ".journal audit.json": "", ".lock": ""} {
		dir := t.TempDir()
		putAt(t, filepath.Join(dir, "rows.csv"), "query,passage,label\na whale,a blue whale,1\n")
		for _, name := range strings.Fields(beside) {
			putAt(t, filepath.Join(dir, name), "{}")
		}
		if _, err := Discover(dir, Auto); want == "" {
			must.Do(t, err)
		} else {
			must.Fail(t, err, want)
		}
	}
}

func TestDetection(t *testing.T) {
	for content, want := range map[string]string{
		"1\tone\n2\ttwo\n":                       "tsv",
		"1\tone: 1\n":                            "tsv",
		"a\tb\tc\n":                              "unknown format",
		"D1\thttp://a\tt\tb\n":                   "msmarco-docs",
		"1\t2\tq\tp\n":                           "top1000",
		"header\n<doc>\n<docno>1</docno></doc>":  "trec",
		"\n " + aJSON:                            "jsonl",
		`{"id": "1", "contents": "x"}`:           "json",
		"<html><body>":                           "an HTML page",
		strings.Repeat("word ", 20_000):          "unknown format",
		strings.Repeat("1\ta\n2\tb\nbad\n", 4):   "unknown format",
		"1\t" + strings.Repeat("word ", 20_000):  "tsv",
		"2\ta\nbad\n" + strings.Repeat(aTSV, 10): "tsv",
	} {
		var rep Report
		_, err := collect(put(t, "x", content), Auto, Options{}, &rep)
		got := ""
		if err != nil {
			got = err.Error()
		} else if len(rep.Told) == 1 {
			got = rep.Told[0]
		}
		must.Contain(t, got, want, "%.40q", content)
	}
	if _, err := collect(put(t, "topics.txt", "a:b\tc\n"), "marc", Options{}, nil); !isFault(err, errs.Usage) {
		t.Errorf("unknown format: error %v", err)
	}
}
