package read

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// tableRows are the rows that every form of a table writes in TestChosenRoles.
var (
	tableNames = []string{"q.text", "q.no", "Answer Text", "no", "head", "grade", "points", "other.text", "part"}
	tableRows  = [][]string{
		{"red fox", "7", "a fox", "11", "on foxes", "2", "0.5", "a dog", "train"},
		{"red fox", "7", "a hen", "12", "on hens", "0", "0.25", "a cow", "train"},
	}
)

// tableForms write a table in each form that is read.
var tableForms = map[string]func(t *testing.T, names []string, rows [][]string) string{
	"csv":        delimitedTable(","),
	"tsv":        delimitedTable("\t"),
	"semicolons": delimitedTable(";"),
	"packed": func(t *testing.T, names []string, rows [][]string) string {
		raw := must.Get(os.ReadFile(delimitedTable(",")(t, names, rows)))(t)
		return put(t, "x.csv.gz", packed(t, string(raw)))
	},
	"arrow": func(t *testing.T, names []string, rows [][]string) string {
		var fields []arrow.Field
		for _, name := range names {
			fields = append(fields, arrow.Field{Name: name, Type: arrow.BinaryTypes.String})
		}
		schema := arrow.NewSchema(fields, nil)
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for _, row := range rows {
			for i, value := range row {
				b.Field(i).(*array.StringBuilder).Append(value)
			}
		}
		var stream bytes.Buffer
		to := ipc.NewWriter(&stream, ipc.WithSchema(schema))
		must.Do(t, errors.Join(to.Write(b.NewRecordBatch()), to.Close()))
		return put(t, "x.arrow", stream.String())
	},
	"json lines": func(t *testing.T, names []string, rows [][]string) string {
		return put(t, "x.jsonl", strings.Join(objectsOf(t, names, rows), "\n"))
	},
	"json array": func(t *testing.T, names []string, rows [][]string) string {
		return put(t, "x.json", "["+strings.Join(objectsOf(t, names, rows), ",\n")+"]")
	},
	"nested json": func(t *testing.T, names []string, rows [][]string) string {
		var lines []string
		for _, row := range rows {
			object := map[string]any{}
			for i, name := range names {
				outer, inner, nested := strings.Cut(name, ".")
				if !nested {
					object[name] = row[i]
					continue
				}
				if object[outer] == nil {
					object[outer] = map[string]any{}
				}
				object[outer].(map[string]any)[inner] = row[i]
			}
			raw := must.Get(json.Marshal(object))(t)
			lines = append(lines, string(raw))
		}
		return put(t, "x.jsonl", strings.Join(lines, "\n"))
	},
	"parquet": func(t *testing.T, names []string, rows [][]string) string {
		group := parquet.Group{}
		for _, name := range names {
			group[name] = parquet.String()
		}
		schema := parquet.NewSchema("rows", group)
		path := filepath.Join(t.TempDir(), "x.parquet")
		var written []map[string]any
		for _, row := range rows {
			one := map[string]any{}
			for i, name := range names {
				one[name] = row[i]
			}
			written = append(written, one)
		}
		must.Do(t, parquet.WriteFile(path, written, schema))
		return path
	},
}

func delimitedTable(separator string) func(*testing.T, []string, [][]string) string {
	return func(t *testing.T, names []string, rows [][]string) string {
		lines := []string{strings.Join(names, separator)}
		for _, row := range rows {
			lines = append(lines, strings.Join(row, separator))
		}
		return put(t, "x.csv", strings.Join(lines, "\n")+"\n")
	}
}

func objectsOf(t *testing.T, names []string, rows [][]string) (objects []string) {
	for _, row := range rows {
		object := map[string]string{}
		for i, name := range names {
			object[name] = row[i]
		}
		raw := must.Get(json.Marshal(object))(t)
		objects = append(objects, string(raw))
	}
	return objects
}

