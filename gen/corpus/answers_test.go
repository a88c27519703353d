package corpus

import (
	"context"
	"slices"
	"testing"
)

// TestAnswersAreCandidates: integer scores order answers and judge nothing; the query's id is the row's.
func TestAnswersAreCandidates(t *testing.T) {
	path := put(t, "answers.jsonl", `{"id": "7", "query": "q", "answers": [{"text": "one", "score": 1}, {"text": "two", "score": 3}]}`+"\n")
	l, err := Discover(path, Auto)
	if err != nil {
		t.Fatal(err)
	}
	got, err := l.Candidates(context.Background(), AllSplits, Options{})
	want := []Scored{{"7", contentID("two"), 1, 3}, {"7", contentID("one"), 2, 1}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("candidates %v, %v", got, err)
	}
	if len(l.Qrels) != 0 {
		t.Errorf("judged by %v", l.Qrels)
	}
	path = put(t, "answers.jsonl", `{"query": "q", "answers": [{"text": "one", "score": "good"}]}`+"\n")
	if l, err = Discover(path, Table); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Candidates(context.Background(), AllSplits, Options{}); err == nil {
		t.Error("a score that is no number is taken")
	}
}
