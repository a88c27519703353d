package read

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestDoubtfulTexts: the columns of question answering, of tests of retrieval and of rerankers, as the hubs and tools have them. The
// documents are the long texts, or the file is refused with the columns to choose from.
func TestDoubtfulTexts(t *testing.T) {
	const long = "the whale sings loud in the deep blue sea"
	for _, c := range []struct{ name, row, want string }{
		{"DPR's results", `{"question":"q","answers":["a"],"ctxs":[{"id":"1","title":"t","text":"LONG","score":"8.5","has_answer":true}]}`,
			"document = ctxs.text, score = ctxs.score"},
		{"MuSiQue", `{"paragraphs":[{"idx":0,"title":"t","paragraph_text":"LONG","is_supporting":true}],"question":"q","answer":"a"}`,
			"document = paragraphs.paragraph_text, label = paragraphs.is_supporting"},
		{"BrowseComp-Plus", `{"query_id":"1","query":"q","answer":"a","gold_docs":[{"docid":"d","text":"LONG"}],` +
			`"negative_docs":[{"docid":"e","text":"LONG b"}]}`, "positive = gold_docs.text, negative = negative_docs.text"},
		{"RAGBench", `{"question":"q","documents":["LONG"],"response":"a"}`, "document = documents"},
		{"RAGBench, explained", `{"question":"q","documents":["LONG"],"response":"no other fish of these cold waters makes such music",` +
			`"relevance_explanation":"it tells of songs that one hears far away from there","adherence_score":true}`, `paste --columns "query=question,document=documents,unused=response", or say response there`},
		{"CRAG", `{"query":"q","answer":"a","search_results":[{"page_name":"n","page_snippet":"LONG"}]}`,
			"document = search_results.page_snippet"},
		{"ragas, made", `{"user_input":"q","reference_contexts":["LONG"],"reference":"a"}`,
			"query = user_input, positive = reference_contexts"},
		{"ragas, asked", `{"user_input":"q","retrieved_contexts":["LONG"],"response":"a"}`, "document = retrieved_contexts"},
		{"NeMo", `{"query":"q","pos_doc":"LONG","neg_doc":["LONG b"]}`, "positive = pos_doc, negative = neg_doc"},
		{"lists of texts", `{"query":"q","positive_passages":["LONG"],"negative_passages":["LONG b"]}`,
			"positive = positive_passages, negative = negative_passages"},
		{"SQuAD", `{"version":"2","data":[{"title":"t","paragraphs":[{"context":"LONG","qas":[` +
			`{"question":"q","id":"1","answers":[{"text":"a"}]},{"question":"r","id":"2","answers":[]}]}]}]}`,
			"SQuAD's nested JSON is not read; hint: python3 -c "},
		{"FEVER", `{"claim":"q","label":"SUPPORTS","evidence":[["A_page","3","LONG"]]}`, "document = evidence (text 3 of each list), label = label"},
		{"UltraFeedback", `{"instruction":"q","completions":[{"response":"LONG","overall_score":8.5}],"correct_answers":["None"],"incorrect_answers":["None"]}`,
			"document = completions.response, score = completions.overall_score"},
		{"TruthfulQA", `{"question":"q","best_answer":"LONG","correct_answers":["LONG"],"incorrect_answers":["b LONG"]}`,
			"positive = correct_answers, negative = incorrect_answers"},
		{"HelpSteer", `{"prompt":"q","response":"LONG","helpfulness":4,"correctness":3,"verbosity":2}`, "document = response, label = helpfulness"},
		{"generated queries", `{"_id":"1","title":"t","text":"LONG","query":"q"}`, "positive = text, document_id = _id, title = title"},
		{"ranks of what was found beside an answer",
			`{"question":"q","search_results":{"rank":[0]},"answer":{"value":"a","aliases":["a"]}}` + "\n" +
				`{"question":"r","search_results":{"rank":[1]},"answer":{"value":"b","aliases":["b"]}}`, "query = question, positive = answer.value"},
		{"BioASQ", `{"questions":[{"body":"q","documents":["http://a/1"],"snippets":[{"text":"LONG","document":"http://a/1"}],"id":"1"}]}`,
			"query = questions.body, query_id = questions.id, positive = questions.snippets.text"},
		{"answers alone", `{"question":"q","answer":"a"}`, "document = answer"},
		{"answers that are long", `{"question":"q","answer":"LONG","source":"LONG LONG LONG LONG"}`, "document = answer"},
		{"addresses beside answers", `{"question":"q","answer":"a","url":"https://LINK/LINK/LINK/LINK/LINK/LINK"}`, "document = answer"},
		{"judged answers", `{"question":"q","answer":"a","label":1,"comment":"LONG"}`, "document = answer, label = label"},
		{"RACE", `{"article":"LONG","answer":"A","question":"q","options":["a","b"]}`, `paste --columns "query=question,document=options,label=answer,unused=article"`},
		{"HotpotQA", `{"question":"q","answer":"a","context":{"title":["t"],"sentences":[["LONG","b"]]}}`, `paste --columns "unused=context.sentences"`},
		{"FinanceBench", `{"question":"q","answer":"8.7","evidence":[{"evidence_text":"LONG"}]}`, `paste --columns "query=question,positive=evidence.evidence_text"`},
		{"INSTRUCTOR", `{"query":["for a question","q"],"pos":["for a text","LONG"],"neg":["for a text","LONG b"]}`,
			"positive = pos (the second of two texts, behind an instruction)"},
		{"two positives", `{"query":["q","r"],"pos":["LONG","b"],"neg":["c","LONG d"]}`, "query = query, positive = pos, negative = neg"},
		{"negatives alone", `{"query":"q","gold":"LONG","negatives":["b"]}`, "query = query, positive = gold, negative = negatives"},
		{"a label that only the user knows", `{"Suche":"rote vase","Text":"LONG","Klick":"klick"}` + "\n" + `{"Suche":"rote vase","Text":"b LONG","Klick":"weg"}` + "\n" +
			`{"Suche":"rote vase","Text":"c LONG","Klick":"weg"}` + "\n" + `{"Suche":"rote vase","Text":"LONG d","Klick":"klick"}`,
			`paste --columns "query=Suche,document=Text,label=Klick" --labels "klick=?,weg=?" with a grade in place of each ?: 0 is not relevant, and ` +
				`NAME= without a number judges nothing; or --columns "query=Suche,positive=Text" if each row is a positive`},
		{"classes beside a text",
			`{"anchor":"a cello assembly","target":"small engines","context":"G02","score":0.5}` + "\n" +
				`{"anchor":"a saffron coating","target":"heating homes","context":"G02","score":0}` + "\n" +
				`{"anchor":"a steam engine","target":"engines of ships","context":"C08","score":0.25}` + "\n" +
				`{"anchor":"a coral reef","target":"a reef of coral","context":"C08","score":1}`,
			"query = anchor, document = target, score = score"},
		{"a prompt that holds the answer",
			`{"question":"What is q?","answer":"LONG","text":"Question: what is q\\nAnswer: LONG"}`,
			"query = question, document = answer"},
		{"answers about a passage",
			`{"question":"q","answer":"One","paragraph":"LONG","label":1}` + "\n" +
				strings.Repeat(`{"question":"q","answer":"Two","paragraph":"LONG","label":0}`+"\n", 5) +
				strings.Repeat(`{"question":"r","answer":"Three","paragraph":"LONG","label":0}`+"\n", 5) +
				`{"question":"r","answer":"Four","paragraph":"LONG","label":1}`,
			"query = question, document = answer, label = label; not used: paragraph"},
		{"left and right",
			`{"id":1,"label":0,"left_title":"a red vase","left_price":1,"right_title":"LONG","right_price":2}` + "\n" +
				`{"id":2,"label":1,"left_title":"a red vase","left_price":1,"right_title":"b LONG","right_price":2}`,
			`paste --columns "query=left_title,document=right_title,label=label"`},
		{"numbers inside names",
			`{"title1_zh":"q z","title2_zh":"LONG z","title1_en":"q","title2_en":"LONG e","label":0}` + "\n" +
				`{"title1_zh":"r z","title2_zh":"b LONG z","title1_en":"r","title2_en":"b LONG e","label":1}`,
			`paste --columns "query=title1_zh,document=title2_zh,label=label`},
		{"doctor and patient", `{"Doctor":"LONG","Patient":"b LONG of a patient"}`, "query = Patient, positive = Doctor"},
		{"a label by the name of negatives",
			`{"query":"q","document":"LONG","irrelevant":0}` + "\n" +
				`{"query":"q","document":"LONG d","irrelevant":1}`,
			`paste --labels "0=1,1=0"`},
		{"a label by the name of positives",
			`{"query":"q","document":"LONG","positive":1}` + "\n" +
				`{"query":"q","document":"LONG d","positive":0}`,
			"query = query, document = document, label = positive"},
		{"clicks",
			`{"query":"q","snippet":"LONG","rank":1,"clicked":0}` + "\n" +
				`{"query":"q","snippet":"LONG d","rank":2,"clicked":1}`,
			"query = query, document = snippet, label = clicked; not used: rank"},
		{"classes beside a question",
			`{"Frage":"a question","Antwort":"LONG","Urteil":"gut"}` + "\n" + `{"Frage":"b question","Antwort":"LONG d","Urteil":"mies"}` + "\n" +
				`{"Frage":"c question","Antwort":"LONG e","Urteil":"gut"}` + "\n" + `{"Frage":"d question","Antwort":"LONG f","Urteil":"mies"}`,
			`paste --columns "query=Frage,document=Antwort,label=Urteil" --labels "gut=?,mies=?"`},
		{"the worse one by its name", `{"prompt":"q","preferred":"LONG","dispreferred":"LONG d"}`,
			"query = prompt, positive = preferred, negative = dispreferred"},
		{"a text by the name of negatives", `{"query":"q","positive":"LONG","not_positive":"other words than those in a text"}`,
			"query = query, positive = positive, negative = not_positive"},
		{"ranks of answers",
			`{"prompt":"q","answers":[{"answer":"LONG","rank":2,"model":"a"},{"answer":"LONG d","rank":1,"model":"b"}]}`,
			`query = prompt, document = answers.answer, score = answers.rank (1 is the best; ranks order candidates and judge nothing: ` +
				`--columns "query=prompt,document=answers.answer,label=answers.rank" --labels "1=1,2=0" judges)`},
		{"answers that somebody ranked", `{"prompt":"q","completion":"LONG","human_rank":2}` + "\n" + `{"prompt":"q","completion":"LONG d","human_rank":1}`,
			"document = completion, score = human_rank (1 is the best"},
		{"clicked places beside scores", `{"suche":"a question","hits":[{"snippet":"LONG","score":9.5},{"snippet":"LONG d","score":8}],"clicked":[2]}`,
			`paste --columns "query=suche,document=hits.snippet,label=clicked"`},
		{"a judge's objects as text", `{"user_question":"q a","chunk":"LONG","judge_output":"{\"why\": \"LONG LONG\", \"score\": 3}"}`,
			`hint: write the members of the objects in judge_output as columns, or paste --columns "query=user_question,positive=chunk" if each`},
		{"two degrees and a verdict",
			`{"sentence1":"q","sentence2":"LONG","labels":{"label":3.7,"real-label":3.71,"binary-label":1}}` + "\n" +
				`{"sentence1":"r","sentence2":"LONG d","labels":{"label":0.5,"real-label":0.52,"binary-label":0}}`,
			`judge nothing: --columns "query=sentence1,document=sentence2,label=labels.binary-label" judges)`},
		{"judged candidates beside the query's text",
			`{"query":{"text":"a question"},"job":{"text":"LONG LONG LONG"},"candidates":[{"text":"LONG b","label":1},{"text":"LONG c","label":0}]}`,
			`paste --columns "query=query.text,document=candidates.text,label=candidates.label,unused=job.text"`},
		{"titles of some documents", `{"Frage":"a question","Ding":"a thing","Antwort":"LONG","label":1}` + "\n" +
			`{"Frage":"b question","Ding":"","Antwort":"LONG d","label":0}`, `paste --columns "query=Frage,title=Ding,document=Antwort,label=label"`},
		{"a tree of messages", `{"message_id":"a","parent_id":"","text":"LONG"}`, "its rows are messages of a tree, which the column parent_id joins; hint: write rows of query"},
		{"papers", `{"query":{"title":"q","abstract":"LONG"},"pos":{"abstract":"LONG b"},"neg":{"abstract":"LONG c"}}`,
			"query = query.title, query = query.abstract, positive = pos.abstract, negative = neg.abstract"},
		{"a score for each of two answers",
			`{"question":{"full_text":"a question","id":"1"},"answer_0":"LONG","answer_1":"LONG d","score_0":1,"score_1":-1}`,
			"document = answer_0, document = answer_1, label = score_0 (>0 or <0 says which one is better); not used: score_1"},
		{"numbers of questions about a text",
			`{"question":"q","question_id":"0","answer":"LONG"}` + "\n" + `{"question":"r","question_id":"0","answer":"LONG d"}` + "\n" +
				`{"question":"s","question_id":"0","answer":"LONG e"}`,
			"query = question, document = answer (the positive of its query); not used: question_id"},
		{"sets of three",
			`{"set":["q","LONG","b LONG"]}` + "\n" +
				`{"set":["r","c LONG","LONG d"]}`,
			"query = set, positive = set (the second of three), negative = set (the last)"},
		{"classes from 1",
			`{"sentence_A":"q","sentence_B":"LONG","label":"1"}` + "\n" +
				`{"sentence_A":"r","sentence_B":"LONG","label":"2"}` + "\n" +
				`{"sentence_A":"s","sentence_B":"LONG","label":"3"}`,
			`paste --labels "0=?,1=?,2=?,3=?"`},
		{"scores with names of their own",
			`{"query":"q","product_id":"p1","title":"LONG","no_score":1,"score_linear":3,"query_id":"a"}` + "\n" +
				`{"query":"q","product_id":"p2","title":"b LONG","no_score":1,"score_linear":1,"query_id":"a"}`,
			`paste --columns "query=query,document=title,label=score_linear"`},
		{"lists as lines", `["q","LONG"]`, "number the columns: --columns query=1,positive=2"},
		{"Home Depot", `{"id":1,"product_uid":2,"product_title":"LONG","search_term":"q","relevance":2.33}`,
			"query = search_term, document = product_title, score = relevance"},
	} {
		row := strings.NewReplacer("LONG", long, "LINK", strings.ReplaceAll(long, " ", "-")).Replace(c.row)
		l, err := Discover(put(t, "rows.jsonl", row+"\n"), Auto)
		got := strings.Join(l.Columns, "; ")
		if err != nil {
			got = err.Error()
		}
		must.Contain(t, got, c.want, "%s", c.name)
	}
}

