package serve_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/serve"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// asked returns the answers of a server over the collection of chaintest, without its first line.
func asked(t *testing.T, edit func(*configs.Config), lines ...string) (*serve.Server, []string) {
	t.Helper()
	s := server(t, edit)
	answers := ask(t, s, lines...)
	if want := `"axioms":["tfc1"],"documents":8,"queries":2}`; edit == nil && !strings.HasSuffix(answers[0], want) {
		t.Errorf("first line %s, want %s", answers[0], want)
	}
	return s, answers[1:]
}

func server(t *testing.T, edit func(*configs.Config)) *serve.Server {
	t.Helper()
	return must.Get(serve.New(chaintest.All(t, edit)))(t)
}

// ask returns the first line of a server, and its answers.
func ask(t *testing.T, s *serve.Server, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	must.Do(t, s.Run(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out))
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// TestAnswers: d1 and d3 have four words, and d1 has apple three times, d3 once: tfc1 puts d1 above it. d2 and d8 have the same text.
func TestAnswers(t *testing.T) {
	for _, c := range []struct{ request, answer string }{
		{`{"op":"preferences","lists":[{"query":"q1","documents":["d3","d1"]}]}`,
			`{"pairs":[{"list":0,"axiom":0,"pos":[1],"neg":[0]}],"obeyed":0}`},
		{`{"id":7,"op":"preferences","lists":[{"text":"apple","documents":["d3","d1"]},{"query":"q1","documents":["d2","d8"]}]}`,
			`{"id":7,"pairs":[{"list":0,"axiom":0,"pos":[1],"neg":[0]}],"obeyed":0}`},
		{`{"op":"violated","lists":[{"query":"q1","documents":["d1","d3"],"scores":[2,1]}]}`, `{"pairs":[],"obeyed":1}`},
		{`{"op":"violated","lists":[{"query":"q1","documents":["d1","d3"],"scores":[1,2]}]}`,
			`{"pairs":[{"list":0,"axiom":0,"pos":[0],"neg":[1]}],"obeyed":0}`},
		{`{"op":"violated","margin":2,"lists":[{"query":"q1","documents":["d1","d3"],"scores":[2,1]}]}`,
			`{"pairs":[{"list":0,"axiom":0,"pos":[0],"neg":[1]}],"obeyed":0}`},
		{`{"id":null,"op":"texts","documents":["d8"]}`, `{"texts":["apple pear plum"]}`},
		{`{"id":"x","op":"texts","documents":["d8","d4"]}`, `{"id":"x","texts":["apple pear plum","pear pear fig"]}`},
		{`{"op":"texts","documents":[]}`, `{"texts":[]}`},
		{`{"op":"queries","queries":["q5"]}`, `{"queries":["q5"],"texts":["cherry"],"documents":[["d6","d7"]]}`},

		{`{"id":1,"op":"texts","documents":["d9"]}`, `{"id":1,"error":"there is no document \"d9\"","hint":"is it of this collection?"}`},
		{`{"op":"queries","queries":["q9"]}`,
			`{"error":"the topics have no query \"q9\"","hint":"leave queries out for those of training"}`},
		{`{"op":"preferences","lists":[{"query":"q1","documents":["d1","d1"]}]}`,
			`{"error":"list 0: the document \"d1\" stands twice","hint":"name it once"}`},
		{`{"op":"preferences","lists":[{"query":"q1","text":"apple"}]}`,
			`{"error":"list 0: a query is an id (query) or a text (text)","hint":"give one of them"}`},
		{`{"op":"preferences","lists":[{"text":"apple"}]}`,
			`{"error":"list 0: a text has no candidates of its own","hint":"name its documents"}`},
		{`{"op":"violated","lists":[{"query":"q1","documents":["d1","d3"],"scores":[1]}]}`,
			`{"error":"list 0: 1 score for 2 documents","hint":"give one for each document"}`},
		{`{"op":"draw","lists":[{"query":"q4","documents":["d5"],"scores":[1]}]}`,
			`{"error":"list 0: \"q4\" is no training query","hint":"rows are drawn of training queries; the operation violated takes any"}`},
	} {
		if _, got := asked(t, nil, c.request); len(got) != 1 || got[0] != c.answer {
			t.Errorf("%s:\n%s, want\n%s", c.request, got, c.answer)
		}
	}
}

// drawn is the answer of draw, as far as it is looked at.
type drawn struct {
	Axioms, Query, Pos, Neg []string
	Axiom                   []int
}

// TestDraw: the rows are those of the training queries, each draw under its seed, and axiomatic ones are only those that scores violate
// where there are scores.
func TestDraw(t *testing.T) {
	s, got := asked(t, nil, `{"op":"draw","seed":1}`, `{"op":"draw","seed":1}`, "",
		`{"op":"draw","lists":[{"query":"q1","documents":["d1","d3"],"scores":[2,1]}]}`,
		`{"op":"draw","lists":[{"query":"q1","documents":["d1","d3"],"scores":[1,2]}]}`)
	if len(got) != 4 || got[0] != got[1] {
		t.Fatalf("answers %q", got)
	}
	pairs := make([][]string, len(got))
	for i, line := range got {
		var d drawn
		must.Do(t, json.Unmarshal([]byte(line), &d))
		for row := range d.Query {
			if q := d.Query[row]; q != "q1" && q != "q2" {
				t.Errorf("a row of %s: %s", q, line)
			}
			if d.Axioms[d.Axiom[row]] == "tfc1" {
				pairs[i] = append(pairs[i], d.Query[row]+" "+d.Pos[row]+" > "+d.Neg[row])
			}
		}
	}
	if len(pairs[0]) == 0 || len(pairs[2]) != 0 || len(pairs[3]) != 1 || pairs[3][0] != "q1 d1 > d3" {
		t.Errorf("axiomatic pairs %q", pairs)
	}
	if list := s.Unmet(); len(list) != 1 || list[0].String() != "tfc1: gen.ratio asks for 6, there are 2" {
		t.Errorf("unmet %v", list)
	}
}

// TestScoresWithoutEffect: an answer counts the scores of documents that are no candidates of their query. By hand: q1 is apple, which d4
// and d5 lack.
func TestScoresWithoutEffect(t *testing.T) {
	for documents, want := range map[string]string{`"d1","d4","d5"`: `"not_candidates":2}`, `"d1","d3","d5"`: `"not_candidates":1}`,
		`"d1","d3","d2"`: `]}`} {
		_, got := asked(t, nil, `{"op":"draw","lists":[{"query":"q1","documents":[`+documents+`],"scores":[3,2,1]}]}`)
		if len(got) != 1 || !strings.HasSuffix(got[0], want) {
			t.Errorf("%s: %q, want %s", documents, got, want)
		}
	}
}

// TestLimits: a request and an answer that are too long are refused with their ids, and the next request is answered.
func TestLimits(t *testing.T) {
	s := server(t, nil)
	s.MaxRequest, s.MaxAnswer = 100, 60
	got := ask(t, s, `{"id":1,"op":"texts","documents":["`+strings.Repeat("d1 ", 100)+`"]}`,
		`{"id":2,"op":"queries"}`, `{"id":3,"op":"texts","documents":["d5"]}`)[1:]
	if len(got) != 3 || !strings.HasPrefix(got[0], `{"id":1,"error":"a request is longer than 100 bytes"`) ||
		!strings.HasPrefix(got[1], `{"id":2,"error":"the answer is longer than 60 bytes"`) || got[2] != `{"id":3,"texts":["plum fig fig"]}` {
		t.Errorf("%q", got)
	}
}
