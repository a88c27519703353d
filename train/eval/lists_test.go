package eval

import (
	"fmt"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

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
