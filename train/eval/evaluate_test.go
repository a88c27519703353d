package eval

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestMeans: by hand. A query without results counts 0, and a measure that does not exist is an error.
func TestMeans(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{nil, 0}, {[]float64{5}, 5}, {[]float64{1, 2, 6}, 3}} {
		must.Equal(t, Mean(c.values), c.want, "%v", c.values)
	}
	qrels := []corpus.Qrel{{QueryID: "q", DocID: "b", Grade: 1}, {QueryID: "r", DocID: "b", Grade: 1}}
	run := []corpus.RunRow{{QueryID: "q", DocID: "a", Score: 2}, {QueryID: "q", DocID: "b", Score: 1}}
	if got, err := MeanOf("RR", 1, qrels, run); err != nil || got != .25 { // a half and nothing
		t.Errorf("%v, %v, want .25", got, err)
	}
	if got, err := MeanOf("none", 1, qrels, run); err == nil || got != 0 {
		t.Errorf("%v, %v, want an error", got, err)
	}
}

// TestTable: by hand. The lines of trec_eval are rows, first those of each query, then those of all; whoever stops reading gets no more.
func TestTable(t *testing.T) {
	qrels := []corpus.Qrel{{QueryID: "q", DocID: "a", Grade: 1}, {QueryID: "r", DocID: "b", Grade: 1}}
	run := []corpus.RunRow{{QueryID: "q", DocID: "a", Score: 2}, {QueryID: "r", DocID: "a", Score: 2}, {QueryID: "r", DocID: "b", Score: 1}}
	result, measures := Evaluate(qrels, run, Options{Level: 1}), []Measure{parsed(t, "num_q"), parsed(t, "recip_rank")}
	rows := [][]string{{"recip_rank", "q", "1.0000"}, {"recip_rank", "r", "0.5000"}, {"num_q", "all", "2"}, {"recip_rank", "all", "0.7500"}}
	for perQuery, want := range map[bool][][]string{true: rows, false: rows[2:]} {
		var got [][]string
		for v := range values(result, measures, perQuery) {
			got = append(got, []string{v.measure.String(), v.query, v.String()})
		}
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("each query: %v: %q, want %q", perQuery, got, want)
		}
		if text := Table(result, measures, perQuery); len(text.Rows) != len(want) {
			t.Errorf("each query: %v: %d rows, want %d", perQuery, len(text.Rows), len(want))
		}
		for most := range want {
			n := 0
			for range values(result, measures, perQuery) {
				if n++; n > most {
					break
				}
			}
		}
	}
}

// TestRowsOfAQueryApart: rows of two queries in turn are as those of each together, and the run that is handed over stays as it is.
func TestRowsOfAQueryApart(t *testing.T) {
	qrels := []corpus.Qrel{{QueryID: "q", DocID: "b", Grade: 1}, {QueryID: "r", DocID: "a", Grade: 1}}
	apart := []corpus.RunRow{{QueryID: "q", DocID: "a", Score: 1}, {QueryID: "r", DocID: "a", Score: 2}, {QueryID: "q", DocID: "b", Score: 2},
		{QueryID: "q", DocID: "b", Score: 1}, {QueryID: "r", DocID: "c", Score: 3}}
	before := slices.Clone(apart)
	r := Evaluate(qrels, apart, Options{Level: 1})
	if got := parsed(t, "RR").PerQuery(r, []string{"q", "r"}); !slices.Equal(got, []float64{1, .5}) { // b, a; c, a
		t.Errorf("reciprocal ranks %v", got)
	}
	if !slices.Equal(apart, before) {
		t.Errorf("the run has become %v", apart)
	}
}
