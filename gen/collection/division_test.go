package collection

import (
	"fmt"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// given makes splits of n queries each, every one with a relevant document.
func given(n int, splits ...string) (list []Topics) {
	for _, split := range splits {
		t := Topics{Split: split}
		for i := range n {
			id := fmt.Sprintf("%s%d", split, i)
			t.Queries = append(t.Queries, corpus.Query{ID: id, Text: id})
			t.Qrels = append(t.Qrels, corpus.Qrel{QueryID: id, DocID: "d", Grade: 1})
		}
		list = append(list, t)
	}
	return list
}

// An official test split is never pooled or cut; dev comes out of train by hash; folds are asked for or announced.
func TestDivisions(t *testing.T) {
	for _, c := range []struct {
		splits    []string
		asked     string
		divisions int
		sizes     string // of the first division
		note      string
	}{
		{[]string{"train", "dev", "test"}, "given", 1, "train 50 dev 50 test 50", ""},
		{[]string{"train", "test"}, "given", 1, "train 40 dev 10 test 50", "no dev split: one in 5"},
		{[]string{"train", "hard", "test"}, "given", 1, "train 80 dev 20 test 50",
			"no dev split: one in 5 of the queries of train and hard is dev, by hash, the others are train"},
		{[]string{"dev", "test"}, "given", 1, "train 40 dev 10 test 50", "no train split: one in 5"},
		{[]string{"test"}, "given", 5, "train 30 dev 10 test 10", "no train, no dev split: five folds"},
		{[]string{"train", "dev"}, "given", 5, "train 60 dev 20 test 20", "no test split: five folds"},
		{[]string{"all"}, "folds 5", 5, "train 30 dev 10 test 10", ""},
	} {
		g := configs.Gen{QueryOptions: configs.QueryOptions{Splits: c.asked}, Seed: 42}
		list, notes, err := divisions(&g, given(50, c.splits...))
		must.Do(t, err)
		var sizes []string
		for _, topics := range list[0].Topics {
			sizes = append(sizes, fmt.Sprint(topics.Split, " ", len(topics.Queries)))
			if len(topics.Queries) != len(topics.Qrels) {
				t.Errorf("%v: %d queries and %d judgements in %s", c.splits, len(topics.Queries), len(topics.Qrels), topics.Split)
			}
			for _, q := range topics.Queries {
				if len(list) == 1 && len(c.splits) > 1 && (topics.Split == "test") != strings.HasPrefix(q.ID, "test") {
					t.Errorf("%v: query %s is in %s", c.splits, q.ID, topics.Split)
				}
			}
		}
		if got := strings.Join(sizes, " "); len(list) != c.divisions || got != c.sizes {
			t.Errorf("%v: %d divisions, the first %s; want %d, %s", c.splits, len(list), got, c.divisions, c.sizes)
		}
		if got := strings.Join(notes, "; "); (c.note == "") != (got == "") || !strings.Contains(got, c.note) {
			t.Errorf("%v: note %q, want %q", c.splits, got, c.note)
		}
	}
}

// In folds no test query of a fold is one of its dev or training queries, and every query is tested once.
func TestFoldsOfAnExperiment(t *testing.T) {
	list, _, err := divisions(&configs.Gen{QueryOptions: configs.QueryOptions{Splits: "given"}, Seed: 7}, given(23, "test"))
	must.Do(t, err)
	tested := map[string]int{}
	for _, d := range list {
		in := map[string]string{}
		for _, topics := range d.Topics {
			for _, q := range topics.Queries {
				if other, twice := in[q.ID]; twice {
					t.Errorf("fold %d: %s is in %s and %s", d.Fold, q.ID, other, topics.Split)
				}
				if in[q.ID] = topics.Split; topics.Split == "test" {
					tested[q.ID]++
				}
			}
		}
	}
	for id, n := range tested {
		if n != 1 {
			t.Errorf("%s is tested %d times", id, n)
		}
	}
	if len(tested) != 23 {
		t.Errorf("%d queries are tested", len(tested))
	}
}

// Fewer dev queries are among more of them.
func TestLimitDev(t *testing.T) {
	ids := func(n int) map[string]bool {
		d := Division{Topics: given(30, "train", "dev", "test")}
		d.limitDev(n, 1, 42)
		if len(d.Topics[0].Queries) != 30 || len(d.Topics[2].Queries) != 30 {
			t.Error("other splits were cut")
		}
		out := map[string]bool{}
		for _, q := range d.Topics[1].Queries {
			out[q.ID] = true
		}
		return out
	}
	few, more := ids(5), ids(12)
	if len(few) != 5 || len(more) != 12 || len(ids(0)) != 30 || len(ids(100)) != 30 {
		t.Errorf("%d of 5, %d of 12, %d of all", len(few), len(more), len(ids(0)))
	}
	for id := range few {
		if !more[id] {
			t.Errorf("%s is among 5, not among 12", id)
		}
	}
}

// Rows come from train, from the split that is named, or from all queries where nothing divides them. Held-out queries alone are refused.
func TestTrainingSplit(t *testing.T) {
	for _, c := range []struct {
		has, named, want string
	}{
		{"train", "", "train"},
		{"train dev test", "", "train"},
		{"train dev test", "dev", "dev"},
		{"all", "", "all"},
		{"test", "test", "test"},
		{"test", "", ""},
		{"dev", "", ""},
		{"dev test", "", ""},
		{"eval", "", ""},
		{"all test", "", ""},
		{"train test", "tset", ""},
	} {
		got, err := TrainingSplit(&configs.Gen{QueryOptions: configs.QueryOptions{TrainOn: c.named}}, strings.Fields(c.has))
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s, named %q: %q, %v", c.has, c.named, got, err)
		}
		if f, ok := err.(*errs.Error); err != nil && c.named == "" && (!ok || !strings.Contains(f.Hint, "--splits") ||
			!strings.Contains(f.Hint, "--set train_on") || !strings.Contains(f.Hint, "--topics train=")) {
			t.Errorf("%s: the error does not name three ways on: %v", c.has, err)
		}
	}
}
