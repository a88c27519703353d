package eval_test

import (
	"fmt"
	"os"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/train/eval"
)

var qrels = []corpus.Qrel{
	{QueryID: "1", DocID: "a", Grade: 1},
	{QueryID: "1", DocID: "b", Grade: 0},
	{QueryID: "2", DocID: "c", Grade: 2},
}

var run = []corpus.RunRow{
	{QueryID: "1", DocID: "b", Score: 3.5},
	{QueryID: "1", DocID: "a", Score: 2},
	{QueryID: "2", DocID: "c", Score: 1},
}

// The lines are those of trec_eval.
func ExampleEvaluate() {
	measures, err := eval.ParseArg("map")
	if err != nil {
		fmt.Println(err)
		return
	}
	result := eval.Evaluate(qrels, run, eval.Options{Level: 1})
	if err := eval.Format(os.Stdout, result, measures, true); err != nil {
		fmt.Println(err)
	}
	// Output:
	// map                   	1	0.5000
	// map                   	2	1.0000
	// map                   	all	0.7500
}

// Two models on the same five queries: is the second one better by chance?
func ExampleCompare() {
	c := eval.Compare("map", []float64{0.20, 0.35, 0.50, 0.40, 0.10}, []float64{0.30, 0.40, 0.65, 0.45, 0.30})
	fmt.Printf("%+.2f on average, better on %d of %d queries, p = %.3f\n", c.Diff, c.Wins, c.N, c.TP)
	// Output: +0.11 on average, better on 5 of 5 queries, p = 0.020
}

// Holm's correction for three tests made at once.
func ExampleHolm() {
	fmt.Printf("%.3f\n", eval.Holm([]float64{0.01, 0.04, 0.03}))
	// Output: [0.030 0.060 0.060]
}
