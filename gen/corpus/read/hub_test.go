package read

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// madeGrades are the judgements of testdata/hub/make.py: query i has the documents 3i and 3i+1.
func madeGrades() map[[2]string]int {
	grades := map[[2]string]int{}
	for i := range 4 {
		for j := range 2 {
			grades[[2]string{fmt.Sprint("q", i), fmt.Sprint("d", (i*3+j)%12)}] = 1
		}
	}
	return grades
}

// TestReadAsItIs: every mock-up of the table in FORMATS.md is read by its path alone.
func TestReadAsItIs(t *testing.T) {
	for _, c := range []struct {
		name, collection, file string // the folder; the documents below it, or the file of rows
		split                  string
		firstID                string
	}{
		{name: "mteb-v1", split: "test"}, {name: "mteb-v2", split: "test"}, {name: "beir-hub", split: "test"}, {name: "no-card", split: "test"},
		{name: "nanobeir", split: "train"}, {name: "bright", split: AllSplits},
		{name: "msmarco-v2", collection: "msmarco_v2_passage", firstID: "msmarco_passage_00_0"},
		{name: "msmarco-v2.1", collection: "segments", firstID: "msmarco_v2.1_doc_00_0#0_0"},
		{name: "tirex", file: "rerank.jsonl", split: AllSplits},
		{name: "followir", split: "test"}, {name: "nanobeir-bm25", split: "train"}, {name: "flat", split: "test"},
		{name: "wands", split: AllSplits}, {name: "beir-trec", split: AllSplits},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(FormatsPage(), "| "+c.name+" |\n") {
				t.Error("FORMATS.md has no row for it")
			}
			dir := filepath.Join("testdata", "hub", c.name)
			l := Layout{Documents: filepath.Join(dir, c.collection), Format: Auto}
			if c.collection == "" {
				var err error
				if l, err = Discover(filepath.Join(dir, c.file), Auto); err != nil {
					t.Fatal(err)
				}
			}
			var rep Report
			docs := must.Get(collect(l.Documents, l.Format, Options{}, &rep))(t)
			number, first := 12, "d0"
			if c.file != "" {
				number = 5
			}
			if c.firstID != "" {
				first = c.firstID
			}
			if len(docs) != number || docs[0].ID != first || !strings.HasPrefix(docs[0].Text, "loud reef") {
				t.Errorf("%d documents, the first is %v", len(docs), docs[0])
			}
			if c.split == "" {
				return
			}
			queries, qrels, err := l.Split(context.Background(), c.split, Options{}, &rep)
			if err != nil || len(queries) != 4 || queries[3].ID != "q3" || len(strings.Fields(queries[3].Text)) != 3 {
				t.Fatalf("queries %v, %v", queries, err)
			}
			want := madeGrades()
			if c.file != "" {
				want = nil // scores beside ranks are no grades
			}
			for _, q := range qrels {
				must.Equal(t, want[[2]string{q.QueryID, q.DocID}], q.Grade, "judgement %v", q)
				delete(want, [2]string{q.QueryID, q.DocID})
			}
			if len(want) > 0 {
				t.Errorf("judgements are lost: %v", want)
			}
			if len(rep.Reasons) > 0 && c.file == "" {
				t.Errorf("remarks: %s", &rep)
			}
		})
	}
}

func TestRankedAndExcluded(t *testing.T) {
	l := must.Get(Discover("testdata/hub/mteb-v2", Auto))(t)
	run, err := Run(l.Runs["test"], Auto, Options{}, nil)
	if err != nil || len(run) != 20 || len(l.Ranked) == 0 || run[6].DocID != "d4" || run[6].Rank != 2 {
		t.Errorf("ranked lists %v, %v", run, err)
	}
	l = must.Get(Discover("testdata/hub/bright", Auto))(t)
	excluded, err := l.ExcludedDocuments()
	if got := fmt.Sprint(excluded["q1"], excluded["q2"], l.Excluded); err != nil || !strings.HasPrefix(got, "[d5] [d6 d8] map[all:") {
		t.Errorf("excluded %s, %v", got, err)
	}
}

