package mine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
)

// TestExplainWhatCanBe: a condition has its numbers. There is none of a document that is no candidate, of an axiom of three documents, or
// of one that lacks what it needs.
func TestExplainWhatCanBe(t *testing.T) {
	x, queries := threeDocs(t)
	m := &Miner{Index: x, Collection: &axioms.Collection{Stats: x}}
	for _, c := range []struct {
		axiom, first, second string
		want                 bool
	}{{"tfc1", "a", "b", true}, {"tfc1", "a", "none", false}, {"tfc1", "none", "a", false},
		{"stmc1", "a", "b", false}, {"tfc2", "a", "b", false}, {"lnc2(variant=camara)", "a", "b", false}} {
		a, err := axioms.Parse(c.axiom)
		if err != nil {
			t.Fatal(err)
		}
		e := m.Explain(&queries[0], a, [2]string{c.first, c.second}, [2]string{"d1", "d2"})
		if (e != nil) != c.want {
			t.Errorf("%s on %s and %s: %+v", c.axiom, c.first, c.second, e)
		}
	}
}

// TestExplainNumbers: the conditions have the numbers of the two documents, wherever they are among the candidates, b, a and c.
func TestExplainNumbers(t *testing.T) {
	x, queries := threeDocs(t)
	m := &Miner{Index: x, Collection: &axioms.Collection{Stats: x}}
	a, err := axioms.Parse("tfc1")
	if err != nil {
		t.Fatal(err)
	}
	for ids, want := range map[[2]string]string{
		{"b", "c"}: "c(whale): 1 >= 0", {"a", "b"}: "c(whale): 2 >= 1", {"a", "c"}: "c(whale): 2 >= 0"} {
		e := m.Explain(&queries[0], a, ids, [2]string{"d1", "d2"})
		if text := fmt.Sprintf("%+v", *e); !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %s", ids, text, want)
		}
	}
}

// TestWordOf: a term of the collection has its word, another one that of the query's text. Where a stop word is missing from it, or for a
// term that neither has, there is none.
func TestWordOf(t *testing.T) {
	x, _ := threeDocs(t)
	m := &Miner{Index: x}
	q := &Query{Text: "zebra whale yak", Terms: index.AnalyseQuery(x, "zebra whale yak")}
	for i, want := range []string{"zebra", "whale", "yak"} {
		if got := m.wordOf(q, q.Terms[i]); got != want {
			t.Errorf("term %d: %s, want %s", i, got, want)
		}
	}
	if got := m.wordOf(q, q.Terms[2]+1); got != "?" {
		t.Errorf("a term of nobody: %s", got)
	}
	q.Text = "zebra whale yak eel"
	if got := m.wordOf(q, q.Terms[2]); got != "?" {
		t.Errorf("a text of more words: %s", got)
	}
}
