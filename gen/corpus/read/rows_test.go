package read

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

const aCSV = "query,passage,label\nq,one,1\nq,two,0\nr,one,0\n"

// told renders what a table is found to be, with ids as texts.
func told(t *testing.T, path string, o Options) string {
	t.Helper()
	l := must.Get(Search{Format: Auto, Options: o}.In(path))(t)
	text := map[string]string{}
	docs := must.Get(collect(l.Documents, l.Format, o, nil))(t)
	for _, d := range docs {
		text[d.ID] = d.Default()
	}
	lines := slices.Clone(l.Columns)
	for _, split := range l.Splits() {
		var rep Report
		queries, qrels, err := l.Split(context.Background(), split, o, &rep)
		must.Do(t, err)
		for _, q := range queries {
			text[q.ID] = q.Text
		}
		for _, j := range qrels {
			lines = append(lines, split+": "+text[j.QueryID]+" | "+text[j.DocID]+" | "+strconv.Itoa(j.Grade))
		}
		rows := must.Get(l.Candidates(context.Background(), split, o))(t)
		line := split + ":"
		for _, r := range rows {
			line += " " + text[r.QueryID] + "/" + text[r.DocID]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestRowsOfFiles(t *testing.T) {
	const guess = "query = query, document = passage, label = label\n"
	for name, c := range map[string]struct {
		files map[string]string
		path  string // below the folder
		o     Options
		want  string
	}{
		"no judgement": {files: map[string]string{"x": "query,passage\nq,one two three\n"}, path: "x",
			want: "query = query, document = passage\n" +
				"no document is judged; if each is the positive of its query, paste --columns \"query=query,positive=passage\"\nall: q/one two three"},
		"a file": {files: map[string]string{"x": aCSV}, path: "x",
			want: guess + "all: q | one | 1\nall: q | two | 0\nall: r | one | 0\nall: q/one q/two r/one"},
		"files by split, beside others": {files: map[string]string{"my-train.csv": aCSV, "validation.csv.gz": packed(t, aCSV), "README.md": "x",
			"notes.json": `{"a": 1}`}, path: ".",
			want: guess + "train: q | one | 1\ntrain: q | two | 0\ntrain: r | one | 0\ntrain: q/one q/two r/one\n" +
				"dev: q | one | 1\ndev: q | two | 0\ndev: r | one | 0\ndev: q/one q/two r/one"},
		"parts in data": {files: map[string]string{"README.md": "",
			"data/train-00000-of-00002.jsonl": `{"query": "q", "passage": "one", "label": 1}`,
			"data/train-00001-of-00002.jsonl": `{"query": "q", "passage": "two", "label": 0}`}, path: ".",
			want: guess + "train: q | one | 1\ntrain: q | two | 0\ntrain: q/one q/two"},
		"folders by split": {files: map[string]string{"train/0.csv": aCSV, "test/0.csv": "question,answer\nz,y\n"}, path: ".",
			want: "test/0.csv: query = question, document = answer (the positive of its query)\ntrain/0.csv: " + guess +
				"train: q | one | 1\ntrain: q | two | 0\ntrain: r | one | 0\ntrain: q/one q/two " +
				"r/one\ntest: z | y | 1\ntest: z/y"},
		"a pattern": {files: map[string]string{"a1.csv": aCSV, "a2.csv": "question,answer\nz,y\n", "b.csv": "no"}, path: "a*.csv",
			want: "a1.csv: " + guess + "a2.csv: query = question, document = answer (the positive of its query)\n" +
				"all: q | one | 1\nall: q | two | 0\nall: r | one | 0\nall: z | y | 1\nall: q/one q/two r/one z/y"},
		"a column of splits": {files: map[string]string{"x.tsv": "query\ttext\trel\tsplit\nq\tone\t2\ttrain\n" +
			"r\ttwo\t-1\tvalidation\ns\tone\t\tdev\n"}, path: "x.tsv",
			want: "query = query, split = split, document = text, label = rel\ntrain: q | one | 2\ntrain: q/one\n" +
				"dev: r | two | -1\ndev: r/two s/one"},
		"real numbers order": {files: map[string]string{"x.csv": "query,text,score\nq,one,0.25\nq,two,3\n"}, path: "x.csv",
			want: "query = query, document = text, score = score (real numbers order candidates and judge nothing: " +
				"--columns \"query=query,document=text,label=score>=1.5\" judges)\nall: q/two q/one"},
		"or judge from a threshold on": {files: map[string]string{"x.csv": "query,text,score\nq,one,0.25\nq,two,3\n"}, path: "x.csv",
			o:    Options{Columns: "label=score>=0.5"},
			want: "query = query, document = text, label = score\nall: q | one | 0\nall: q | two | 1\nall: q/one q/two"},
		"triplets": {files: map[string]string{"x.jsonl": `{"query":"q","pos":["one"],"neg":["two","three"]}`}, path: "x.jsonl",
			want: "query = query, positive = pos, negative = neg\nall: q | one | 1\nall: q | two | 0\nall: q | three | 0\nall: q/one q/two q/three"},
		"columns chosen": {files: map[string]string{"x.csv": "query,passage,other\nq,one,r\n"}, path: "x.csv", o: Options{Columns: "query=other"},
			want: "query = other, document = passage; not used: query\nall: r/one"},
		"an object longer than a head": {files: map[string]string{"x.jsonl": `{"query":"q","text":"` + strings.Repeat("x ",
			50_000) + `y","label":0}`}, path: "x.jsonl",
			want: "query = query, document = text, label = label\nall: q | " + strings.Repeat("x ", 50_000) + "y | 0\nall: q/" + strings.Repeat("x ",
				50_000) + "y"},
	} {
		t.Run(name, func(t *testing.T) {
			got := told(t, filepath.Join(folder(t, c.files), c.path), c.o)
			must.Same(t, got, c.want)
		})
	}
}

// What is malformed is counted once, by the reader of the documents.
func TestRowsCountOnce(t *testing.T) {
	l := must.Get(Discover(put(t, "x.csv", aCSV+"ragged\n,three,1\ns,,1\ns,four,maybe\n"), Auto))(t)
	var rep Report
	must.Get(collect(l.Documents, l.Format, Options{}, &rep))(t)
	if _, _, err := l.Split(context.Background(), AllSplits, Options{}, &rep); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{sourcefile.WrongFields, tabular.NoRowDocument, tabular.NoRowQuery, tabular.BadLabel("maybe", tabular.UnknownWord)} {
		must.Equal(t, count(&rep, what), 1, "%s", what)
	}
	if len(rep.Reasons) != 4 {
		t.Errorf("reasons %s", &rep)
	}
}

// Parquet with lists of texts and of records is read as JSON of the same rows is.
func TestRowsOfParquet(t *testing.T) {
	type passages struct {
		Text     []string `parquet:"passage_text,list"`
		Selected []int32  `parquet:"is_selected,list"`
	}
	type record struct {
		Query    string   `parquet:"query"`
		ID       int64    `parquet:"query_id"`
		Passages passages `parquet:"passages"`
	}
	path := filepath.Join(t.TempDir(), "train-00000-of-00001.parquet")
	rows := []record{{"q", 7, passages{[]string{"one", "two"}, []int32{1, 0}}}, {"r", 8, passages{nil, nil}},
		{"s", 9, passages{[]string{"two"}, []int32{1}}}}
	must.Do(t, parquet.WriteFile(path, rows))
	want := "query = query, query_id = query_id, document = passages.passage_text, label = passages.is_selected\n" +
		"train: q | one | 1\ntrain: q | two | 0\ntrain: s | two | 1\ntrain: q/one q/two s/two"
	must.Same(t, told(t, path, Options{}), want)
	raw := must.Get(os.ReadFile(path))(t)
	if diff := cmp.Diff(want, told(t, put(t, "train.parquet.gz", packed(t, string(raw))), Options{})); diff != "" {
		t.Error("packed:", diff)
	}
	pipe, into, err := os.Pipe()
	must.Do(t, err)
	defer func(before *os.File) { os.Stdin = before; pipe.Close() }(os.Stdin)
	os.Stdin = pipe
	go func() { _, _ = into.Write(raw); into.Close() }()
	docs, err := collect("-", Auto, Options{}, nil)
	if err != nil || len(docs) != 2 || docs[0].Text != "one" || docs[1].Text != "two" {
		t.Errorf("from a pipe: %v, error %v", docs, err)
	}
	text := `{"query":"q","query_id":7,"passages":{"passage_text":["one","two"],"is_selected":[1,0]}}
{"query":"r","query_id":8,"passages":{"passage_text":[],"is_selected":[]}}
{"query":"s","query_id":9,"passages":{"passage_text":["two"],"is_selected":[1]}}`
	must.Same(t, told(t, put(t, "train.jsonl", text), Options{}), want)
}

// TestTablesOfSpreadsheets: a table is the same in the forms that spreadsheets, databases and data frames write.
func TestTablesOfSpreadsheets(t *testing.T) {
	const lines = "red fox|one, a fox|1\nred fox|two; a hen|0\n"
	of := func(separator string) string { return strings.ReplaceAll(lines, "|", separator) }
	for name, files := range map[string]map[string]string{
		"a bar":              {"x.csv": "query|passage|label\n" + lines},
		"Excel's first line": {"x.csv": "sep=|\r\nquery|passage|label\r\n" + lines},
		"in quotes":          {"x.csv": "\xef\xbb\xbf\"sep=^\"\nquery^passage^label\n" + of("^")},
	} {
		dir := folder(t, files)
		want := "query = query, document = passage, label = label\nall: red fox | one, a fox | 1\nall: red fox | two; a hen | 0\n" +
			"all: red fox/one, a fox red fox/two; a hen"
		if got := told(t, dir, Options{}); got != want {
			t.Errorf("%s: %s", name, cmp.Diff(want, got))
		}
	}
}

func TestRowsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		files   map[string]string
		path    string
		columns string
		kind    errs.Kind
		says    string
	}{
		"no file fits":       {nil, "x*.csv", "", errs.Input, "no file fits it"},
		"no such file":       {nil, "x.csv", "", errs.Input, "cannot open"},
		"columns of no role": {map[string]string{"x.csv": "a,b\n1,2\n"}, "x.csv", "", errs.Input, "its columns are a, b"},
		"two configurations": {map[string]string{"v1/train.csv": aCSV, "v2/train.csv": aCSV}, ".", "", errs.Input,
			"its folders v1, v2 hold tables each"},
		"a role that is none": {map[string]string{"x.csv": aCSV}, "x.csv", "documents=passage", errs.Usage, "did you mean document?"},
		"a column that is none": {map[string]string{"x.csv": aCSV}, "x.csv", "document=text", errs.Usage,
			"its columns are query, passage, label"},
		"a number that is none": {map[string]string{"x.csv": aCSV}, "x.csv", "label=label>=x", errs.Usage, "is no number"},
		"no splits":             {map[string]string{"x.csv": "query,text,split\n" + manySplits()}, "x.csv", "", errs.Input, "it is no split"},
		"only documents": {map[string]string{"x.csv": "doc_id,text\n1,one\n"}, "x.csv", "", errs.Input,
			"recognised are document = text, document_id = doc_id, none is known to hold the query"},
		"known names inside": {map[string]string{"x.json": `{"version": 1, "data": [{"query": "q", "passage": "p", "label": 1}]}`}, "x.json", "",
			errs.Input, `paste --columns "query=data.query,document=data.passage,label=data.label"`},
		"a folder of none": {map[string]string{"a.pdf": "", "b": "", "c": "", "d": "", "e": ""}, ".", "", errs.Input,
			"it holds a.pdf, b, c, d and 1 more"},
		"a folder of some parts": {map[string]string{"queries.jsonl": "", "qrels/test.tsv": ""}, ".", "", errs.Input,
			"the nearest form is beir"},
		"another separator":  {map[string]string{"x.csv": "query^passage\nq^p\n"}, "x.csv", "", errs.Input, "and not by '^'"},
		"rows without names": {map[string]string{"x.json": `[["q", "p", 1]]`}, "x.json", "", errs.Input, "number the columns"},
		"to_json of split": {map[string]string{"x.json": `{"columns": ["query"], "index": [0], "data": [["q"]]}`}, "x.json", "", errs.Input,
			`orient="records"`},
		"to_json of index": {map[string]string{"x.json": `{"0": {"query": "q", "passage": "p"}}`}, "x.json", "", errs.Input, `orient="records"`},
		"to_json": {map[string]string{"x.json": `{"query":{"0":"red fox","1":"red fox"},"text":{"0":"one, a fox","1":"two; a hen"}}`}, "x.json",
			"",
			errs.Input, `orient="records"`},
		"to_json of names of one's own": {map[string]string{"x.json": `{"a":{"3":"red fox","5":"red fox"},"b":{"3":"one, a fox","5":"a hen"}}`},
			"x.json",
			"", errs.Input, `orient="records"`},
		"rows by name": {map[string]string{"x.json": `{"query": {"a": "q"}, "passage": {"a": "p"}}`}, "x.json", "", errs.Input,
			`orient="records"`},
		"rows to skip by the card": {map[string]string{"x.csv": aCSV, "README.md": "---\nconfigs:\n- config_name: a\n  skiprows: 3\n---\n"}, ".",
			"", errs.Input, "skiprows of its configuration a is not read"},
		"names in the card": {map[string]string{"x.csv": aCSV, "README.md": "---\nconfigs:\n- config_name: a\n  names: [query, text]\n---\n"},
			"x.csv", "", errs.Input, "names of its configuration a is not read"},
		"a member in the card": {map[string]string{"x.json": `{"query": "q", "passage": "p", "label": 1}`, "README.md": "---\nconfigs:\n" +
			"- config_name: a\n  default: true\n  data_files: x.json\n  field: data\n---\n"}, "x.json", "", errs.Input,
			"field of its configuration a"},
		"classes of the card": {map[string]string{"x.csv": "query,passage,label\nred fox,a fox,0\n", "README.md": "---\ndataset_info:\n" +
			"  features:\n  - name: label\n    dtype:\n      class_label:\n        names:\n          '0': entailment\n---\n"}, "x.csv", "",
			errs.Input,
			`paste --labels "0=?,1=?" with a grade`},
		"a word in two cases": {map[string]string{"x.csv": "query,passage,label\nfox,a fox,Passt\nhen,a fox,passt\nowl,an owl,PASST\nowl,a fox,falsch\n"},
			"x.csv", "", errs.Input, `paste --labels "PASST=?,falsch=?" with a grade`},
	} {
		_, err := Search{Format: Auto, Options: Options{Columns: c.columns}}.In(filepath.Join(folder(t, c.files), c.path))
		if !isFault(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
}

func manySplits() string {
	var b strings.Builder
	for i := range rowtable.MostSplits + 1 {
		b.WriteString("q,t,s" + strconv.Itoa(i) + "\n")
	}
	return b.String()
}

// Given parts stand in for those of the folder, in forms of their own, and where the folder has no documents.
func TestGivenParts(t *testing.T) {
	beir := map[string]string{"corpus.jsonl": aJSON, "queries.jsonl": `{"_id":"q1","text":"a"}`,
		"qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\t2\t1\n"}
	bare := map[string]string{"queries.jsonl": beir["queries.jsonl"], "qrels/test.tsv": beir["qrels/test.tsv"]}
	docs := put(t, "mine.csv", "doc_id,text\n2,\"two, or so\"\n")
	topics := put(t, "t.xml", `<topics><topic number="q1"><query>other</query></topic></topics>`)
	qrels := put(t, "q.txt", "q1 0 2 3\n")
	for name, c := range map[string]struct {
		files  map[string]string
		search Search
		want   string
	}{
		"documents":             {beir, Search{Documents: docs}, "2 two, or so | q1 a | q1 2 1"},
		"documents, none there": {bare, Search{Documents: docs}, "2 two, or so | q1 a | q1 2 1"},
		"topics":                {beir, Search{Topics: map[string]string{"test": topics}}, "1 one | q1 other | q1 2 1"},
		"judgements":            {beir, Search{Qrels: map[string]string{"test": qrels}}, "1 one | q1 a | q1 2 3"},
		"all, nothing there": {map[string]string{"x": ""}, Search{Documents: docs, Topics: map[string]string{"test": topics},
			Qrels: map[string]string{"test": qrels}}, "2 two, or so | q1 other | q1 2 3"},
	} {
		l, err := c.search.In(folder(t, c.files))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		read, err := collect(l.Documents, l.Format, Options{}, nil)
		if err != nil || len(read) != 1 {
			t.Errorf("%s: %v, %v", name, read, err)
			continue
		}
		queries, judged, err := l.Split(context.Background(), "test", Options{}, new(Report))
		if err != nil || len(queries) != 1 || len(judged) != 1 {
			t.Errorf("%s: %v, %v, %v", name, queries, judged, err)
			continue
		}
		got := read[0].ID + " " + read[0].Text + " | " + queries[0].ID + " " + queries[0].Text + " | " + judged[0].QueryID + " " +
			judged[0].DocID + " " +
			strconv.Itoa(judged[0].Grade)
		must.Equal(t, got, c.want, "%s", name)
	}
}

// TestSpellings: queries without ids that differ in case or spaces alone are one query, with the judgements of all; with ids they are not.
func TestSpellings(t *testing.T) {
	const rows = "query,passage,label\nRed  Towel,a,1\nred towel,b,0\nRED TOWEL,c,1\nred towels,d,1\n"
	path := filepath.Join(t.TempDir(), "rows.csv")
	must.Do(t, os.WriteFile(path, []byte(rows), 0o666))
	var rep Report
	queries := must.Get(Queries(t.Context(), path, Table, Defaults(), &rep))(t)
	judgements := must.Get(Qrels(path, Table, Defaults(), nil))(t)
	texts, of := []string{}, map[string]int{}
	for _, q := range queries {
		texts = append(texts, q.Text)
	}
	for _, j := range judgements {
		of[j.QueryID]++
	}
	if !slices.Equal(texts, []string{"Red  Towel", "red towels"}) || of[queries[0].ID] != 3 || of[queries[1].ID] != 1 {
		t.Errorf("%q, judgements %v", texts, of)
	}
	must.Contain(t, strings.Join(rep.Lines(), "\n"), "noted 2: "+tabular.OtherSpelling)
	must.Do(t, os.WriteFile(path, []byte("query_id,query,passage,label\n1,Red  Towel,a,1\n2,red towel,b,0\n"), 0o666))
	if queries := must.Get(Queries(t.Context(), path, Table, Defaults(), nil))(t); len(queries) != 2 {
		t.Errorf("%d queries of two ids", len(queries))
	}
}

// TestAnswersInRows: in a table, integer scores of nested answers order them and judge nothing; the query's id is the row's.
func TestAnswersInRows(t *testing.T) {
	path := put(t, "answers.jsonl", `{"id": "7", "query": "q", "answers": [{"text": "one", "score": 1}, {"text": "two", "score": 3}]}`+"\n")
	l := must.Get(Discover(path, Table))(t)
	got, err := l.Candidates(context.Background(), AllSplits, Options{})
	want := []corpus.RunRow{runRow("7", tabular.ContentID("two"), 1, 3), runRow("7", tabular.ContentID("one"), 2, 1)}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("candidates %v, %v", got, err)
	}
	must.Equal(t, len(l.Qrels), 0, "judged by %v", l.Qrels)
	path = put(t, "answers.jsonl", `{"query": "q", "answers": [{"text": "one", "score": "good"}]}`+"\n")
	if l, err = Discover(path, Table); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Candidates(context.Background(), AllSplits, Options{}); err == nil {
		t.Error("a score that is no number is taken")
	}
}

// TestTuples: a passage beside its label in a list, inside another list, is no list of passages; other lists are.
func TestTuples(t *testing.T) {
	for value, want := range map[string]bool{
		`[["one", 1], ["two", 0]]`:            false,
		`[["one"], ["two", 0.5]]`:             false,
		`[["one", true]]`:                     false,
		`[[["one", 1]]]`:                      false,
		`[["one", "two"], ["three"]]`:         true,
		`[["one", null], []]`:                 true,
		`[[1, 2], [3]]`:                       true, // ids
		`["one", 1]`:                          true, // a list of texts, of which one was written without quotes
		`[{"text": "one", "label": 1}]`:       true,
		`[["title", ["one", "two"]]]`:         false, // HotpotQA's context
		`[{"text": ["one", "two"], "id": 1}]`: true,
	} {
		path := filepath.Join(t.TempDir(), "one.jsonl")
		must.Do(t, os.WriteFile(path, []byte(`{"query": "q", "passages": `+value+`}`+"\n"), 0o600))
		s := must.Get(sourcefile.Open(path, Defaults().source(), &Report{}))(t)
		isRead := false
		must.Do(t, new(rowtable.Records).VisitRows(s, []string{"passages"}, func([]tabular.Cells) error { isRead = true; return nil }))
		must.Equal(t, isRead, want, "%s", value)
	}
	path, rep := filepath.Join(t.TempDir(), "rows.jsonl"), Report{}
	rows := `{"query": "q", "passages": [["one", 1]]}` + "\n" + `{"query": "q", "passages": [["two"], ["three"]]}` + "\n"
	must.Do(t, os.WriteFile(path, []byte(rows), 0o600))
	l := must.Get(Search{Format: Auto, Options: Defaults()}.In(path))(t)
	docs, err := collect(l.Documents, l.Format, Defaults(), &rep)
	if lines := strings.Join(rep.Lines(), "\n"); err != nil || len(docs) != 2 || !strings.Contains(lines, "skipped 1 row: "+tabular.TupleCell) {
		t.Errorf("%d documents, %q, %v", len(docs), lines, err)
	}
}
