package eval

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
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

// With -l 0 a judged document of grade 0 is relevant and one without a judgement is not: as with -l 1 where every grade is one higher.
func TestFromZero(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var qrels, higher []corpus.Qrel
		var run []corpus.RunRow
		for doc := range 12 {
			id := fmt.Sprint("d", doc)
			if grade := rapid.IntRange(-1, 2).Draw(t, "grade"); grade >= 0 {
				qrels = append(qrels, corpus.Qrel{QueryID: "q", DocID: id, Grade: grade})
				higher = append(higher, corpus.Qrel{QueryID: "q", DocID: id, Grade: grade + 1})
			}
			run = append(run, corpus.RunRow{QueryID: "q", DocID: id, Score: float64(rapid.IntRange(0, 20).Draw(t, "score"))})
		}
		if len(qrels) == 0 {
			return
		}
		zero, one := Evaluate(qrels, run, Options{FromZero: true}), Evaluate(higher, run, Options{Level: 1})
		for _, name := range []string{"map", "P.5", "recall.5", "recip_rank", "Rprec", "num_rel", "num_rel_ret", "success.1"} {
			measures := must.Get(ParseArg(name))(t)
			if got, want := zero.Summary(measures[0]), one.Summary(measures[0]); got != want {
				t.Errorf("%s is %v from grade 0 and %v a grade higher", name, got, want)
			}
		}
	})
}

// Lists measure what Evaluate measures of a run with the same scores, ties and queries without judgements included.
func TestListsAreEvaluate(t *testing.T) {
	measures := []string{"MAP", "nDCG@10", "P@5", "MRR", "bpref", "MAP(rel=2)", "num_ret", "Judged@2"}
	rapid.Check(t, func(t *rapid.T) {
		level := rapid.IntRange(1, 2).Draw(t, "level")
		var lists []List
		var qrels []corpus.Qrel
		var run []corpus.RunRow
		var scores [][]float64
		for q := range rapid.IntRange(1, 4).Draw(t, "queries") {
			l := List{QueryID: fmt.Sprint("q", q)}
			var of []float64
			for _, d := range rapid.Permutation([]int{1, 2, 3, 10, 20, 100}).Draw(t, "documents")[:rapid.IntRange(0, 6).Draw(t, "candidates")] {
				id, score := fmt.Sprint("d", d), float64(rapid.IntRange(0, 3).Draw(t, "score"))
				l.DocIDs, of = append(l.DocIDs, id), append(of, score)
				run = append(run, corpus.RunRow{QueryID: l.QueryID, DocID: id, Score: score})
			}
			for _, d := range rapid.SliceOfDistinct(rapid.SampledFrom([]int{1, 2, 3, 10, 20, 100, 7}), rapid.ID[int]).Draw(t, "judged") {
				qrels = append(qrels, corpus.Qrel{QueryID: l.QueryID, DocID: fmt.Sprint("d", d), Grade: rapid.IntRange(-1, 3).Draw(t, "grade")})
			}
			lists, scores = append(lists, l), append(scores, of)
		}
		m := must.Get(Parse(rapid.SampledFrom(measures).Draw(t, "measure")))(t)
		var ids []string
		for _, l := range lists {
			ids = append(ids, l.QueryID)
		}
		want := m.PerQuery(Evaluate(qrels, run, Options{Level: level}), ids)
		got := NewLists(qrels, lists, Options{Level: level}).PerQuery(m, func(query int) []float64 { return scores[query] })
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %v, Evaluate gives %v", m, got, want)
		}
	})
}

// What SciPy says of paired lists whose differences it is given exactly, as whole numbers: testdata/tied. Among them are the lists of
// testdata/significance, of which SciPy misses ties when it subtracts the floating numbers itself.
func TestTiedValues(t *testing.T) {
	raw := must.Get(os.ReadFile(filepath.Join("testdata", "tied", "answers.json")))(t)
	var expected struct {
		Tests []struct {
			Kind               string
			A, B               []float64
			Wins, Ties, Losses int
			Wilcoxon           float64    `json:"wilcoxon_p"`
			T                  float64    `json:"t_p"`
			CI95               [2]float64 `json:"ci95"`
		}
	}
	must.Do(t, json.Unmarshal(raw, &expected))
	if len(expected.Tests) != 82 {
		t.Fatalf("%d lists, want 82", len(expected.Tests))
	}
	dust := 0 // lists on which subtraction alone sees fewer ties
	for i, g := range expected.Tests {
		c := Compare(g.Kind, g.B, g.A)
		near := func(x, want float64) bool { return math.Abs(x-want) <= 1e-9 }
		if !near(c.WilcoxonP, g.Wilcoxon) || !near(c.TP, g.T) || !near(c.CI95[0], max(-1, g.CI95[0])) || !near(c.CI95[1], min(1, g.CI95[1])) ||
			c.Wins != g.Wins || c.Ties != g.Ties || c.Losses != g.Losses {
			t.Errorf("list %d, %s: %+v, want %+v", i, g.Kind, c, g)
		}
		sizes, exact := map[float64]bool{}, map[float64]bool{}
		for j := range g.A {
			d := math.Abs(g.A[j] - g.B[j])
			sizes[d], exact[math.Round(d*1e9)] = true, true
		}
		if len(sizes) > len(exact) {
			dust++
		}
	}
	if dust < 20 {
		t.Errorf("%d lists have ties that subtraction misses, want at least 20", dust)
	}
}