// TestChosenRoles: in every form of a table each chosen column stands among those that are read, whatever roles stand beside it, or is an
// error of usage. A column that is not there is such an error in each role.
func TestChosenRoles(t *testing.T) {
	column := map[string]string{tabular.QueryRole: "q.text", tabular.QueryIDRole: "q.no", tabular.DocRole: "Answer Text",
		tabular.DocIDRole: "no", tabular.TitleRole: "head",
		tabular.LabelRole: "grade", tabular.ScoreRole: "points", tabular.PositiveRole: "Answer Text",
		tabular.NegativeRole: "other.text", tabular.SplitRole: "part"}
	part := nightly.Stride(t, "choices of columns", 5)
	for form, write := range tableForms {
		t.Run(form, func(t *testing.T) {
			path := write(t, tableNames, tableRows)
			for bits := 0; bits < 1<<(len(tabular.Roles())-1); bits += part {
				choice := []string{"query=q.text"}
				for i, r := range tabular.Roles()[1:] {
					if bits>>i&1 == 1 {
						choice = append(choice, r.Name+"="+column[r.Name])
					}
				}
				l, err := Search{Format: Table, Options: Options{Columns: strings.Join(choice, ",")}}.In(path)
				if err != nil {
					if !isFault(err, errs.Usage) && !strings.Contains(err.Error(), "none is known to hold the document") {
						t.Fatalf("%v: %v", choice, err)
					}
					continue
				}
				for _, one := range choice {
					if said := strings.Replace(one, "=", " = ", 1); !strings.Contains(l.Columns[0]+",", said+",") &&
						!strings.Contains(l.Columns[0], said+";") && !strings.Contains(l.Columns[0], said+" (") {
						t.Fatalf("%v: %s is not in %q", choice, one, l.Columns)
					}
				}
			}
			for _, r := range tabular.Roles() {
				choice := r.Name + "=nosuch"
				if r.Name != tabular.QueryRole {
					choice += ",query=q.text"
				}
				if r.Name != tabular.DocRole && r.Name != tabular.PositiveRole && r.Name != tabular.NegativeRole && r.Name != tabular.LabelRole {
					choice += ",document=Answer Text"
				}
				if _, err := (Search{Format: Auto, Options: Options{Columns: choice}}).In(path); !isFault(err, errs.Usage) {
					t.Errorf("%s: %v", choice, err)
				}
			}
		})
	}
}

// TestListsInLists: a text in lists in lists is read with what lies beside it in each list, whatever its depth; SQuAD's form is one.
func TestListsInLists(t *testing.T) {
	const squad = `{"data": [
{"title": "t", "question": "q", "paragraphs": [{"context": "one", "rel": 1}, {"context": "two", "rel": 0}]},
{"title": "u", "question": "r", "paragraphs": [{"context": "two", "rel": 2}]}], "version": "1"}`
	for name, c := range map[string]struct{ text, columns, want string }{
		"below each question": {squad, "query=data.question,document=data.paragraphs.context,label=data.paragraphs.rel",
			"all: q | one | 1\nall: q | two | 0\nall: r | two | 2\nall: q/one q/two r/two"},
		"several questions of one text": {`{"data": [{"context": "one", "qas": [{"question": "q"}, {"question": "r"}]}, {"context": "two",` +
			` "qas": [{"question": "s"}]}]}`, "query=data.qas.question,document=data.context", "all: q/one r/one s/two"},
		"lists of lists of texts": {`{"query": "q", "texts": [["one", "two"], ["three"]], "labels": [[1, 0], [2]]}`, "",
			"all: q | one | 1\nall: q | two | 0\nall: q | three | 2\nall: q/one q/two q/three"},
		"a label of each list": {`{"query": "q", "texts": [["one", "two"], ["three"]], "labels": [1, 0]}`, "",
			"all: q | one | 1\nall: q | two | 1\nall: q | three | 0\nall: q/one q/two q/three"},
		"three deep": {`{"a": [{"b": [{"q": "q", "c": [{"t": "one"}, {"t": "two"}]}, {"q": "r", "c": []}]},` +
			` {"b": [{"q": "s", "c": [{"t": "one"}]}]}]}`,
			"query=a.b.q,document=a.b.c.t", "all: q/one q/two s/one"},
		"lists beside each other": {`{"question": ["q", "r"], "answer": ["one", "two"], "label": [1, 0]}`, "",
			"all: q | one | 1\nall: r | two | 0\nall: q/one r/two"},
		"labels beside answers": {`{"question": "q", "answers": ["one", "two"], "labels": [1, 0]}`, "",
			"all: q | one | 1\nall: q | two | 0\nall: q/one q/two"},
	} {
		got := told(t, put(t, "x.json", c.text), Options{Columns: c.columns})
		if _, got, _ = strings.Cut(got, "\n"); got != c.want {
			t.Errorf("%s: %s", name, cmp.Diff(c.want, got))
		}
	}
}

