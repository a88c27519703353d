package read

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/google/go-cmp/cmp"
)

// TestNoCollectionSaysWhy: a folder that is no collection is told by its one table, or by a packing that is not read.
func TestNoCollectionSaysWhy(t *testing.T) {
	const xz = "\xfd7zXZ\x00"
	for want, files := range map[string]map[string]string{
		"train.jsonl: its columns are conversations.from, conversations.value, id: ": {
			"train.jsonl": `{"id": 1, "conversations": [{"from": "human", "value": "a"}]}` + "\n"},
		"train.csv: its columns are id, median_relevance, query: recognised are query = query": {
			"train.csv": "id,query,median_relevance\n1,a,2\n"},
		"no collection: it holds corpus.jsonl.xz, queries.jsonl, and xz is not read; hint: xz -dc ": {
			"corpus.jsonl.xz": xz, "queries.jsonl": `{"_id": "1", "text": "a"}` + "\n"},
		"no collection: it holds a.jsonl, b.jsonl; hint: a table with columns": {
			"a.jsonl": `{"id": 1, "query": "a"}` + "\n", "b.jsonl": `{"id": 1, "x": "a"}` + "\n"},
		"*.txt' names such files; else name the documents with --collection FILE": {"a.txt": "x|y|z\n1|2|3\n"},
	} {
		if _, err := Discover(putAll(t, files), Auto); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestPartOfCollection: a part of a BEIR folder, and a result of ours, are told what to give in their place.
func TestPartOfCollection(t *testing.T) {
	dir := putAll(t, map[string]string{"corpus.jsonl": `{"_id": "d", "text": "a"}` + "\n", "queries.jsonl": `{"_id": "q", "text": "a"}` + "\n",
		"qrels/test.tsv": "query-id\tcorpus-id\tscore\nq\td\t1\n", "pairs/.journal": "", "pairs/left-out.tsv": "query\tdocument\na\tb\n"})
	for name, want := range map[string]string{"corpus.jsonl": "--data " + dir, "queries.jsonl": "--data " + dir, "qrels": "--data " + dir,
		"pairs": "give the collection that it was made of; axiomine audit reads its rows"} {
		if _, err := Discover(filepath.Join(dir, name), Auto); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestTopicIdentifiers: CLEF's topics have their number in an element identifier (topics of 2008 and later).
func TestTopicIdentifiers(t *testing.T) {
	const topic = `<topics><topic lang="en"><identifier>10.2452/401-AH</identifier><title>Euro inflation</title></topic></topics>`
	got, err := Queries(t.Context(), put(t, "topics.xml", topic), Auto, Options{}, nil)
	if err != nil || len(got) != 1 || got[0].ID != "10.2452/401-AH" || got[0].Text != "Euro inflation" {
		t.Errorf("%v, %v", got, err)
	}
}

// TestTopicForms: the topics of NTCIR, CLEF, CLEF eHealth and Indri, each with one query, and the levels of NTCIR's judgements.
func TestTopicForms(t *testing.T) {
	for name, topic := range map[string]string{
		"NTCIR":        "<queries><query><qid>7</qid><content>a whale</content><description>find it</description></query></queries>",
		"CLEF":         "<topics>\n<top>\n<num>7</num>\n<EN-title> a whale </EN-title>\n<EN-desc> find it </EN-desc>\n</top>\n</topics>",
		"CLEF, German": "<top>\n<num> 7 </num>\n<DE-title> a whale\n<DE-desc> find it\n</top>",
		"CLEF eHealth": "<queries><query><id>7</id><title>a whale</title><desc>find it</desc></query></queries>",
		"Indri":        "<parameters>\n<query>\n<number>7</number>\n<text>a whale</text>\n</query>\n</parameters>",
		"TREC":         `<topics><topic number="7"><query>a whale</query><question>what sings</question></topic></topics>`,
	} {
		got, err := Queries(t.Context(), put(t, "topics.xml", topic+"\n"), Auto, Options{}, nil)
		if err != nil || len(got) != 1 || got[0].ID != "7" || got[0].Text != "a whale" {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for _, line := range []string{"7 d%d L%d\n", "7 0 d%d L%d\n"} {
		content := ""
		for i := range 4 {
			content += fmt.Sprintf(line, i, i)
		}
		qrels, err := Qrels(put(t, "qrels.txt", content), Auto, Options{}, nil)
		if err != nil || len(qrels) != 4 || qrels[3] != (qrel("7", "d3", 3)) || qrels[0] != (qrel("7", "d0", 0)) {
			t.Errorf("%q: %v, %v", line, qrels, err)
		}
	}
}

// TestJudgementsOfBEIR: the files of judgements beside corpus.jsonl and queries.jsonl, by other names and forms.
func TestJudgementsOfBEIR(t *testing.T) {
	for name, content := range map[string]string{
		"qrels/test.tsv":  "corpus-id\tquery-id\tscore\nd\tq\t2\n",
		"qrels/test.trec": "q 0 d 2\n",
		"qrels/test.csv":  "query-id,corpus-id,score\nq,d,2\n",
		"qrels/test.txt":  "q\t0\td\t2\n",
		"qrels.test.tsv":  "query-id\tcorpus-id\tscore\nq\td\t2\n",
		"qrels.tsv":       "q\td\t2\n",
		"qrels.txt":       "q Q0 d 2\n",
		"qrel.txt":        "q 0 d 2\n",
	} {
		const document, query = `{"_id": "d", "text": "a"}` + "\n", `{"_id": "q", "text": "a"}` + "\n"
		l, err := Discover(putAll(t, map[string]string{"corpus.jsonl": document, "queries.jsonl": query, name: content}), Auto)
		if err != nil || len(l.Qrels) != 1 {
			t.Errorf("%s: %v, %v", name, l.Qrels, err)
			continue
		}
		for split := range l.Qrels {
			_, qrels, err := l.Split(t.Context(), split, Options{}, new(Report))
			if err != nil || len(qrels) != 1 || qrels[0] != (qrel("q", "d", 2)) || (split == "test") != strings.Contains(name, "test") {
				t.Errorf("%s: split %s, %v, %v", name, split, qrels, err)
			}
		}
	}
	bare := put(t, "test.tsv", "query-id\tcorpus-id\nq\td\n")
	if qrels, err := Qrels(bare, Auto, Options{}, nil); err != nil || len(qrels) != 1 || qrels[0].Grade != 1 {
		t.Errorf("without a score: %v, %v", qrels, err)
	}
}

// TestJudgementsInManyColumns: tables of five and seven columns whose last one is a number are none of WikiPassageQA and WikiQA.
func TestJudgementsInManyColumns(t *testing.T) {
	for _, header := range []string{"query_id\tquery\tdoc_id\tjudge\tlabel", "query_id\tquery\tdoc_id\ttext\trank\tjudge\tlabel"} {
		cells := strings.NewReplacer("query_id", "q", "doc_id", "d", "label", "2", "rank", "1").Replace(header)
		qrels, err := Qrels(put(t, "judgements.tsv", header+"\n"+cells+"\n"), Auto, Options{}, nil)
		if err != nil || len(qrels) != 1 || qrels[0] != (qrel("q", "d", 2)) {
			t.Errorf("%q: %v, %v", header, qrels, err)
		}
	}
}

// TestShops: tables in the columns of shops and of the libraries about vector stores, each with one document.
func TestShops(t *testing.T) {
	for name, content := range map[string]string{
		"esci.csv":       "query,query_id,product_id,product_title,product_description,esci_label\nq,1,d,t,a,Exact\n",
		"wands.tsv":      "product_id\tproduct_name\tproduct_description\tproduct_title\nd\tn\ta\tt\n",
		"langchain.json": `{"id": "d", "metadata": {"source": "s"}, "page_content": "a", "title": "t"}` + "\n",
		"msmarco_doc_00": `{"url": "", "title": "t", "headings": "h", "body": "a", "docid": "d"}` + "\n",
	} {
		got, err := collect(put(t, name, content), Auto, Options{}, nil)
		if diff := cmp.Diff([]corpus.Doc{{ID: "d", Title: "t", Text: "a"}}, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

// TestWANDS: a folder in its layout, whose column of the queries' classes looks like ids.
func TestWANDS(t *testing.T) {
	l, err := Discover(putAll(t, map[string]string{
		"query.csv":   "query_id\tquery\tquery_class\n0\ta red vase\tC2\n1\ta blue vase\tC0\n2\tan old vase\tC2\n3\ta new vase\tC0\n",
		"product.csv": "product_id\tproduct_name\tproduct_description\n7\tvase\ta vase of glass\n",
		"label.csv":   "id\tquery_id\tproduct_id\tlabel\n0\t0\t7\tPartial\n",
	}), Auto)
	if err != nil || len(l.Qrels) != 1 || !strings.HasSuffix(l.Qrels[AllSplits], "label.csv") {
		t.Errorf("%v, %v", l, err)
	}
}

// TestHeadersOfTSV: a first line that names an id and a text is no record of collection.tsv or of queries.tsv.
func TestHeadersOfTSV(t *testing.T) {
	for _, header := range []string{"id\ttext", "pid\tpassage", "DocID\tcontents", "_id\ttext", "doc_id\tdocument"} {
		if docs := readDocs(t, "collection.tsv", header+"\n1\ta b\n", MSMARCO, Options{}, nil); len(docs) != 1 || docs[0].ID != "1" {
			t.Errorf("%q: %v", header, docs)
		}
	}
	for _, header := range []string{"id\tquery", "qid\tquery", "query_id\ttext", "topic_id\ttitle", "_id\tquestion"} {
		got, err := Queries(t.Context(), put(t, "queries.train.tsv", header+"\n1\ta b\n"), MSMARCO, Options{}, nil)
		if err != nil || len(got) != 1 || got[0].ID != "1" {
			t.Errorf("%q: %v, %v", header, got, err)
		}
	}
	for _, line := range []string{"id\tan id is a name", "text\tid", "1\ttext"} {
		docs := readDocs(t, "collection.tsv", line+"\n2\ta b\n", MSMARCO, Options{}, nil)
		if docs[0].ID == "2" {
			t.Errorf("%q is a header: %v", line, docs)
		}
	}
}
