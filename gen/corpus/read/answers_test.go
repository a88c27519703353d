package read

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestAnswers: every answer is a document of its own, whatever its text and its id; ids of queries and answers are their own or made, and
// the candidates of a query are its answers, in their order or in that of their scores.
func TestAnswers(t *testing.T) {
	path := put(t, "answers.jsonl", strings.Join([]string{
		`{"query": {"id": "q1", "text": "one"}, "answers": [{"id": "a", "text": "same"}, "same", {"text": "x", "label": 2}]}`,
		`{"query_id": 7, "query": "two", "answers": [{"id": "a", "text": "same", "score": 1, "label": true}, {"text": "y", "score": 3}]}`,
		`{"query": "three", "answers": [{"text": "", "label": null, "score": null}]}`,
		`{"id": "q4", "query": "four", "answers": []}`}, "\n")+"\n")
	l, err := Discover(path, Auto)
	if err != nil || l.Format != Answers {
		t.Fatalf("%+v, %v", l, err)
	}
	three := tabular.ContentID("three")
	docs, err := collect(path, Answers, Options{Strict: true}, nil)
	var got []string
	for _, d := range docs {
		got = append(got, d.ID+"="+d.Text)
	}
	if want := []string{"q1#a=same", "q1#2=same", "q1#3=x", "7#a=same", "7#2=y", three + "#1="}; err != nil || !slices.Equal(got, want) {
		t.Errorf("documents %q, %v", got, err)
	}
	queries, qrels, err := l.Split(context.Background(), AllSplits, Options{}, nil)
	if err != nil || ids(queries) != "q1 7 "+three+" q4" || queries[1].Text != "two" {
		t.Errorf("queries %v, %v", queries, err)
	}
	if want := []corpus.Qrel{qrel("q1", "q1#3", 2), qrel("7", "7#a", 1)}; !slices.Equal(qrels, want) {
		t.Errorf("judgements %v", qrels)
	}
	rows, err := l.Candidates(context.Background(), AllSplits, Options{})
	want := []corpus.RunRow{runRow("q1", "q1#a", 1, -1), runRow("q1", "q1#2", 2, -2), runRow("q1", "q1#3", 3, -3), runRow("7", "7#2", 1, 3), runRow("7", "7#a", 2, 1),
		runRow(three, three+"#1", 1, -1)}
	if err != nil || !slices.Equal(rows, want) {
		t.Errorf("candidates %v, %v", rows, err)
	}
}

// TestAnswersOrRows: what has a query, a list of answers and no other list is answers; questions and passages with answers are rows.
func TestAnswersOrRows(t *testing.T) {
	for line, want := range map[string]Format{
		`{"query": "q", "answers": ["a"]}`:                                                        Answers,
		`{"query": {"text": "q"}, "answers": [], "model": "m"}`:                                   Answers,
		`{"question": "q", "answers": ["a"]}`:                                                     Table,
		`{"query": "q", "answers": ["a"], "passages": [{"passage_text": "p", "is_selected": 1}]}`: Table,
		`{"query": "q", "answers": ["a"], "passages": {"passage_text": ["p"]}}`:                   Table,
	} {
		if l, err := Discover(put(t, "x.jsonl", line+"\n"), Auto); err != nil || l.Format != want {
			t.Errorf("%s: %s, %v, want %s", line, l.Format, err, want)
		}
	}
	path := put(t, "x.jsonl", `{"query": {"text": "q", "lang": "en"}, "answers": [{"text": "a", "by": "m"}, "b"], "kind": "x"}`+"\n")
	l, err := Discover(path, Auto)
	l.ListUnread("", nil, Options{})
	if want := "[x.jsonl: columns answers.by, kind, query.lang: " + noAnswerPart + "]"; err != nil || fmt.Sprint(l.Unread) != want {
		t.Errorf("not read: %s, %v, want %s", l.Unread, err, want)
	}
	unjudged, err := Discover(put(t, "x.jsonl", `{"query": "q", "answers": ["a", "says \"label\""]}`+"\n"), Auto)
	if err != nil || len(unjudged.Qrels) != 0 {
		t.Errorf("judged by %v, %v", unjudged.Qrels, err)
	}
	if _, err := Discover("no such file", Answers); err == nil {
		t.Error("a file that is not there is taken")
	}
}

