package gen_test

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/must"
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

// What `help delta_star` says of samples under two length bounds: under the default axioms, with one seed and one number of pairs, the
// pairs drawn at 0.2 that are within 0.1 are drawn at 0.1 too. Not all of them are within 0.1, and the sets differ.
func TestBoundsShareTheirPairs(t *testing.T) {
	for _, draw := range []string{sample.Balanced, sample.Uniform} {
		drawn := map[string]map[string]bool{} // by bound: axiom, query and documents, and whether they are within 0.1
		for _, bound := range []string{"0.1", "0.2"} {
			c := ready(t, start(t, "demo", demo, func(c *configs.Config) {
				c.Gen.Vectors, c.Gen.Axioms, c.Gen.Ratio, c.Gen.Pairs, c.Gen.Sample, c.Gen.DeltaStar = "", "length-safe", "1:1", "300", draw, bound
			}))
			data, _, err := sampled(c)
			must.Do(t, err)
			length := func(id string) float64 {
				number, _ := c.Index.Doc(id)
				return float64(c.Index.Len(number))
			}
			drawn[bound] = map[string]bool{}
			for _, r := range data[0].Rows() {
				if r.Axiom != "" {
					axiom, _, _ := strings.Cut(r.Axiom, "(")
					longer, shorter := max(length(r.PosID), length(r.NegID)), min(length(r.PosID), length(r.NegID))
					drawn[bound][strings.Join([]string{axiom, r.QueryID, r.PosID, r.NegID}, " ")] = longer-shorter <= .1*longer
				}
			}
			if len(drawn[bound]) != 300 {
				t.Fatalf("%s at %s: %d axiomatic rows", draw, bound, len(drawn[bound]))
			}
		}
		within := 0
		for pair, narrow := range drawn["0.2"] {
			if _, too := drawn["0.1"][pair]; narrow && !too {
				t.Errorf("%s: %s is drawn at 0.2 alone, though it is within 0.1", draw, pair)
			} else if narrow {
				within++
			}
		}
		if within == 0 || within == len(drawn["0.2"]) {
			t.Errorf("%s: %d of %d pairs drawn at 0.2 are within 0.1", draw, within, len(drawn["0.2"]))
		}
	}
}
