package traincmd

import (
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/train/eval"
)

// Evaluate is the mean of a measure over all judged queries, for the tuning of retrieval models.
func Evaluate(measure string, minGrade int, qrels []corpus.Qrel, run []corpus.Scored) (float64, error) {
	m, err := eval.Parse(measure)
	if err != nil {
		return 0, err
	}
	return eval.Evaluate(qrels, run, eval.Options{Level: minGrade, Complete: true}).Summary(m), nil
}
