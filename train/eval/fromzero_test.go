package eval

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

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
