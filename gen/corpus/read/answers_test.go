package read

import (
	"context"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

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
