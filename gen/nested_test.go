package gen_test

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

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
