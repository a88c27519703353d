package gen_test

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Pools drawn from the first candidates only, or from the queries with or without labels; what lies elsewhere is counted.
func TestPoolSource(t *testing.T) {
	few := func(more func(*configs.Config)) func(*configs.Config) {
		return func(c *configs.Config) {
			c.Gen.JudgedQueries, c.Gen.Ratio, c.Gen.Axioms, c.Gen.Judged = 5, "none", "tfc1", "all"
			more(c)
		}
	}
	axiomatic := func(more func(*configs.Config)) (rows []pairs.Pair, judged map[string]bool, elsewhere int) {
		_, data, report := drawn(t, few(more))
		judged = map[string]bool{}
		for _, d := range data {
			for _, r := range d.Rows() {
				switch {
				case d.Split != "train":
				case r.Source == pairs.Judged:
					judged[r.QueryID] = true
				default:
					rows = append(rows, r)
				}
			}
		}
		return rows, judged, report.Pools()[0].LeftOut["other_source"]
	}
	all, judged, elsewhere := axiomatic(func(*configs.Config) {})
	if len(judged) != 5 || elsewhere != 0 {
		t.Fatalf("%d judged queries, %d instances elsewhere", len(judged), elsewhere)
	}
	inside := 0
	for _, r := range all {
		if *r.PosRank <= 10 && *r.NegRank <= 10 {
			inside++
		}
	}
	top, _, elsewhere := axiomatic(func(c *configs.Config) { c.Gen.Pool = "all 10" })
	if len(top) != inside || elsewhere == 0 {
		t.Errorf("%d pairs among the first ten candidates, %d drawn, %d elsewhere", inside, len(top), elsewhere)
	}
	of, _, _ := axiomatic(func(c *configs.Config) { c.Gen.Pool = "judged" })
	without, _, _ := axiomatic(func(c *configs.Config) { c.Gen.Pool = "unjudged" })
	if len(of) == 0 || len(without) == 0 || len(of)+len(without) != len(all) {
		t.Errorf("%d pairs, %d of judged queries and %d of others", len(all), len(of), len(without))
	}
	for _, r := range of {
		if !judged[r.QueryID] {
			t.Fatalf("a pair of the unjudged query %s", r.QueryID)
		}
	}
}