// TestRowsWithoutHeader: the words of a scale before two texts, as JSNLI has them, and the ids of two texts before them, as top1000.dev of MS MARCO.
func TestRowsWithoutHeader(t *testing.T) {
	for rows, want := range map[string]string{
		"entailment\ta fox runs far\tit moves on\nneutral\ta hen sits here\tit is late now\nentailment\ta cow eats hay\tit eats\n": "query = 2, document = 3, label = 1 (",
		"71\t905\twho runs far\ta fox runs far\n71\t906\twho runs far\ta hen sits here\n":                                          "query = 3, query_id = 1, document = 4, document_id = 2",
	} {
		l, err := Discover(put(t, "rows.tsv", rows), Auto)
		if got := strings.Join(l.Columns, "; "); err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%s, want %s (%v)", got, want, err)
		}
	}
}

// TestColumnsOfCollection: a table of documents whose text has no known name is told by its columns, and read by --columns.
func TestColumnsOfCollection(t *testing.T) {
	path := put(t, "metadata.csv", "cord_uid,sha,title,abstract\na,x,t,whales sing\n")
	_, err := collect(path, Auto, Options{}, nil)
	const want = "its columns are cord_uid, sha, title, abstract: recognised are title = title, where a document needs an id and a text"
	must.Fail(t, err, want)
	docs, err := collect(path, Auto, Options{Columns: "document_id=cord_uid,document=abstract"}, nil)
	if err != nil || len(docs) != 1 || docs[0] != (corpus.Doc{ID: "a", Title: "t", Text: "whales sing"}) {
		t.Errorf("%v, %v", docs, err)
	}
}