// TestMalformedAnswers: what is wrong with a line is said with its place.
func TestMalformedAnswers(t *testing.T) {
	good := `{"query": {"id": "g", "text": "g"}, "answers": ["a"]}` + "\n"
	for line, want := range map[string]string{
		`{"query": "q", "answers": ["a"]`:                                       sourcefile.MalformedJSON,
		`["q", ["a"]]`:                                                          sourcefile.MalformedJSON,
		`{"answers": ["a"]}`:                                                    fileform.NoAnswersQuery,
		`{"query": " ", "answers": ["a"]}`:                                      fileform.NoAnswersQuery,
		`{"query": {"id": "q"}, "answers": ["a"]}`:                              fileform.NoAnswersQuery,
		`{"query": {"id": "g", "text": "g"}, "answers": ["b"]}`:                 fileform.RepeatedQuery,
		`{"query": {"id": "g#1", "text": "g"}, "answers": ["b"]}`:               fileform.MarkedQuery,
		`{"query": "q"}`:                                                        fileform.NoAnswersList,
		`{"query": "q", "answers": "a"}`:                                        fileform.NoAnswersList,
		`{"query": "q", "answers": null}`:                                       fileform.NoAnswersList,
		`{"query": "q", "answers": ["a", null]}`:                                fileform.NoAnswerText,
		`{"query": "q", "answers": [{"id": "a"}]}`:                              fileform.NoAnswerText,
		`{"query": "q", "answers": [["a"]]}`:                                    fileform.NoAnswerText,
		`{"query": "q", "answers": [{"id": "2", "text": "a"}, "b"]}`:            fileform.RepeatedAnswer,
		`{"query": "q", "answers": [{"text": "a", "score": 1}, "b"]}`:           fileform.ScoresHere,
		`{"query": "q", "answers": [{"text": "a", "score": "good"}]}`:           fileform.WrongScore,
		`{"query": "q", "answers": [{"text": "a", "score": 1e999}]}`:            fileform.WrongScore,
		`{"query": "q", "answers": [{"text": "a", "label": 0.5}]}`:              tabular.WrongGrade,
		`{"query": "q", "answers": [{"text": "a", "label": "1"}, {"text": 1}]}`: fileform.NoAnswerText,
	} {
		path := put(t, "answers.jsonl", good+line+"\n")
		_, err := collect(path, Answers, Options{Strict: true}, nil)
		if e, ok := errors.AsType[*errs.Error](err); !ok || e.File != path || e.Line != 2 || !strings.Contains(e.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
		var rep Report
		l := must.Get(Discover(path, Auto))(t)
		docs, err := collect(path, Answers, Options{}, &rep)
		if err != nil || len(docs) != 1 || fmt.Sprint(rep.NumSkipped()) != "1" {
			t.Errorf("%s: %d documents, %d skipped, %v", line, len(docs), rep.NumSkipped(), err)
		}
		if _, _, err := l.Split(context.Background(), AllSplits, Options{}, &rep); err != nil || rep.NumSkipped() != 1 {
			t.Errorf("%s: counted %d times, %v", line, rep.NumSkipped(), err)
		}
	}
}

// FuzzAnswers reads any bytes as answers: documents, queries, judgements and candidates speak of the same ids, each document's is its own.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{`{"query": "q", "answers": ["a", {"id": 1, "text": "b"}]}`,
		`{"query": {"id": "", "text": "q"}, "answers": []}`,
		`{"id": "x", "query": "q", "answers": [{"text": "a", "score": 1, "label": 1}, {"text": "a", "score": -2.5e3, "label": false}]}`,
		`{"query": "q", "answers": [{"id": "2", "text": "\ud800"}, "b"]}` + "\r\n\n" + `{"query": "q#", "answers": [null]}`, "{}\n[]"} {
		f.Add([]byte(seed))
	}
	write := rewritten(f)
	budgettest.Fuzz(f, func(t *testing.T, content []byte) {
		path := write(t, content)
		var rep Report
		docs, err := collect(path, Answers, Options{}, &rep)
		if err != nil {
			if e, ok := errors.AsType[*errs.Error](err); !ok || e.Kind != errs.Input || e.File != path {
				t.Fatalf("error %v", err)
			}
			return
		}
		if rep.Kept != len(docs) {
			t.Fatalf("%d documents, the report says %d", len(docs), rep.Kept)
		}
		known := map[string]bool{}
		for _, d := range docs {
			if d.ID == "" || known[d.ID] || !utf8.ValidString(d.ID) || !utf8.ValidString(d.Text) {
				t.Fatalf("document %+v", d)
			}
			known[d.ID] = true
		}
		l := must.Get(Discover(path, Answers))(t)
		queries, qrels, err := l.Split(context.Background(), AllSplits, Options{}, nil)
		must.Do(t, err)
		asked := map[string]bool{}
		for _, q := range queries {
			asked[q.ID] = true
		}
		rows, err := l.Candidates(context.Background(), AllSplits, Options{})
		if err != nil || len(rows) != len(docs) {
			t.Fatalf("%d candidates of %d documents, %v", len(rows), len(docs), err)
		}
		for _, r := range rows {
			if !known[r.DocID] || !asked[r.QueryID] || !strings.HasPrefix(r.DocID, r.QueryID+"#") {
				t.Fatalf("row %+v", r)
			}
		}
		for _, j := range qrels {
			if !known[j.DocID] || !asked[j.QueryID] {
				t.Fatalf("judgement %+v", j)
			}
		}
	})
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
