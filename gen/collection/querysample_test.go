package collection

import (
	"fmt"
	"math"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"pgregory.net/rapid"
)

// The queries of a share are among those of every larger one, in every split and under every division, in the files' order;
// a share of n queries is round(share n), at least one; what belongs to other queries goes with them.
func TestQuerySampleIsNested(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := []Topics{{Split: "train"}, {Split: "test"}}
		for i := range rapid.IntRange(6, 60).Draw(t, "queries") {
			at := &given[i%2]
			id := fmt.Sprint("q", i)
			at.Queries = append(at.Queries, corpus.Query{ID: id, Text: "x"})
			at.Qrels = append(at.Qrels, corpus.Qrel{QueryID: id, DocID: "d", Grade: 1})
			at.Run = append(at.Run, corpus.RunRow{QueryID: id, DocID: "d", Rank: 1})
		}
		splits := rapid.SampledFrom([]Splits{{Given: true}, {Hash: [3]int{70, 15, 15}}, {Folds: 3}}).Draw(t, "splits")
		a, b := rapid.Float64Range(0.01, 1).Draw(t, "a"), rapid.Float64Range(0.01, 1).Draw(t, "b")
		if a > b {
			a, b = b, a
		}
		cut := func(share float64) map[string][]corpus.Query {
			g := configs.Gen{Seed: 7, QueryOptions: configs.QueryOptions{QuerySample: fmt.Sprint(share)}}
			whole := splits.Divide(given, 1, 7)
			topics, _, err := Divide(&g, given, splits, 1)
			if err != nil {
				t.Fatal(err)
			}
			out := map[string][]corpus.Query{}
			for i, part := range topics {
				if want := max(1, int(math.Round(share*float64(len(whole[i].Queries))))); len(part.Queries) != want || len(part.Qrels) != want ||
					len(part.Run) != want {
					t.Fatalf("%s: %d queries, %d judgements, %d rows, want %d", part.Split, len(part.Queries), len(part.Qrels), len(part.Run), want)
				}
				out[part.Split] = part.Queries
			}
			return out
		}
		small, large := cut(a), cut(b)
		for split, queries := range small {
			at := 0 // both in the files' order, so one pass finds all
			for _, q := range large[split] {
				if at < len(queries) && q.ID == queries[at].ID {
					at++
				}
			}
			if at < len(queries) {
				t.Fatalf("%s: query %s of the share %v is not in that of %v", split, queries[at].ID, a, b)
			}
		}
	})
}

func TestParseQuerySample(t *testing.T) {
	for text, want := range map[string]QuerySample{"": {}, "0.1": {"all": 0.1}, "1": {"all": 1},
		"train=0.25, dev=1": {"train": 0.25, "dev": 1}, "0.5,test=1": {"all": 0.5, "test": 1}} {
		if got, err := ParseQuerySample(text); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0", "-0.1", "1.5", "10%", "train", "train=", "=0.1", "0.1,0.2", "train=0.1,train=0.2", "NaN",
		"train=0.1=0.2"} {
		if got, err := ParseQuerySample(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
