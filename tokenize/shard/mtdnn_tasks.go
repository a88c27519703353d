package shard

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// mtdnnDefinitions are task_def.yml: what MT-DNN must know of each task to train it.
func mtdnnDefinitions(p *plan, tasks []task) part {
	var b strings.Builder
	for _, t := range tasks {
		format, kind, classes, loss, metric, san := "PremiseAndOneHypothesis", "Classification", 2, "CeCriterion", "ACC", p.options.MTDNNSan
		switch {
		case t.classes:
			classes = 3
		case p.options.MTDNNRanking == MTDNNGroup:
			format, kind, classes, loss, san = "PremiseAndMultiHypothesis", "Ranking", 1, "RankCeCriterion", false // its head has no SAN
		case p.options.MTDNNRanking == MTDNNRegression:
			kind, classes, loss, metric = "Regression", 1, "MseCriterion", "Pearson"
		}
		fmt.Fprintf(&b, "\"%s\":\n  data_format: %s\n  dropout_p: 0.1\n  enable_san: %v\n", t.label, format, san)
		if t.classes {
			b.WriteString("  labels: [second, neither, first]\n")
		}
		fmt.Fprintf(&b, "  loss: %s\n  metric_meta: [%s]\n  n_class: %d\n  task_type: %s\n", loss, metric, classes, kind)
	}
	return part{path: "mtdnn/task_def.yml", beside: true, write: func(_ context.Context, w io.Writer, _ func(int)) error {
		_, err := io.WriteString(w, b.String())
		return err
	}}
}
