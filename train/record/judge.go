package record

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/axiomine/axiomine/train/division"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/fulfilment"
	"github.com/axiomine/axiomine/train/report"
)

// judge measures rankings of a division's queries.
type judge struct {
	division *division.Division
	measures []eval.Measure // the first is the main one
}

func newJudge(e *arms.Explorer) judge { return judge{e.Division, e.Measures} }

// ranker returns a run over queries' candidates.
type ranker func(queries []mine.Query) []corpus.RunRow

// rankBy returns the ranking by a scorer, in the order of the queries. Documents made by lnc2 are not ranked, because measures are
// about the collection.
func (j judge) rankBy(s fulfilment.Scorer) ranker {
	return func(queries []mine.Query) (rows []corpus.RunRow) {
		for i := range queries {
			q := &queries[i]
			rows = AppendRows(rows, j.division.Chain.Index, q, s.Scores(q, i)[:q.CollectionDocs()])
		}
		return rows
	}
}

// measure returns every measure's mean and its values, over a split's judged queries.
func (j judge) measure(queries []mine.Query, rank ranker) (report.Scores, report.QueryValues) {
	ids := j.division.JudgedIDs(queries)
	result := eval.Evaluate(j.division.Qrels(ids), rank(queries), eval.Options{Level: j.division.Chain.Run.Config.Gen.MinGrade})
	means, perQuery := report.Scores{}, report.QueryValues{}
	for _, m := range j.measures {
		values := m.PerQuery(result, ids)
		means[m.String()] = eval.Mean(values)
		byID := make(map[string]float64, len(ids))
		for i, id := range ids {
			byID[id] = values[i]
		}
		perQuery[m.String()] = byID
	}
	return means, perQuery
}

// run measures a ranking of a fold's dev and test queries.
func (j judge) run(f *division.Fold, rank ranker) report.SeedRun {
	s := report.SeedRun{Fold: f.Number}
	s.Dev, _ = j.measure(f.Dev, rank)
	s.Test, s.PerQuery = j.measure(f.Test, rank)
	return s
}

// mix measures the mixture of the first stage with one model, with the weight that is best on its dev queries, in steps of .1.
func (j judge) mix(u *arms.Unit, first *division.FirstStage) (s report.SeedRun, weight string) {
	f := u.Draw.Fold
	type scores struct{ first, model []float64 } // standardised
	standardise := func(queries []mine.Query) []scores {
		out := make([]scores, len(queries))
		for i := range queries {
			q := &queries[i]
			n := q.CollectionDocs()
			out[i] = scores{zScores(first.Scores(q, i)[:n]), zScores(u.Model.Scorer().Scores(q, i)[:n])}
		}
		return out
	}
	dev := standardise(f.JudgedDev)
	best, alpha := -1.0, 0.0
	for step := 0; step <= 10; step++ {
		x := float64(step) / 10
		values := f.DevLists.PerQuery(j.measures[0], func(query int) []float64 { return mixture(dev[query].first, dev[query].model, x) })
		if mean := eval.Mean(values); mean > best {
			best, alpha = mean, x
		}
	}
	s = j.run(f, func(queries []mine.Query) (rows []corpus.RunRow) {
		for i, x := range standardise(queries) {
			rows = AppendRows(rows, j.division.Chain.Index, &queries[i], mixture(x.first, x.model, alpha))
		}
		return rows
	})
	s.Seed = u.Draw.Seed
	return s, fmt.Sprintf("%g", alpha)
}