// TestSplitWords: the words of splits in the names of files, and a column of splits that contradicts a name.
func TestSplitWords(t *testing.T) {
	const row = `{"query":"q","passage":"a","label":1}` + "\n"
	for name, want := range map[string]string{"training": "train", "testing": "test", "val": "dev", "development": "dev", "valid": "dev",
		"my_val_set": "dev", "valley": "valley", "retraining": "retraining"} {
		l, err := Discover(putAll(t, map[string]string{name + ".jsonl": row, "eval.jsonl": row}), Auto)
		if err != nil || l.Queries[want] == "" || l.Queries["eval"] == "" {
			t.Errorf("%s: %v, %v", name, l.Queries, err)
		}
	}
	const mixed = `{"query":"q","passage":"a","split":"train"}` + "\n" + `{"query":"r","passage":"b","split":"test"}` + "\n"
	path := put(t, "train.jsonl", mixed)
	l, err := Discover(path, Auto)
	if err != nil || !strings.Contains(strings.Join(l.Unread.Lines(), ""), "rows of train.jsonl of the split test (1): the file was not given as such a split") {
		t.Error(l.Unread, err)
	}
	if l, err := (Search{Format: Auto, Options: Options{Columns: "split=split"}}).In(path); err != nil || l.Queries["test"] == "" {
		t.Error(l.Queries, err)
	}
	if _, err := Discover(put(t, "train.jsonl", strings.ReplaceAll(mixed, `"test"`, `"easy"`)), Auto); err != nil {
		t.Error(err)
	}
}

