package train

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// judge measures rankings of a division's queries.
type judge struct {
	division *trial.Division
	measures []eval.Measure // the first is the main one, which chooses settings
}

func newJudge(e *Explorer) judge { return judge{e.Division, e.Measures} }

// rankFunc returns a ranking of each query's candidates, as the rows of a run.
type rankFunc func(queries []mine.Query) []corpus.RunRow

// rankBy returns a function that ranks by a scorer. Documents made by lnc2 are not ranked, because they are not in the collection.
func (j judge) rankBy(s diagnose.Scorer) rankFunc {
	return func(queries []mine.Query) (rows []corpus.RunRow) {
		for i := range queries {
			q := &queries[i]
			rows = appendRows(rows, j.division.Chain.Index, q, s.Scores(q, i)[:q.CollectionDocs()])
		}
		return rows
	}
}

// measure returns the mean of every measure, and its value for each judged query.
func (j judge) measure(queries []mine.Query, rank rankFunc) (report.Scores, report.QueryValues) {
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

// measureFold measures a ranking of a fold's dev and test queries.
func (j judge) measureFold(f *trial.Fold, rank rankFunc) report.SeedRun {
	s := report.SeedRun{Fold: f.Number}
	s.Dev, _ = j.measure(f.Dev, rank)
	s.Test, s.PerQuery = j.measure(f.Test, rank)
	return s
}

// mix measures the mixture of the first stage with one model, and returns the weight of the first stage: that of 0, .1 to 1 that is best
// on the fold's dev queries.
func (j judge) mix(u *Unit, first *trial.FirstStage) (s report.SeedRun, weight string) {
	f := u.Draw.Fold
	type scores struct{ first, model []float64 } // the scores of both, standardised by zScores
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
	s = j.measureFold(f, func(queries []mine.Query) (rows []corpus.RunRow) {
		for i, x := range standardise(queries) {
			rows = appendRows(rows, j.division.Chain.Index, &queries[i], mixture(x.first, x.model, alpha))
		}
		return rows
	})
	s.Seed = u.Draw.Seed
	return s, fmt.Sprintf("%g", alpha)
}

// mixture returns alpha * first + (1 - alpha) * model for each candidate of a query.
func mixture(first, model []float64, alpha float64) []float64 {
	out := make([]float64, len(first))
	for i := range out {
		out[i] = float64(alpha*first[i]) + float64((1-alpha)*model[i])
	}
	return out
}

// zScores returns (x - mean) / standard deviation, or zeros if all values are equal. A missing score (-Inf) is replaced by the lowest one.
func zScores(x []float64) []float64 {
	out := slices.Clone(x)
	low := math.Inf(1)
	for _, v := range x {
		if !math.IsInf(v, 0) {
			low = min(low, v)
		}
	}
	for i, v := range out {
		if math.IsInf(v, -1) {
			out[i] = low
		}
	}
	out = numeral.Scaled(out)
	mean := eval.Mean(out)
	variance := 0.0
	for _, v := range out {
		variance += float64((v - mean) * (v - mean))
	}
	sd := math.Sqrt(variance / float64(max(len(out), 1)))
	for i := range out {
		if sd > 0 {
			out[i] = (out[i] - mean) / sd
		} else {
			out[i] = 0
		}
	}
	return out
}

// addControls adds the first stage, and the mixture of the first stage with every arm. The weight is chosen on dev.
func (e *experiment) addControls(r *report.Result) error {
	first, name := &trial.FirstStage{}, e.Division.FirstStageName()
	firstArm := report.Arm{Name: name}
	for _, f := range e.Division.Folds {
		firstArm.Seeds = append(firstArm.Seeds, e.judge.measureFold(f, e.judge.rankBy(first)))
	}
	r.Controls = append(r.Controls, newControl(firstArm, e.Division.FirstStageSettings()))
	for _, a := range r.Arms {
		units := e.units.selectArm(a.Name)
		mix, weights := report.Arm{Name: name + " mixed with " + a.Name, Seeds: make([]report.SeedRun, len(units))}, make([]string, len(units))
		if err := e.eachInParallel(len(units), func(i int) { mix.Seeds[i], weights[i] = e.judge.mix(units[i], first) }); err != nil {
			return err
		}
		weight := map[string]string{"weight of " + name + ", chosen on dev": strings.Join(weights, " ")}
		r.Controls = append(r.Controls, newControl(mix, weight))
	}
	return nil
}

// newControl returns an arm as a control. Values per query are averaged over seeds, then over queries.
func newControl(a report.Arm, settings map[string]string) report.Control {
	a.Average()
	c := report.Control{Name: a.Name, Settings: settings, Dev: a.Mean.Dev, Test: a.Mean.Test, PerQueryFile: perQueryName(Slug(a.Name)),
		PerQuery: report.QueryValues{}}
	for measure := range a.Mean.Test {
		c.PerQuery[measure] = a.PerQuery(measure)
	}
	return c
}

// addTests compares pairs of systems on the main measure, averaged over seeds per query. Holm's adjustment is over all these tests.
func (e *experiment) addTests(r *report.Result) error {
	systems, measure := r.Systems(), e.Measures[0].String()
	first := e.Division.FirstStageName()
	mix := first + " mixed with "
	for _, pair := range [][2]string{{Judged, Augmented}, {Judged, AxiomsOnly}, {first, Judged},
		{first, Augmented}, {first, AxiomsOnly},
		{first, mix + Judged}, {first, mix + Augmented}, {first, mix + AxiomsOnly}, {mix + Judged, mix + Augmented},
		{mix + Judged, mix + AxiomsOnly}} {
		if len(systems.PerQuery(pair[0], measure)) == 0 || len(systems.PerQuery(pair[1], measure)) == 0 {
			continue
		}
		if err := r.AddTest(pair[0], pair[1], measure); err != nil {
			return err
		}
	}
	report.AdjustTests(r.Tests)
	return nil
}