// TestListsInListsOfParquet: Parquet's lists in lists are read as those of JSON are.
func TestListsInListsOfParquet(t *testing.T) {
	type paragraph struct {
		Context string `parquet:"context"`
		Rel     int32  `parquet:"rel"`
	}
	type item struct {
		Question   string      `parquet:"question"`
		Paragraphs []paragraph `parquet:"paragraphs,list"`
	}
	type record struct {
		Data []item `parquet:"data,list"`
	}
	path := filepath.Join(t.TempDir(), "x.parquet")
	rows := []record{{[]item{{"q", []paragraph{{"one", 1}, {"two", 0}}}, {"r", []paragraph{{"two", 2}}}}},
		{[]item{{"s", []paragraph{{"one", 3}}}}}}
	must.Do(t, parquet.WriteFile(path, rows))
	want := "query = data.question, document = data.paragraphs.context, label = data.paragraphs.rel\n" +
		"all: q | one | 1\nall: q | two | 0\nall: r | two | 2\nall: s | one | 3\nall: q/one q/two r/two s/one"
	got := told(t, path, Options{Columns: "query=data.question,document=data.paragraphs.context"})
	if got != want {
		t.Error(cmp.Diff(want, got))
	}
}

// TestUnequalLists: lists that belong together and differ in length are a malformed row, and the rows beside it are read.
func TestUnequalLists(t *testing.T) {
	for _, bad := range []string{
		`{"question": "q", "answers": ["one", "two"], "labels": [1]}`,
		`{"question": "q", "answers": ["one"], "labels": [1, 0]}`,
		`{"question": ["q"], "answers": ["one", "two"], "labels": [1, 0]}`,
		`{"question": "q", "answers": ["one"], "labels": [[1, 0]]}`,
		`{"question": ["be kind", "q"], "answers": ["one"], "labels": [1]}`,
	} {
		path := put(t, "x.jsonl", `{"question": "r", "answers": ["one"], "labels": [1]}`+"\n"+bad+"\n")
		var rep Report
		docs, err := collect(path, Table, Options{}, &rep)
		if err != nil || len(docs) != 1 || count(&rep, tabular.UnequalLists) != 1 {
			t.Errorf("%s: %d documents, %v, %s", bad, len(docs), err, &rep)
		}
	}
}

