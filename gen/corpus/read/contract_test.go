package read_test

import (
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/readertest"
)

// The headers as the files have them.
const (
	wikiqaHead   = "QuestionID\tQuestion\tDocumentID\tDocumentTitle\tSentenceID\tSentence\tLabel\n"
	questionHead = "QID\tQuestion\tDocumentID\tDocumentName\tRelevantPassages\n"
)

// cases are small files of every format.
var cases = map[string]readertest.Case{
	"tsv": {Read: readertest.ReadDocuments, File: "collection.tsv", Format: read.MSMARCO, Bad: "4\tone\ttwo\n",
		Text: "1\ta \"quoted\" passage\n\n2\t§ 12 of the act\n3\t\n",
		Want: []string{`1 |  | a "quoted" passage | `, "2 |  | § 12 of the act | ", "3 |  |  | "}},
	"tsv, auto": {Read: readertest.ReadDocuments, File: "part-00", Format: read.Auto, Bad: "no tab\n",
		Text: "1\tone\n2\t§ 12 of the act\n",
		Want: []string{"1 |  | one | ", "2 |  | § 12 of the act | "}},
	"msmarco-docs": {Read: readertest.ReadDocuments, File: "msmarco-docs.tsv", Format: read.MSMARCO, Bad: "D3\thttp://c.d/\ttitle\n",
		Text: "D1\thttp://a.b/\tTitle\tbody\nD2\thttp://a.b/c\t\t§ 2\n",
		Want: []string{"D1 | Title | body | http://a.b/", "D2 |  | § 2 | http://a.b/c"}},
	"top1000": {Read: readertest.ReadDocuments, File: "top1000.dev.tsv", Format: read.MSMARCO, Bad: "1\t2\t3\n",
		Text: "7\t1\tquery one\tpassage one\n8\t2\tquery two\tpassage §\n",
		Want: []string{"1 |  | passage one | ", "2 |  | passage § | "}},
	"triples": {Read: readertest.ReadDocuments, File: "triples.train.small.tsv", Format: read.Triples, Bad: "q\tp\n",
		Text: "q\tone\ttwo\nq\tthree\tthe §12\n", ByText: true,
		Want: []string{"eq9c7b9l82to0f02 |  | one | ", "7v2cpvjkb1oe5g6p |  | two | ",
			"hddprc617mp44lm8 |  | three | ", "4sqgp70oj4ckbfnj |  | the §12 | "}},
	"triples topics": {Read: readertest.ReadQueries, File: "triples.train.small.tsv", Format: read.Triples, Bad: "q\t\tn\n",
		Text: "q\tone\ttwo\nthe §12\ttwo\tone\n", ByText: true,
		Want: []string{"hoqs5j9rupi1nmoe | q", "4sqgp70oj4ckbfnj | the §12"}},
	"triples of ids": {Read: readertest.ReadQrels, File: "qidpidtriples.train.full.2.tsv", Format: read.MSMARCO, Bad: "7 1 2\n",
		Text: "7\t1\t2\n8\t§\t4\n", Options: read.Options{QrelsFormat: "triples-ids"},
		Want: []string{"7 | 1 | 1", "7 | 2 | 0", "8 | § | 1", "8 | 4 | 0"}},
	"trec": {Read: readertest.ReadDocuments, File: "docs.trec", Format: read.TREC, Bad: "<DOC><TEXT>no number</TEXT></DOC>\n",
		Text: "<DOC>\n<DOCNO> A-1 </DOCNO>\n<TEXT>\nfirst line\n§ 2 of it\n</TEXT>\n</DOC>\n<doc><docno>A-2</docno><title>t</title></doc>\n",
		Want: []string{"A-1 |  | first line\n§ 2 of it | ", "A-2 | t |  | "}},
	"trec, auto, cut": {Read: readertest.ReadDocuments, File: "fr94", Format: read.Auto, Bad: "<DOC>\n<DOCNO>A-2</DOCNO>\n",
		Text: "<DOC>\n<DOCNO>A-1</DOCNO>\n<TEXT>§</TEXT>\n</DOC>\n",
		Want: []string{"A-1 |  | § | "}},
	"jsonl": {Read: readertest.ReadDocuments, File: "corpus.jsonl", Format: read.BEIR, Bad: `{"_id": "3", "text": "cut` + "\n",
		Text: `{"_id": "1", "title": "t", "text": "x"}` + "\n" + `{"_id": 2, "text": "§", "metadata": {"url": "u"}}` + "\n",
		Want: []string{"1 | t | x | ", "2 |  | § | "}},
	"wikiqa": {Read: readertest.ReadDocuments, File: "WikiQA-train.tsv", Format: "wikiqa", Bad: "Q3\tq\tD3\tt\tD3-0\ts\n",
		Text: wikiqaHead + "Q1\t\"one\" ?\tD1\tA title\tD1-0\tThe § sentence\t0\n" +
			"Q1\t\"one\" ?\tD1\tA title\tD1-1\tB\t1\nQ2\ttwo\tD2\tt\tD2-0\tC\t0\n",
		Want: []string{"D1-0 | A title | The § sentence | ", "D1-1 | A title | B | ", "D2-0 | t | C | "}},
	"wikiqa topics": {Read: readertest.ReadQueries, File: "WikiQA-dev.tsv", Format: "wikiqa", Bad: "Q3\tq\tD3\tt\t\ts\t0\n",
		Text: wikiqaHead + "Q1\tone\tD1\tt\tD1-0\ta\t0\nQ1\tone\tD1\tt\tD1-1\tb\t1\nQ2\ttwo §\tD2\tt\tD2-0\tc\t0\n",
		Want: []string{"Q1 | one", "Q2 | two §"}},
	"wikiqa qrels": {Read: readertest.ReadQrels, File: "WikiQA-test.tsv", Format: "wikiqa", Bad: "Q1\tq\tD1\tt\t\ts\t1\n",
		Text: wikiqaHead + "Q1\tq\tD1\tt\tD1-§\ta\t0\nQ1\tq\tD1\tt\tD1-1\tb\t1\n",
		Want: []string{"Q1 | D1-§ | 0", "Q1 | D1-1 | 1"}},
	"wikipassageqa": {Read: readertest.ReadDocuments, File: "document_passages.json", Format: "wikipassageqa",
		Bad:  `{"9": {"0": 5}}` + "\n",
		Text: "{\"1\": {\"0\": \"a\\nb\", \"1\": \"\"},\n\"22\":\n{\"0\": \"the § {}\", \"10\": \"x\"}}\n",
		Want: []string{"1_0 |  | a\nb | ", "1_1 |  |  | ", "22_0 |  | the § {} | ", "22_10 |  | x | "}},
	"wikipassageqa topics": {Read: readertest.ReadQueries, File: "train.tsv", Format: "wikipassageqa", Bad: "3\tq\t1\n",
		Text: questionHead + "1\tone ?\t11\tA page.html\t4\n2\ttwo §\t11\tA page.html\t42,43\n",
		Want: []string{"1 | one ?", "2 | two §"}},
	"wikipassageqa qrels": {Read: readertest.ReadQrels, File: "train.tsv", Format: "wikipassageqa", Bad: "3\tq\t1\tn\t4;5\n",
		Text: questionHead + "1\tone ?\t11\tn\t4\n§\ttwo\t11\tn\t42, 43\n",
		Want: []string{"1 | 11_4 | 1", "§ | 11_42 | 1", "§ | 11_43 | 1"}},
	"wikipassageqa qrels without header": {Read: readertest.ReadQrels, File: "train.tsv", Format: "wikipassageqa", Bad: "3\tq\t1\tn\t\n",
		Text: "1\tone ?\t11\tn\t4\n§\ttwo\t11\tn\t42\n",
		Want: []string{"1 | 11_4 | 1", "§ | 11_42 | 1"}},
	"cranfield": {Read: readertest.ReadDocuments, File: "cran.all.1400", Format: "cranfield", Bad: ".I\n",
		Text: ".I 1\n.T\na title\nof two lines .\n.A\nname\n.B\nplace\n.W\na title\n.x text of § lines\n" +
			".I 471\n.T\n.A\n.B\n.W\n.I 576\n.T\nt\n.W\none\n.W\ntwo\n",
		Want: []string{"1 | a title\nof two lines . | a title\n.x text of § lines | ", "471 |  |  | ", "576 | t | one\ntwo | "}},
	"cranfield topics": {Read: readertest.ReadQueries, File: "cran.qry", Format: "cranfield", Bad: ".I\n",
		Text: ".I 001\n.W\nwhat\nis §\n.I 004\n.W\nhow\n",
		Want: []string{"1 | what is § | number=001 | text=what is §", "2 | how | number=004 | text=how"}},
	"cranqrel": {Read: readertest.ReadQrels, File: "cranqrel", Format: "cranfield", Bad: "1 185 6\n",
		Text: "1 184 1 \n1 §  4\n2 12 -1 \n",
		Want: []string{"1 | 184 | 4", "1 | § | 1", "2 | 12 | 0"}},
	"smart": {Read: readertest.ReadQrels, File: "CISI.REL", Format: "cranfield", Bad: "3 4 0\n",
		Text: "01 0184 0 0\n1 §  0 0\n2 12\t0\t0.000000\n",
		Want: []string{"1 | 184 | 1", "1 | § | 1", "2 | 12 | 1"}},
	"json": {Read: readertest.ReadDocuments, File: "docs.jsonl", Format: "json", Bad: `{"id": "9", "contents": "cut` + "\n",
		Text: `{"id": "1", "contents": "t\nbody", "x": {"y": [1]}}` + "\n" +
			"{\n \"id\": 2,\n \"contents\": \"{§ \\\"}\"\n}\n" + `{"docid": "3", "contents": ""}` + "\n",
		Want: []string{"1 |  | t\nbody | ", `2 |  | {§ "} | `, "3 |  |  | "}},
	"json array": {Read: readertest.ReadDocuments, File: "docs.json", Format: read.Auto, Bad: `{"id": "9"}` + "\n",
		Text: `[{"id": "1", "contents": "x"},` + "\n" + `{"id": "2", "contents": "§"}]` + "\n",
		Want: []string{"1 |  | x | ", "2 |  | § | "}},
	"ir_datasets tsv": {Read: readertest.ReadDocuments, File: "docs.tsv", Format: "ir-datasets", Bad: "3\n",
		Text: "1\ttitle\tone\n2\t\t§\n",
		Want: []string{"1 |  | title\none | ", "2 |  | \n§ | "}},
	"ir_datasets jsonl": {Read: readertest.ReadDocuments, File: "docs.jsonl", Format: "ir-datasets", Bad: "{}\n",
		Text: `{"doc_id": "1", "text": "x"}` + "\n" + `{"doc_id": "2", "url": "u", "title": "t", "body": "§"}` + "\n",
		Want: []string{"1 |  | x | ", "2 | t | § | u"}},
	"ir_datasets topics": {Read: readertest.ReadQueries, File: "queries.tsv", Format: "ir-datasets", Bad: "3\n",
		Text: "1\tone\tabout one\tat length\n2\ttwo §\t\t\n",
		Want: []string{"1 | one | description=about one | narrative=at length | title=one",
			"2 | two § | description= | narrative= | title=two §"}},
	"ir_datasets qrels": {Read: readertest.ReadQrels, File: "qrels.tsv", Format: "ir-datasets", Bad: "1\td2\tx\n",
		Text: "1\td1\t2\t0\n1\t§\t-1\t0\n",
		Want: []string{"1 | d1 | 2", "1 | § | -1"}},
	"ir_datasets jsonl qrels": {Read: readertest.ReadQrels, File: "qrels.jsonl", Format: "ir-datasets",
		Bad: `{"query_id": "1", "relevance": 1}` + "\n",
		Text: `{"query_id": "1", "doc_id": "d1", "relevance": 2, "iteration": "0"}` + "\n" +
			`{"query_id": 1, "doc_id": "§", "relevance": 0}` + "\n",
		Want: []string{"1 | d1 | 2", "1 | § | 0"}},
	"ir_datasets scoreddocs": {Read: readertest.ReadRun, File: "scoreddocs.jsonl", Format: "ir-datasets",
		Bad:  `{"query_id": "1", "score": 1}` + "\n",
		Text: `{"query_id": "1", "doc_id": "d1", "score": 2.5}` + "\n" + `{"query_id": "1", "doc_id": "§", "score": -1}` + "\n",
		Want: []string{"1 | d1 | 1 | 2.5", "1 | § | 2 | -1"}},
	"rows, CSV": {Read: readertest.ReadDocuments, File: "rows.csv", Format: read.Table, Bad: "q,one\n", ByText: true,
		Text: "query,passage,label\nq,\"one, \"\"two\"\"\nlines\",1\nr,the §,0\nq,\"one, \"\"two\"\"\nlines\",0\n",
		Want: []string{"o8l1p26dq3el3n2k |  | one, \"two\"\nlines | ", "7mco4fpvhfja896u |  | the § | "}},
	"rows, TSV with ids, auto": {Read: readertest.ReadDocuments, File: "frame.tsv", Format: read.Auto, Bad: "1\tq\td3\n",
		Text: "qid\tquery\tdocno\ttitle\ttext\n1\tq\td1\tt\tsaid \"so\"\n1\tq\td2\t\tthe §\n",
		Want: []string{"d1 | t | said \"so\" | ", "d2 |  | the § | "}},
	"rows, JSON": {Read: readertest.ReadDocuments, File: "rows.jsonl", Format: read.Table,
		Bad: `{"query": "q", "positive_passages": []}` + "\n",
		Text: `{"query": "q", "positive_passages": [{"docid": "1", "title": "t", "text": "one"}], "negative_passages": []}` + "\n" +
			`{"query": "r", "positive_passages": [{"docid": 2, "text": "§"}], "negative_passages": [{"docid": "1", "title": "t", "text": "one"}]}` +
			"\n",
		Want: []string{"1 | t | one | ", "2 |  | § | "}},
	"rows, answers": {Read: readertest.ReadDocuments, File: "answers.jsonl", Format: read.Table, Bad: "{\n", ByText: true,
		Text: `{"query": "q", "answers": ["one", "§"]}` + "\n",
		Want: []string{"eq9c7b9l82to0f02 |  | one | ", "v2vj20j3o6m3tj9p |  | § | "}},
	"rows topics": {Read: readertest.ReadQueries, File: "rows.csv", Format: read.Table, Bad: ",passage,1\n", ByText: true,
		Text: "question,answer,label\nq,one,1\nq,two,0\nwhat § is,two,1\n",
		Want: []string{"hoqs5j9rupi1nmoe | q", "fupohamrmqnfc1hb | what § is"}},
	"queries in CSV, auto": {Read: readertest.ReadQueries, File: "queries.csv", Format: read.Auto, Bad: "3\n",
		Text: "query_id,query\n1,one\n2,\"two, §\"\n",
		Want: []string{"1 | one", "2 | two, §"}},
	"rows qrels": {Read: readertest.ReadQrels, File: "rows.csv", Format: read.Table, Bad: "q,d4,good\n",
		Text: "qid,docno,label\nq,d1,1\nq,§,0.0\nr,d1,true\nr,d2,\n",
		Want: []string{"q | d1 | 1", "q | § | 0", "r | d1 | 1"}},
	"rows of triplets, qrels": {Read: readertest.ReadQrels, File: "rows.jsonl", Format: read.Table, Bad: "{\n", ByText: true,
		Text: `{"anchor": "q", "positive": "one", "negative_1": "two", "negative_2": "§"}` + "\n",
		Want: []string{"hoqs5j9rupi1nmoe | eq9c7b9l82to0f02 | 1",
			"hoqs5j9rupi1nmoe | 7v2cpvjkb1oe5g6p | 0",
			"hoqs5j9rupi1nmoe | v2vj20j3o6m3tj9p | 0"}},
	"rows, a threshold": {Read: readertest.ReadQrels, File: "scored.csv", Format: read.Table, Bad: "q,d3,high\n",
		Options: read.Options{Columns: "label=score>=0.5"}, Text: "qid,docno,score\nq,d1,0.5\nq,§,0.4\n",
		Want: []string{"q | d1 | 1", "q | § | 0"}},
	"rows without a header": {Read: readertest.ReadQrels, File: "triples.tsv", Format: read.Table, Bad: "q\tone\n", ByText: true,
		Options: read.Options{Columns: "query=1,positive=2,negative=3"}, Text: "p\tone\ttwo\nq\tone\t§\n",
		Want: []string{"2i6ujhd7kh6hjpbc | eq9c7b9l82to0f02 | 1",
			"2i6ujhd7kh6hjpbc | 7v2cpvjkb1oe5g6p | 0",
			"hoqs5j9rupi1nmoe | eq9c7b9l82to0f02 | 1",
			"hoqs5j9rupi1nmoe | v2vj20j3o6m3tj9p | 0"}},
	"top1000 topics": {Read: readertest.ReadQueries, File: "top1000.dev.tsv", Format: "top1000", Bad: "1\t2\t3\n",
		Text: "7\t1\tquery one\tpassage one\n8\t2\tquery §\tpassage two\n",
		Want: []string{"7 | query one", "8 | query §"}},
	"triples qrels": {Read: readertest.ReadQrels, File: "triples.train.small.tsv", Format: read.Triples, Bad: "q\t\tn\n",
		Text: "q\tone\ttwo\nthe §12\ttwo\tone\n", ByText: true,
		Want: []string{"hoqs5j9rupi1nmoe | eq9c7b9l82to0f02 | 1", "hoqs5j9rupi1nmoe | 7v2cpvjkb1oe5g6p | 0",
			"4sqgp70oj4ckbfnj | 7v2cpvjkb1oe5g6p | 1", "4sqgp70oj4ckbfnj | eq9c7b9l82to0f02 | 0"}},
	"tsv topics": {Read: readertest.ReadQueries, File: "queries.dev.tsv", Format: read.MSMARCO, Bad: "three\n",
		Text: "1\tone\n2\t§ two\n",
		Want: []string{"1 | one", "2 | § two"}},
	"classic topics": {Read: readertest.ReadQueries, File: "topics.txt", Format: read.TREC, Bad: "<top>\n<title> no number\n</top>\n",
		Text: "<top>\n<num> Number: 1\n<title> one\n</top>\n<top>\n<num> Number: 2\n<title> § two\n</top>\n",
		Want: []string{"1 | one | num=1 | title=one", "2 | § two | num=2 | title=§ two"}},
	"xml topics": {Read: readertest.ReadQueries, File: "topics.xml", Format: read.TREC,
		Text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<topics>\n<topic number=\"1\">\n<query>§ one</query>\n</topic>\n</topics>\n",
		Want: []string{"1 | § one | number=1 | query=§ one"}},
	"jsonl topics": {Read: readertest.ReadQueries, File: "queries.jsonl", Format: read.BEIR, Bad: "{}\n",
		Text: `{"_id": "1", "text": "one"}` + "\n" + `{"_id": "2", "text": "§"}` + "\n",
		Want: []string{"1 | one | _id=1 | text=one", "2 | § | _id=2 | text=§"}},
	"qrels": {Read: readertest.ReadQrels, File: "qrels.txt", Format: read.TREC, Bad: "1 0 d\n",
		Text: " #1 0 d1 1\n# judged by 2\n1 0 d1 1\n1\tQ0\t§ \t-2\n 2  4.5\td1 0 \n",
		Want: []string{"#1 | d1 | 1", "1 | d1 | 1", "1 | § | -2", "2 | d1 | 0"}},
	"qrels, 3col": {Read: readertest.ReadQrels, File: "qrels.txt", Format: read.TREC, Bad: "1 d 1.5\n",
		Options: read.Options{QrelsFormat: "3col"}, Text: "1 d1 1\n1 § 0\n",
		Want: []string{"1 | d1 | 1", "1 | § | 0"}},
	"prels": {Read: readertest.ReadQrels, File: "prels.txt", Format: read.TREC, Bad: "1 d 1\n",
		Options: read.Options{QrelsFormat: "prels"}, Text: "1 d1 1 2 0.5\n1 § 0 2 0.25\n",
		Want: []string{"1 | d1 | 1", "1 | § | 0"}},
	"beir qrels": {Read: readertest.ReadQrels, File: "test.tsv", Format: read.BEIR, Bad: "q\td\tx\n",
		Text: "query-id\tcorpus-id\tscore\nq 1\thttp://d\t1\nq 2\t§\t0\n",
		Want: []string{"q 1 | http://d | 1", "q 2 | § | 0"}},
	"beir qrels, auto": {Read: readertest.ReadQrels, File: "test.tsv", Format: read.Auto,
		Text: "\"query-id\"\t\"corpus-id\"\t\"score\"\nq\t\"§ \"\"x\"\"\"\t1\n",
		Want: []string{`q | § "x" | 1`}},
	"run": {Read: readertest.ReadRun, File: "run.txt", Format: read.TREC, Bad: "1 Q0 d3 3 1.0\n",
		Text: "1 Q0 d1 1 2.5 tag\n1 Q0 § 2 -1e-3 tag more\n2\tQ0\ta b\t1\t0\ttag\n",
		Want: []string{"1 | d1 | 1 | 2.5", "1 | § | 2 | -0.001", "2 | a b | 1 | 0"}},
	"run, 2col": {Read: readertest.ReadRun, File: "run.txt", Format: read.TREC, Bad: "1\n",
		Options: read.Options{RunFormat: "2col"}, Text: "1 d1\n1 §\n",
		Want: []string{"1 | d1 | 1 | -1", "1 | § | 2 | -2"}},
	"run, 3col": {Read: readertest.ReadRun, File: "run.txt", Format: read.TREC, Bad: "1 d2 high\n",
		Options: read.Options{RunFormat: "3col"}, Text: "1 d1 0.5\n1 § 0.7\n",
		Want: []string{"1 | § | 1 | 0.7", "1 | d1 | 2 | 0.5"}},
	"run, msmarco": {Read: readertest.ReadRun, File: "run.tsv", Format: read.MSMARCO, Bad: "1 d2 3\n",
		Options: read.Options{RunFormat: "msmarco"}, Text: "1\td1\t2\n1\t§\t1\n",
		Want: []string{"1 | § | 1 | -1", "1 | d1 | 2 | -2"}},
	"run, top1000": {Read: readertest.ReadRun, File: "top1000.dev.tsv", Format: read.MSMARCO, Bad: "1\td2\tquery\n",
		Options: read.Options{RunFormat: "top1000"}, Text: "1\td1\tq\tp\n1\t§\tq\tp\n",
		Want: []string{"1 | § | 1 | 0", "1 | d1 | 2 | 0"}},
}

func TestContract(t *testing.T) {
	for name, c := range cases {
		t.Run(name, func(t *testing.T) { readertest.Run(t, c) })
	}
}

// TestEveryFormatHasACase: one that no case is read by would pass unseen.
func TestEveryFormatHasACase(t *testing.T) {
	for reader, formats := range map[*readertest.Reader][]read.Format{
		readertest.ReadDocuments: read.DocumentFormats, readertest.ReadQueries: read.TopicFormats,
		readertest.ReadQrels: read.QrelsFormats, readertest.ReadRun: read.RunFormats,
	} {
		for _, format := range formats {
			found := false
			for _, c := range cases {
				found = found || c.Read == reader && c.IsOf(t, format)
			}
			if !found {
				t.Errorf("no case is read as %s", format)
			}
		}
	}
}
