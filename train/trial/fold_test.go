package trial

import (
	"fmt"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/train/eval"
)

// split returns a split with queries, of which some are judged.
func split(name string, queries, judged string) collection.Topics {
	t := collection.Topics{Split: name}
	for _, id := range strings.Fields(queries) {
		t.Queries = append(t.Queries, corpus.Query{ID: id})
	}
	for _, id := range strings.Fields(judged) {
		t.Qrels = append(t.Qrels, corpus.Qrel{QueryID: id, DocID: "d", Grade: 1})
	}
	return t
}

// TestCheckJudged: dev and test are measured, and want judgements; training does not.
func TestCheckJudged(t *testing.T) {
	for _, c := range []struct {
		train, dev, test string // judged queries
		want             string
	}{
		{"a", "b", "c", ""},
		{"", "b", "c", ""},
		{"", "", "", "no query has a judgement: nothing can be measured"},
		{"a", "", "c", "no dev query has a judgement"},
		{"a", "b", "", "no test query has a judgement"},
		{"", "b", "", "no test query has a judgement"},
	} {
		topics := []collection.Topics{split("train", "a", c.train), split("dev", "b", c.dev), split("test", "c", c.test)}
		err := checkJudged(topics, []collection.Division{{Topics: topics}})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestFoldTakesItsQueries: each split's queries in the topics' order, without those that were dropped.
func TestFoldTakesItsQueries(t *testing.T) {
	queries := []mine.Query{{ID: "c"}, {ID: "a"}, {ID: "b"}}
	var f Fold
	topics := []collection.Topics{split("train", "a dropped", ""), split("other", "x", ""), split("dev", "b", ""), split("test", "c", "")}
	f.take(topics, queries)
	ids := func(list []mine.Query) (out []string) {
		for i := range list {
			out = append(out, list[i].ID)
		}
		return out
	}
	if got := fmt.Sprint(ids(f.Train), ids(f.Dev), ids(f.Test)); got != "[a] [b] [c]" {
		t.Error(got)
	}
}

// TestJudgedDev: only dev queries with a judgement are measured, in lists of their candidates. The relevant documents are first here.
func TestJudgedDev(t *testing.T) {
	chain := chaintest.All(t, nil)
	d := &Division{Chain: chain}
	d.readQrels(chain.Inputs.Topics)
	var queries []mine.Query
	for _, s := range chain.Splits {
		queries = append(queries, s.Queries...)
	}
	var f Fold
	f.take(chain.Inputs.Topics, queries)
	numJudged := len(d.JudgedIDs(f.Dev))
	f.Dev = append([]mine.Query{{ID: "unjudged"}}, f.Dev...)
	if err := d.check(&f); err != nil {
		t.Fatal(err)
	}
	if len(f.JudgedDev) != numJudged || numJudged == 0 || f.JudgedDev[0].ID == "unjudged" {
		t.Errorf("%d judged dev queries, want %d", len(f.JudgedDev), numJudged)
	}
	measure, err := eval.Parse("RR")
	if err != nil {
		t.Fatal(err)
	}
	for i, value := range f.DevLists.PerQuery(measure, func(i int) []float64 {
		scores := make([]float64, len(f.JudgedDev[i].Docs))
		for c := range scores {
			scores[c] = -float64(f.JudgedDev[i].Docs[c].Rank)
			if f.JudgedDev[i].Docs[c].Grade > 0 {
				scores[c] = 1
			}
		}
		return scores
	}) {
		if value != 1 {
			t.Errorf("query %d: reciprocal rank %v with its relevant documents first", i, value)
		}
	}
}

// TestJudgedIDs: the queries with judgements, in their order, and all judgements of those that are asked for.
func TestJudgedIDs(t *testing.T) {
	var d Division
	d.readQrels([]collection.Topics{split("dev", "", "a b"), split("test", "", "c")})
	if got := d.JudgedIDs([]mine.Query{{ID: "c"}, {ID: "x"}, {ID: "b"}}); fmt.Sprint(got) != "[c b]" {
		t.Error(got)
	}
	if got := len(d.Qrels([]string{"b", "c", "x"})); got != 2 {
		t.Errorf("%d judgements, want 2", got)
	}
}

// TestFoldText: with folds a text has their number.
func TestFoldText(t *testing.T) {
	for number, want := range map[int]string{0: "first stage", 1: "first stage of fold 1", 12: "first stage of fold 12"} {
		if got := FoldText("first stage", number); got != want {
			t.Errorf("%d: %s, want %s", number, got, want)
		}
	}
}

// TestFoldWithoutQueries: a fold needs queries of each split, and judged ones of dev and test.
func TestFoldWithoutQueries(t *testing.T) {
	chain := chaintest.All(t, nil)
	d := &Division{Chain: chain}
	d.readQrels([]collection.Topics{split("dev", "", "b"), split("test", "", "c")})
	a, b, c := []mine.Query{{ID: "a"}}, []mine.Query{{ID: "b"}}, []mine.Query{{ID: "c"}}
	for want, f := range map[string]Fold{"": {Train: a, Dev: b, Test: c}, "the train split has no query": {Dev: b, Test: c},
		"the dev split has no query": {Train: a, Test: c}, "the test split has no query": {Train: a, Dev: b},
		"no dev query has a judgement": {Train: a, Dev: a, Test: c}, "no test query has a judgement": {Train: a, Dev: b, Test: a}} {
		if err := d.check(&f); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}
