package shard

import (
	"maps"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TestContradictions: Inspect counts the inputs that have both labels, in each folder of documents with labels: d1 is below d0 and above
// d2. A majority takes both rows out.
func TestContradictions(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 3)
	var rows []pairs.Pair
	for i, p := range [][2]string{{"d0", "d1"}, {"d1", "d2"}} {
		rows = append(rows, pairs.Pair{UID: pairs.NewUID("pairwise", "", "q0", p[0], p[1], i), Task: "pairwise", QueryID: "q0", PosID: p[0],
			NegID: p[1], Weight: 1, Margin: 1, Source: pairs.Axiomatic})
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows)})
	o := plainFormats()
	o.Formats = []string{"parquet", "tfrecord", "mtdnn", "st-cross", "st-pairs"}
	o.MTDNNRanking = "pointwise"
	for fate, n := range map[string]int{plan.Keep: 1, plan.Majority: 0} {
		o.Pointwise = fate
		dir, _ := mustWrite(t, in, o)
		s := must.Get(Inspect(t.Context(), dir, 0, nil))(t)
		got := map[string]int{}
		for _, f := range s.Folders {
			got[f.Name] = f.Contradictions
		}
		if want := map[string]int{"pairs": 0, "pairs-tokenized": 0, "cross": n, "tfrecord": n, "mtdnn": n, "cross-encoder": n,
			"cross-encoder-meta": 0, "labeled-pair": n, "labeled-pair-meta": 0}; !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", fate, got, want)
		}
	}
	if o.Formats, o.Pointwise = []string{"tfrecord"}, plan.Soft; o.Validate() == nil {
		t.Error("classes take soft labels")
	}
}
