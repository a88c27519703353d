package read

import (
	"context"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func readTopics(t testing.TB, name, content string, format Format, o Options, rep *Report) []corpus.Query {
	t.Helper()
	return must.Get(Queries(context.Background(), put(t, name, content), format, o, rep))(t)
}

// The quirks are those that the formats contract names for classic topics; expected values are by hand from it.
func TestClassicTopics(t *testing.T) {
	text := `<top>
<num> Number: 301
<title> International Organized Crime

<desc> Description:
Identify organizations
that participate in international criminal activity.

<narr> Narrative:
A relevant document must: name them.
</top>
<TOP lang="en">
<head> Tipster Topic Description
<num> Number : 051
<dom> Domain:  International Economics
<title> Topic:  Airbus: Subsidies
<smry> Summary:

Document will mention <company> help & more.
<con> Concept(s):
1. Airbus
<con> 2. Boeing
</TOP>
<top><num>MB003</num><title>one
line</title></top>
`
	want := []corpus.Query{
		{ID: "301", Text: "International Organized Crime", Fields: map[string]string{"num": "301", "title": "International Organized Crime",
			"desc": "Identify organizations that participate in international criminal activity.", "narr": "A relevant document must: name them."}},
		{ID: "051", Text: "Airbus: Subsidies", Fields: map[string]string{"head": "Tipster Topic Description", "num": "051",
			"dom": "International Economics", "title": "Airbus: Subsidies", "smry": "Document will mention <company> help & more.",
			"con": "Concept(s): 1. Airbus 2. Boeing"}},
		{ID: "MB003", Text: "one line", Fields: map[string]string{"num": "MB003", "title": "one line"}},
	}
	for _, format := range []Format{"classic", TREC, Auto} {
		must.Same(t, readTopics(t, "topics.txt", text, format, Options{Strict: true}, nil), want, "%s", format)
	}
	got := readTopics(t, "topics.txt", text, "classic", Options{TopicFields: []string{"desc", "title"}}, nil)
	joined := "Identify organizations that participate in international criminal activity. International Organized Crime"
	must.Equal(t, got[0].Text, joined, "desc,title")
	var rep Report
	got = readTopics(t, "topics.txt", text, "classic", Options{TopicFields: []string{"desc"}}, &rep)
	if len(got) != 1 || count(&rep, fileform.NoTopicText) != 2 {
		t.Errorf("desc alone: %d queries, %s", len(got), &rep)
	}
	got = readTopics(t, "topics.txt", "<top>\n<num> 1\n<title> cut\n<top>\n<num> 2\n<title> whole\n</top>\n</top>\n", "classic", Options{},
		nil)
	if len(got) != 1 || got[0].Text != "whole" {
		t.Errorf("a topic that is not closed: %v", got)
	}
}

func TestXMLTopics(t *testing.T) {
	text := `<?xml version="1.0" encoding="ISO-8859-1"?>
<!-- first round --><xml><topics task="COVIDSearch">
  <topic number="1"> <query>coronavirus
     origin</query><question>what is the <b>origin</b> &amp; cause</question><narrative>n</narrative></topic>
  <topic><num>2</num><title>R & D</title></topic>
  <topic number="3">plain text</topic>
</topics></xml>`
	want := []corpus.Query{
		{ID: "1", Text: "coronavirus origin what is the origin & cause", Fields: map[string]string{"number": "1", "query": "coronavirus origin",
			"question": "what is the origin & cause", "narrative": "n"}},
		{ID: "2", Text: "R & D", Fields: map[string]string{"num": "2", "title": "R & D"}},
		{ID: "3", Text: "plain text", Fields: map[string]string{"number": "3", "text": "plain text"}},
	}
	got := readTopics(t, "topics.xml", text, Auto, Options{TopicFields: []string{"title", "desc"}}, nil)
	must.Same(t, got, want)
	path := put(t, "topics.xml", "<topics>\n<topic number=\"1\"><query>q</query></topic>\n<topic number=")
	if _, err := Queries(context.Background(), path, "xml", Options{}, nil); !isFault(err, errs.Input) ||
		!strings.HasPrefix(err.Error(), path+":3: broken XML") {
		t.Errorf("error %v, want broken XML in line 3", err)
	}
}

func TestLineTopics(t *testing.T) {
	for _, c := range []struct {
		name, text string
		o          Options
		want       []corpus.Query
	}{
		{name: "tsv", text: "q_1\t\"x\" : y\n", want: []corpus.Query{{ID: "q_1", Text: "\"x\" : y"}}},
		{name: "jsonl", text: `{"id": 7, "query_id": "no", "title": "t", "text": "x", "n": [1]}` + "\n" + `{"qid":"8","query":"q"}` + "\n",
			want: []corpus.Query{{ID: "7", Text: "x", Fields: map[string]string{"id": "7", "query_id": "no", "title": "t", "text": "x"}},
				{ID: "8", Text: "q", Fields: map[string]string{"qid": "8", "query": "q"}}}},
	} {
		got := readTopics(t, "topics.txt", c.text, Auto, c.o, nil)
		must.Same(t, got, c.want, "%s", c.name)
	}
}

func TestDuplicateQueries(t *testing.T) {
	if got := readTopics(t, "q.tsv", "1\ta\n2\tb\n1\ta\n", MSMARCO, Options{Strict: true}, nil); len(got) != 2 {
		t.Errorf("same text: %v", got)
	}
	path := put(t, "q.tsv", "1\ta\n2\tb\n1\tc\n")
	if _, err := Queries(context.Background(), path, MSMARCO, Options{}, nil); !isFault(err, errs.Input) ||
		!strings.HasPrefix(err.Error(), path+":3: ") {
		t.Errorf("other text: error %v", err)
	}
}

func TestReconcile(t *testing.T) {
	qrels := func(ids ...string) (all []corpus.Qrel) {
		for _, id := range ids {
			all = append(all, corpus.Qrel{QueryID: id, DocID: "d", Grade: 1})
		}
		return all
	}
	for _, c := range []struct{ queries, judged, want string }{
		{"051 052 100", "51 52 100", "51 52 100"},
		{"1 2", "001 2", "001 2"},
		{"MB001 0", "MB1 000", "MB001 000"},
		{"051 51", "51", "051 51"}, // both stand in the topics: the exact one has the judgements
		{"7", "07 007", "7"},       // two spellings in the judgements: unclear
		{"007", "07 007", "007"},
		{"00x 0a", "x a", "00x 0a"},
		{"005 05", "5", "5 05"},
	} {
		var queries []corpus.Query
		for _, id := range strings.Fields(c.queries) {
			queries = append(queries, corpus.Query{ID: id})
		}
		reconcile(queries, qrels(strings.Fields(c.judged)...))
		var got []string
		for _, q := range queries {
			got = append(got, q.ID)
		}
		must.Equal(t, strings.Join(got, " "), c.want, "topics %s, judged %s", c.queries, c.judged)
	}
}

func TestTopicFieldsAsked(t *testing.T) {
	const text = "<top>\n<num> 1\n<title> one\n<desc> first\n</top>\n"
	path := put(t, "topics.txt", text)
	for field, want := range map[string]string{"titel": "did you mean title?", "con": "num, title"} {
		_, err := Queries(context.Background(), path, TREC, Options{TopicFields: []string{"title", field}}, nil)
		if !isFault(err, errs.Usage) || !strings.Contains(err.Error(), "--set topic_fields="+field) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one that says %q", field, err, want)
		}
	}
	var rep Report
	got := readTopics(t, "topics.txt", text, TREC, Options{TopicFields: []string{"title", "narr"}}, &rep)
	if len(got) != 1 || got[0].Text != "one" || count(&rep, "no topic has the field narr") != 1 {
		t.Errorf("narr: %v, %s", got, &rep)
	}
}