// TestShopLetters: the letters of Amazon's shopping queries are grades in their own column alone.
func TestShopLetters(t *testing.T) {
	const rows = "query_id,product_id,LABEL\n1,a,E\n1,b,S\n1,c,C\n1,d,I\n"
	qrels, err := Qrels(put(t, "examples.csv", strings.Replace(rows, "LABEL", "esci_label", 1)), Auto, Options{}, nil)
	if err != nil || len(qrels) != 4 || qrels[0].Grade != 3 || qrels[1].Grade != 2 || qrels[2].Grade != 1 || qrels[3].Grade != 0 {
		t.Errorf("%v, %v", qrels, err)
	}
	if qrels, err := Qrels(put(t, "examples.csv", strings.Replace(rows, "LABEL", "label", 1)), Auto, Options{}, nil); err == nil {
		t.Errorf("letters of another column are grades: %v", qrels)
	}
}

// TestDivideByColumn: queries and judgements in a table each, as Amazon's shopping queries have them, are divided by a column of splits.
func TestDivideByColumn(t *testing.T) {
	const examples = "query_id,query,product_id,esci_label,split\n1,a,x,E,train\n1,a,y,I,train\n2,b,x,S,test\n"
	dir := putAll(t, map[string]string{"documents.csv": "product_id,product_title,product_description\nx,t,a\ny,t,b\n",
		"examples.csv": examples, "queries.csv": "query_id,query\n1,a\n2,b\n", "odd.csv": strings.Replace(examples, "test\n", "easy\n", 1),
		"gaps.csv": strings.Replace(examples, "test\n", "\n", 1)})
	path := func(name string) map[string]string { return map[string]string{AllSplits: filepath.Join(dir, name)} }
	for _, c := range []struct{ queries, qrels, want string }{
		{"examples.csv", "examples.csv", "test: [2] 1, train: [1] 2"},
		{"queries.csv", "examples.csv", "test: [2] 1, train: [1] 2"},
		{"odd.csv", "odd.csv", "all: [1 2] 3"}, // easy is no split that is known
		{"queries.csv", "", "all: [1 2] 0"},
		{"gaps.csv", "gaps.csv", "all: [2] 1, train: [1] 2"},
		{"queries.csv", "gaps.csv", "it has judgements without a split beside those of others"},
	} {
		l := Layout{Format: Auto, Documents: filepath.Join(dir, "documents.csv"), Queries: path(c.queries), Qrels: path(c.qrels)}
		if c.qrels == "" {
			l.Qrels = nil
		}
		if err := l.divideByColumn(Options{}); err != nil && strings.Contains(err.Error(), "gaps.csv: "+c.want) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, split := range l.Splits() {
			queries, qrels, err := l.Split(t.Context(), split, Options{}, &Report{})
			if err != nil {
				t.Fatal(c.queries, c.qrels, err)
			}
			var ids []string
			for _, q := range queries {
				ids = append(ids, q.ID)
			}
			got = append(got, fmt.Sprintf("%s: %v %d", split, ids, len(qrels)))
		}
		slices.Sort(got)
		must.Equal(t, strings.Join(got, ", "), c.want, "%s, %s", c.queries, c.qrels)
	}
}