// TestCandidatesOfHubs: lists of candidates by name or by their columns are the runs of a folder.
func TestCandidatesOfHubs(t *testing.T) {
	second := runRow("q1", "d1", 2, -2)
	for name, want := range map[string]corpus.RunRow{"followir": second, "nanobeir-bm25": second, "pylate": runRow("q1", "d1", 2, .8)} {
		l, err := Discover("testdata/hub/"+name, Auto)
		if err != nil || len(l.Ranked) == 0 || len(l.Runs) != 1 {
			t.Fatal(name, l.Ranked, l.Runs, err)
		}
		if !strings.Contains(FormatsPage(), "| "+name+" |\n") {
			t.Errorf("FORMATS.md has no row for %s", name)
		}
		for _, file := range l.Runs {
			if run, err := Run(file, Auto, Options{}, nil); err != nil || len(run) != 20 || run[6] != want {
				t.Errorf("%s: %v, %v", name, run, err)
			}
		}
		if name == "pylate" && (!strings.Contains(l.Documents, "documents") || len(l.Qrels) != 0) {
			t.Error(l)
		}
	}
}

// TestCandidatesOfPreferences: where a label names the better document, as in SHP, the candidates are in the order of the row: there are no scores.
func TestCandidatesOfPreferences(t *testing.T) {
	const row = `{"history":"why is the sky blue","human_ref_A":"The sky is far away.","human_ref_B":"Blue light is scattered more.","labels":0}`
	rows, err := tableCandidates(context.Background(), put(t, "rows.jsonl", row+"\n"+strings.Replace(row, "why", "when", 1)+"\n"), Options{})
	must.Do(t, err)
	must.Same(t, lists.Map(rows, func(r corpus.RunRow) float64 { return r.Score }), []float64{-1, -2, -1, -2})
}

// TestDocumentsAfterEmptyRow: a row without documents loses none of a later row.
func TestDocumentsAfterEmptyRow(t *testing.T) {
	path, n := put(t, "rows.jsonl", `{"docs":[{"id":"a","text":"one fox"}]}`+"\n"+`{"docs":null}`+"\n"+`{"docs":[{"id":"b","text":"two foxes"}]}`+"\n"), 0
	for _, err := range Documents(context.Background(), path, Table, Options{Columns: "document=docs.text"}, nil) {
		must.Do(t, err)
		n++
	}
	must.Equal(t, n, 2)
}

// TestHubParts: a name that is a word of a part comes before one that holds it, and columns come last. Two of a kind are an error.
func TestHubParts(t *testing.T) {
	const docs, queries, qrels = "doc_id,text\nd,a b\n", "query_id,text\nq,a\n", "query_id,doc_id,label\nq,d,1\n"
	for _, c := range []struct {
		documents, judgements, want string // folders; the one of the judgements, or an error
	}{
		{"documents more_documents", "qrels qrels_of_2020 labels", "qrels"},
		{"corpus", "default qrel_diff labels", "default"}, // as FollowIR's
		{"corpus", "labels", "labels"},
		{"products", "labels", "labels"},
		{"corpus", "qrels_old qrels_new", "several configurations hold the same part: qrels_new and qrels_old"},
		{"corpus", "labels labels2", "several configurations hold the same part: labels and labels2"},
		{"corpus_a corpus_b", "qrels", "several configurations hold the same part: corpus_a and corpus_b"},
	} {
		all := map[string]string{"queries/test.csv": queries}
		for name := range strings.FieldsSeq(c.documents) {
			all[name+"/test.csv"] = docs
		}
		for name := range strings.FieldsSeq(c.judgements) {
			all[name+"/test.csv"] = qrels
		}
		l, err := Discover(putAll(t, all), Auto)
		got := fmt.Sprint(err)
		if err == nil {
			got = filepath.Base(filepath.Dir(l.Qrels["test"]))
		}
		must.Contain(t, got, c.want, "%s, %s", c.documents, c.judgements)
	}
}

// TestNamesThatBeginAlike: the words with which the names of all files begin tell no part. The files are those of the Amazon shopping queries.
func TestNamesThatBeginAlike(t *testing.T) {
	l, err := Discover(putAll(t, map[string]string{"shopping_queries_dataset_products.csv": "product_id,product_description\nd,one\n",
		"shopping_queries_dataset_examples.csv": "query_id,query,product_id,esci_label\nq,one,d,E\n"}), Auto)
	if err != nil || !strings.HasSuffix(l.Documents, "products.csv") || !strings.HasSuffix(l.Qrels[AllSplits], "examples.csv") {
		t.Error(l.Documents, l.Qrels, err)
	}
}

