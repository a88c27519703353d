package collection

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

func topicsOf(n int) []Topics {
	t := Topics{Split: read.AllSplits}
	for i := range n {
		id := fmt.Sprintf("q%d", i)
		t.Queries = append(t.Queries, corpus.Query{ID: id})
		t.Qrels = append(t.Qrels, corpus.Qrel{QueryID: id, DocID: "d", Grade: 1})
	}
	return []Topics{t}
}

// Over all folds every query is a test query once and a dev query once, and never stands in two splits of a fold.
func TestFoldsPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, folds := rapid.IntRange(3, 60).Draw(t, "queries"), rapid.IntRange(3, 7).Draw(t, "folds")
		tested, developed := map[string]int{}, map[string]int{}
		for fold := range folds {
			seen := 0
			for _, s := range (Splits{Folds: folds}).Divide(topicsOf(n), fold, 42) {
				seen += len(s.Queries)
				if len(s.Qrels) != len(s.Queries) {
					t.Fatalf("fold %d: %d judgements for %d queries of %s", fold, len(s.Qrels), len(s.Queries), s.Split)
				}
				for _, q := range s.Queries {
					switch s.Split {
					case "test":
						tested[q.ID]++
					case "dev":
						developed[q.ID]++
					}
				}
			}
			if seen != n {
				t.Fatalf("fold %d holds %d of %d queries", fold, seen, n)
			}
		}
		for _, q := range topicsOf(n)[0].Queries {
			if tested[q.ID] != 1 || developed[q.ID] != 1 {
				t.Fatalf("%s was tested %d times and dev %d times", q.ID, tested[q.ID], developed[q.ID])
			}
		}
	})
}

func TestHashShares(t *testing.T) {
	s := must.Get(ParseSplits("hash 70/15/15"))(t)
	got := map[string]int{}
	for _, split := range s.Divide(topicsOf(200), 0, 42) {
		got[split.Split] = len(split.Queries)
	}
	if got["train"] != 140 || got["dev"] != 30 || got["test"] != 30 { // 70, 15 and 15 % of 200
		t.Errorf("shares of 200 queries: %v", got)
	}
}

func TestParseSplitsRefuses(t *testing.T) {
	for _, text := range []string{"", "hash", "hash 70/20/20", "hash -10/55/55", "folds 2", "folds x", "thirds",
		"folds 5.9", "folds 5 10", "folds 5_0", "folds 257", "folds 9223372036854775807", "hash 70/15/15.5", "hash 70/15/15/0", "given 5",
		"hash 9223372036854775807/9223372036854775807/102", "test from dev 30.7", "test from dev 30 40", "test from test 30"} {
		if s, err := ParseSplits(text); err == nil {
			t.Errorf("%q was read as %+v", text, s)
		}
	}
}

// A test split cut from dev leaves train as it is, and the given test split, which nobody judged, is not used; a share holds
// every smaller one.
func TestCutSplit(t *testing.T) {
	var given []Topics
	for _, of := range []struct {
		split string
		n     int
	}{{"train", 30}, {"dev", 20}, {"test", 10}} {
		split := Topics{Split: of.split}
		for i := range of.n {
			id := of.split + strconv.Itoa(i)
			split.Queries = append(split.Queries, corpus.Query{ID: id})
			split.Qrels = append(split.Qrels, corpus.Qrel{QueryID: id, DocID: "d", Grade: 1})
		}
		given = append(given, split)
	}
	test := map[int]map[string]bool{}
	for _, percent := range []int{30, 50} {
		s := must.Get(ParseSplits(fmt.Sprintf("test from dev %d", percent)))(t)
		test[percent] = map[string]bool{}
		sizes := map[string]int{}
		for _, split := range s.Divide(given, 0, 42) {
			sizes[split.Split] += len(split.Queries)
			if len(split.Qrels) != len(split.Queries) {
				t.Errorf("%s: %d judgements of %d queries", split.Split, len(split.Qrels), len(split.Queries))
			}
			for _, q := range split.Queries {
				if from := strings.TrimRight(q.ID, "0123456789"); from != split.Split && !(from == "dev" && split.Split == "test") {
					t.Errorf("%s holds %s", split.Split, q.ID)
				}
				test[percent][q.ID] = split.Split == "test"
			}
		}
		if want := map[string]int{"train": 30, "dev": 20 - 20*percent/100, "test": 20 * percent / 100}; !maps.Equal(sizes, want) {
			t.Errorf("%d percent: %v, want %v", percent, sizes, want)
		}
	}
	for id, in := range test[30] {
		if in && !test[50][id] {
			t.Errorf("%s is of the test split at 30 percent and not at 50", id)
		}
	}
	for _, bad := range []string{"test from test 10", "test from dev 0", "test from dev 100", "test from dev", "test from train x"} {
		if _, err := ParseSplits(bad); err == nil {
			t.Errorf("%q is no error", bad)
		}
	}
}

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
			must.Do(t, err)
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