// TestLabels: what each value of a label means, with --labels and without.
func TestLabels(t *testing.T) {
	for name, c := range map[string]struct {
		labels string   // of --labels
		values []string // in the rows
		want   string
	}{
		"words":                 {"yes=1,no=0", []string{"yes", "No", "YES"}, "1 0 1"},
		"a mark or nothing":     {"x=1,=0", []string{"x", "", "x"}, "1 0 1"},
		"nothing judges":        {"good=2,unsure=", []string{"good", "unsure", "0"}, "2 - 0"},
		"numbers are mapped":    {"0.5=1,1=2", []string{"0.5", "1.0", "0"}, "1 2 0"},
		"commas in quotes":      {`"ja, klar"=1,nein=0`, []string{`"ja, klar"`, "nein"}, "1 0"},
		"missing ones":          {"", []string{"1", "NaN", "0", "NA", "null", "", "None", "2"}, "1 - 0 - - - - 2"},
		"floats that are whole": {"", []string{"1.0", "0.0", "nan"}, "1 0 -"},
		"an unknown word":       {"", []string{"1", "good", "0"}, "1 - 0"},
		"too large a grade":     {"", []string{"1", "1099511627776"}, "1 -"},
	} {
		text := "query,passage,label\n"
		for i, value := range c.values {
			text += fmt.Sprintf("q,text %d,%s\n", i, value)
		}
		l, err := Search{Format: Auto, Options: Options{Labels: c.labels}}.In(put(t, "x.csv", text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var rep Report
		_, qrels, err := l.Split(context.Background(), AllSplits, Options{Labels: c.labels}, &rep)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		grades := map[string]string{}
		for _, j := range qrels {
			grades[j.DocID] = fmt.Sprint(j.Grade)
		}
		var got []string
		for i := range c.values {
			grade := grades[tabular.ContentID(fmt.Sprintf("text %d", i))]
			if grade == "" {
				grade = "-"
			}
			got = append(got, grade)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s, want %s; %s", name, got, c.want, &rep)
		}
		if want := strings.Count(text, ",unsure\n"); count(&rep, tabular.MappedToNone) != want {
			t.Errorf("%s: %s", name, &rep)
		}
		if name == "missing ones" && count(&rep, tabular.MissingLabel) != 5 {
			t.Errorf("%s: %s", name, &rep)
		}
		for _, shown := range []string{"good", "1099511627776"} {
			if strings.Contains(text, ","+shown+"\n") && c.labels == "" && !strings.Contains(rep.String(), shown) {
				t.Errorf("%s: %q is not shown in %s", name, shown, &rep)
			}
		}
	}
}

// TestLabelsRefused: what --labels cannot mean is said.
func TestLabelsRefused(t *testing.T) {
	for labels, want := range map[string]string{"yes": "is no VALUE=GRADE", "yes=good": "is no grade", "yes=0.5": "is no grade",
		"yes=1,yes=2": "stands twice", `"yes=1`: "not closed", "yes=4294967296": "is no grade"} {
		if err := (Options{Labels: labels}).Validate(); !isFault(err, errs.Usage) && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", labels, err)
		}
	}
	_, err := Qrels(put(t, "x.csv", "query,passage,label\nq,one,good\nq,two,bad\n"), Table, Options{}, nil)
	if !isFault(err, errs.Input) || !strings.Contains(err.Error(), `grade that is not a whole number, such as "good"`) ||
		!strings.Contains(err.Error(), "--labels") {
		t.Errorf("no label can be read: %v", err)
	}
}

// TestDecimalCommas: a decimal comma is read where it is one, in labels and in the threshold of --columns.
func TestDecimalCommas(t *testing.T) {
	path := put(t, "x.csv", "query;passage;score\nq;one;0,9\nq;two;0,125\nq;three;1,500\n")
	for _, from := range []string{"0,5", "0.5"} {
		got := told(t, path, Options{Columns: "label=score>=" + from + ",query=query"})
		want := "query = query, document = passage, label = score\nall: q | one | 1\n" +
			"all: q | two | 0\nall: q | three | 1\nall: q/one q/two q/three"
		if got != want {
			t.Error(cmp.Diff(want, got))
		}
	}
	for text, want := range map[string]bool{"0,9": true, "12,34": true, "0,123": true, "1,000": false, "12": false,
		"1,2,3": false, "a,b": false} {
		if tabular.HasDecimalComma(text) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}

// TestIDsHaveOneSpelling: the id of a whole number is the same in every form; texts stay as they are, and an id that is not there is
// counted.
func TestIDsHaveOneSpelling(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"floats of pandas": {"x.csv", "query,doc_id,passage\nq,7067032.0,one\nq,,two\nq,12345678901234567890,three\nq,3.0,four\n",
			"7067032.0 12345678901234567890 3.0"},
		"all floats":    {"x.csv", "query,doc_id,passage\nq,7067032.0,one\nq,,two\nq,NaN,three\nq,3.0,four\n", "7067032 3"},
		"versions stay": {"x.csv", "query,doc_id,passage\nq,2.0,one\nq,2.1,two\n", "2.0 2.1"},
		"numbers of JSON": {"x.jsonl", `{"query": "q", "doc_id": 7067032.0, "passage": "one"}` + "\n" +
			`{"query": "q", "doc_id": 1e6, "passage": "two"}` + "\n" + `{"query": "q", "doc_id": NaN, "passage": "three"}` + "\n" +
			`{"query": "q", "doc_id": 12345678901234567890, "passage": "four"}`, "7067032 1000000 12345678901234567890"},
		"texts of JSON": {"x.jsonl", `{"query": "q", "doc_id": "7.0", "passage": "one"}`, "7.0"},
		"documents of BEIR": {"corpus.jsonl", `{"_id": 7.0, "title": "", "text": "one"}` + "\n" +
			`{"_id": "8.0", "title": "", "text": "two"}`, "7 8.0"},
		"objects of Anserini": {"x.json", `{"id": 7e0, "contents": "one"}`, "7"},
	} {
		var rep Report
		docs, err := collect(put(t, c.file, c.text), Auto, Options{}, &rep)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, d := range docs {
			got = append(got, d.ID)
		}
		lost := -len(docs)
		for _, text := range []string{"one", "two", "three", "four"} {
			lost += strings.Count(c.text, text)
		}
		if strings.Join(got, " ") != c.want || count(&rep, tabular.NoDocumentID) != lost {
			t.Errorf("%s: %s, want %s; %s", name, got, c.want, &rep)
		}
	}
}

// TestUnreadIsListed: columns without a role, and files of a folder that are no such table, are said with the reason.
func TestUnreadIsListed(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.csv": "Question,Answer Text,is_relevant,url\nq,one,1,u\n", "b.csv": "query,passage,label\nr,two,0\n", "c.csv": "x,y\n1,2\n"})
	l, err := Discover(dir, Auto)
	must.Do(t, err)
	if want := []string{"a.csv: query = Question, document = Answer Text, label = is_relevant; not used: url",
		"b.csv: query = query, document = passage, label = label"}; !cmp.Equal(l.Columns, want) {
		t.Error(cmp.Diff(want, l.Columns))
	}
	if want := []string{"c.csv: its columns are x, y: no role is known by these names",
		"a.csv: columns url: no role is known by these names; --columns ROLE=NAME reads one"}; !cmp.Equal(l.Unread.Lines(), want) {
		t.Error(cmp.Diff(want, l.Unread.Lines()))
	}
	l, err = Search{Format: Auto, Options: Options{Columns: "document=Answer Text"}}.In(dir)
	if err != nil || len(l.Unread) != 3 ||
		!strings.HasPrefix(l.Unread[0].String(), "b.csv: --columns document=Answer Text: there is no such column") {
		t.Errorf("%v, %v", l.Unread, err)
	}
}

// TestAllNegatives: each column with a name of negatives is read, and columns with a known name that are not are said to be known.
func TestAllNegatives(t *testing.T) {
	path := put(t, "x.jsonl", `{"question": "q", "answers": ["a"], "positive_ctxs": [{"text": "p"}], "negative_ctxs": [{"text": "n"}], `+
		`"hard_negative_ctxs": [{"text": "h"}, {"text": "g"}], "negative_1": "one", "source": "s"}`+"\n")
	want := strings.Join([]string{"query = question, positive = positive_ctxs.text, negative = negative_ctxs.text, " +
		"negative = hard_negative_ctxs.text, negative = negative_1; not used: answers, source",
		"all: q | p | 1", "all: q | n | 0", "all: q | h | 0", "all: q | g | 0", "all: q | one | 0",
		"all: q/p q/n q/h q/g q/one"}, "\n")
	if got := told(t, path, Options{}); got != want {
		t.Error(cmp.Diff(want, got))
	}
	l, err := Discover(path, Auto)
	if want := []string{"columns source: no role is known by these names; " +
		"answers: these have no place beside the columns that are read; --columns ROLE=NAME reads one"}; !cmp.Equal(l.Unread.Lines(), want) {
		t.Error(cmp.Diff(want, l.Unread.Lines()), err)
	}
}

// TestListForText: a list where a corpus has a text is said to be one.
func TestListForText(t *testing.T) {
	for name, text := range map[string]string{
		"corpus.jsonl": `{"_id": "1", "text": ["a", "b"]}` + "\n" + `{"_id": "2", "text": "c"}`,
		"x.json":       `{"id": "1", "contents": ["a", "b"]}` + "\n" + `{"id": "2", "contents": "c"}`,
	} {
		var rep Report
		docs, err := collect(put(t, name, text), Auto, Options{}, &rep)
		if err != nil || len(docs) != 1 || rep.NumSkipped() != 1 || !strings.HasSuffix(rep.Reasons[0].Text, "that is not a text: list") {
			t.Errorf("%s: %v, %v, %s", name, docs, err, &rep)
		}
	}
}