// TestSMART: records without a title in their text, and judgements that are the pairs of relevant documents. The values are those of
// testdata/hub/make.py.
func TestSMART(t *testing.T) {
	if !strings.Contains(FormatsPage(), "| cisi |\n") {
		t.Error("FORMATS.md has no row for it")
	}
	l := must.Get(Discover("testdata/hub/cisi", Auto))(t)
	var rep Report
	docs, err := collect(l.Documents, l.Format, Options{}, &rep)
	if err != nil || len(docs) != 12 || docs[0].ID != "1" || !strings.HasPrefix(docs[0].Text, "Title 0\nloud reef") {
		t.Errorf("%v, %v", docs, err)
	}
	queries, qrels, err := l.Split(t.Context(), AllSplits, Options{}, &rep)
	if err != nil || len(queries) != 4 || len(qrels) != 8 || qrels[2] != (qrel("2", "4", 1)) || len(rep.Reasons) > 0 {
		t.Errorf("%v, %v, %v, %s", queries, qrels, err, &rep)
	}
	for content, want := range map[string]corpus.Qrel{"01 0410  0 0\n": qrel("1", "410", 1), "1 0 13 1\n": qrel("1", "13", 1), "1 0 13 0\n": qrel("1", "13", 0),
		"1 13 0 1\n": qrel("1", "0", 1)} {
		if qrels, err := Qrels(put(t, "qrels.text", content), Auto, Options{}, nil); err != nil || len(qrels) != 1 || qrels[0] != want {
			t.Errorf("%q: %v, %v", content, qrels, err)
		}
	}
}

// TestRunForms: the same run in every form of a table has the same rows.
func TestRunForms(t *testing.T) {
	for _, name := range []string{"run.parquet", "run.csv"} {
		run, err := Run(filepath.Join("testdata/hub/runs", name), Auto, Options{}, nil)
		if err != nil || len(run) != 20 || run[7] != (runRow("q1", "d2", 3, 8.5)) {
			t.Errorf("%s: %v, %v", name, run, err)
		}
	}
	path := filepath.Join(t.TempDir(), "ranks.csv")
	must.Do(t, os.WriteFile(path, []byte("qid,docno,rank\n1,b,2\n1,a,1\n"), 0o666))
	if run, err := Run(path, Auto, Options{}, nil); err != nil || len(run) != 2 || run[0].DocID != "a" {
		t.Errorf("ranks alone: %v, %v", run, err)
	}
}

func TestSplitFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"test-00000-of-00002.tsv", "test-00001-of-00002.tsv", "topics.made-dev.tsv"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("1\tone\n"), 0o666))
	}
	folders := t.TempDir()
	for _, name := range []string{"train/0.tsv", "test/part/0.tsv", "saved/dataset_dict.json", "saved/test/state.json", "saved/test/a.arrow"} {
		must.Do(t, os.MkdirAll(filepath.Dir(filepath.Join(folders, name)), 0o777))
		text := map[string]string{"dataset_dict.json": `{"splits": ["test"]}`,
			"state.json": `{"_data_files": [{"filename": "a.arrow"}]}`}[filepath.Base(name)]
		must.Do(t, os.WriteFile(filepath.Join(folders, name), []byte(text), 0o666))
	}
	for path, want := range map[string]int{dir: 2, filepath.Join(dir, "test*"): 1, filepath.Join(dir, "topics.made-dev.tsv"): 1,
		folders: 2, filepath.Join(folders, "t*", "*.tsv"): 1, filepath.Join(folders, "t*"): 2, filepath.Join(folders, "saved"): 1} {
		bySplit, err := SplitFiles(path)
		if err != nil || len(bySplit) != want {
			t.Errorf("%s: %v, %v", path, bySplit, err)
		}
		if path != dir {
			continue
		}
		if n := len(paths(bySplit["test"])); n != 2 {
			t.Errorf("%d files of test", n)
		}
	}
}

// TestFoldersOfRows: the nearest folder that is called after a split names the split of rows, at any depth.
func TestFoldersOfRows(t *testing.T) {
	rows := []byte("query,passage,label\nred,a red cat,1\nred,a blue dog,0\n")
	for names, want := range map[string]string{"data/train/part/0.csv data/test/part/0.csv": "[test train]",
		"train/0.csv test/0.csv": "[test train]", "train-0.csv test-0.csv": "[test train]",
		"x/train/test-0.csv x/train/train-0.csv": "[test train]", "0.csv 1.csv": "[all]"} {
		dir := filepath.Join(t.TempDir(), "test") // the folder itself names no split
		for name := range strings.FieldsSeq(names) {
			must.Do(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
			must.Do(t, os.WriteFile(filepath.Join(dir, name), rows, 0o666))
		}
		layout, err := Discover(dir, Auto)
		if got := fmt.Sprint(slices.Sorted(maps.Keys(layout.Queries))); err != nil || got != want {
			t.Errorf("%s: splits %s, want %s (%v)", names, got, want, err)
		}
	}
}
