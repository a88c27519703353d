package eval

import (
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
)

// TestCompare: by hand. On one of three queries the second run is better, on one it is worse, and each measure is compared.
func TestCompare(t *testing.T) {
	var qrels []corpus.Qrel
	var first, second []corpus.RunRow
	for _, id := range []string{"q", "r", "s"} {
		qrels = append(qrels, corpus.Qrel{QueryID: id, DocID: "a", Grade: 1})
		scores := map[string][2]float64{"q": {1, 3}, "r": {3, 1}, "s": {3, 3}}[id] // of the relevant document; the other one has 2
		first = append(first, corpus.RunRow{QueryID: id, DocID: "a", Score: scores[0]}, corpus.RunRow{QueryID: id, DocID: "b", Score: 2})
		second = append(second, corpus.RunRow{QueryID: id, DocID: "a", Score: scores[1]}, corpus.RunRow{QueryID: id, DocID: "b", Score: 2})
	}
	second[3].Score = 9 // the other document of r, which is first either way
	a, b := Evaluate(qrels, first, Options{Level: 1}), Evaluate(qrels, second, Options{Level: 1})
	compare := func(name string, ids ...string) Comparison {
		m := parsed(t, name)
		return Compare(name, m.PerQuery(a, ids), m.PerQuery(b, ids))
	}
	for _, name := range []string{"RR", "P@1"} {
		if c := compare(name, "q", "r", "s"); c.Measure != name || c.N != 3 || c.Wins != 1 || c.Losses != 1 || c.Ties != 1 || c.Diff != 0 {
			t.Errorf("%+v, want %s with one of each", c, name)
		}
	}
	if c := compare("RR", "q"); c.MeanA != .5 || c.MeanB != 1 || c.Diff != .5 {
		t.Errorf("%+v, want .5 and 1", c)
	}
}
