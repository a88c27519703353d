package mix

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
)

// Question holds the runs to be mixed, and the options of mixing and measuring.
type Question struct {
	Names    []string          // of the runs, as the user wrote them
	Runs     [][]corpus.RunRow // grouped by query, as read.Run returns them
	Method   Method
	Weight   string // in the form of ParseWeights; "" means dev with judgements, otherwise fixedWeights
	Measures []eval.Measure
	Options  eval.Options
	Choose   []corpus.Qrel // judgements that choose the weights; if empty, those of Measure do
	Measure  []corpus.Qrel // judgements that measure the mixture; if empty, nothing is measured
	Chooser  string        // name of the split of Choose, or ""
}

// Answer is a mixture with its weights, its measures and the tests against the runs.
type Answer struct {
	Runs     []string        `json:"runs"`
	Method   Method          `json:"method"`
	Weights  []float64       `json:"weights"`
	ChosenBy string          `json:"chosen_by"`
	Notes    []string        `json:"notes,omitempty"`
	Queries  int             `json:"queries"`
	Rows     int             `json:"rows"`
	Partial  int             `json:"partial_queries"` // queries that are not in every run
	Measured string          `json:"measured_on,omitempty"`
	Systems  []SystemMeans   `json:"measures,omitempty"`
	Tests    []report.Test   `json:"tests,omitempty"` // of the mixture against each system, on the first measure
	Verdict  string          `json:"verdict,omitempty"`
	Mixed    []corpus.RunRow `json:"-"`
}

// SystemMeans holds a system's means over the judged queries.
type SystemMeans struct {
	System string             `json:"system"`
	Means  map[string]float64 `json:"means"`
	values [][]float64        // by measure, then by query
}

// mixture is the name of the mixed run among systems.
const mixture = "mixture"

// Mix answers a question.
func (q *Question) Mix() (*Answer, error) {
	l, err := Unite(q.Runs, q.Names, q.Method)
	if err != nil {
		return nil, err
	}
	a := &Answer{Runs: q.Names, Method: q.Method, Queries: len(l.Queries), Partial: l.Partial}
	measuring := Judge(l, q.Measure, q.Options)
	choosing, numShared := measuring, 0
	if len(q.Choose) > 0 {
		var choose []corpus.Qrel
		choose, numShared = q.choosingOnly()
		if numShared > 0 {
			a.Notes = append(a.Notes, terminal.Plural(numShared, "query that measures is judged", "queries that measure are judged")+
				" among those that choose too: left out there")
		}
		choosing = Judge(l, choose, q.Options)
	}
	text, isCrossValidated := q.Weight, false // isCrossValidated: the same queries choose and measure
	if text == "" && len(q.Measure)+len(q.Choose) > 0 {
		text = chosenOnDev
	}
	var weights []float64
	switch {
	case text == "" && len(q.Runs) == 2:
		weights, a.ChosenBy = fixedWeights(2), fmt.Sprintf("nothing: the usual %v, since nothing is judged", Usual)
	case text == "":
		weights = fixedWeights(len(q.Runs))
		a.ChosenBy = "nothing: equal weights, since nothing is judged and there are more than two runs"
	default:
		if weights, err = ParseWeights(text, len(q.Runs)); err != nil {
			return nil, err
		}
		a.ChosenBy = "given"
	}
	switch {
	case text != chosenOnDev:
	case choosing == nil && numShared > 0:
		return nil, errs.BadUsage("give one set of judgements, or judgements of other queries to choose by",
			"each judged query that could choose the weights measures too")
	case choosing == nil:
		return nil, errs.BadUsage("give judgements of the runs' queries with --qrels, or name --weight",
			"there are no judgements to choose by, as asked with --weight dev")
	default:
		weights, isCrossValidated = choosing.Choose(q.Measures[0]), choosing == measuring
		a.ChosenBy = fmt.Sprintf("the best %s on %s", q.Measures[0], terminal.Plural(len(choosing.queries), "judged query", "judged queries"))
		if q.Chooser != "" {
			a.ChosenBy = q.Chooser + ": " + a.ChosenBy
		}
	}
	a.Weights, a.Mixed = weights, l.Mix(weights)
	a.Rows = len(a.Mixed)
	if measuring != nil {
		a.measure(q, measuring, isCrossValidated)
	}
	return a, nil
}

// choosingOnly returns the judgements of Choose, except those of queries that are also in Measure, and the number of these queries.
func (q *Question) choosingOnly() (list []corpus.Qrel, numShared int) {
	measures, isShared := map[string]bool{}, map[string]bool{}
	for _, j := range q.Measure {
		measures[j.QueryID] = true
	}
	for _, j := range q.Choose {
		if measures[j.QueryID] {
			isShared[j.QueryID] = true
		} else {
			list = append(list, j)
		}
	}
	return list, len(isShared)
}

// measure measures the mixture, the runs, and a mixture with fixedWeights. It tests the first mixture against the other systems.
func (a *Answer) measure(q *Question, j *JudgedQueries, isCrossValidated bool) {
	a.Measured = terminal.Plural(len(j.queries), "judged query", "judged queries")
	weights := slices.Repeat([][]float64{a.Weights}, len(j.queries))
	if isCrossValidated {
		a.Measured += fmt.Sprintf(", each with weights chosen on the other folds of %d", folds)
		weights = j.crossValidatedWeights(q.Measures[0])
	}
	for i, name := range q.Names {
		result := eval.Evaluate(q.Measure, q.Runs[i], q.Options)
		a.Systems = append(a.Systems, newSystemMeans(name, q.Measures, func(m eval.Measure) []float64 { return m.PerQuery(result, j.queries) }))
	}
	if usual := fixedWeights(len(q.Runs)); isCrossValidated || distance(usual, a.Weights) > 1e-9 {
		a.Systems = append(a.Systems,
			newSystemMeans("weights "+FormatWeights(usual), q.Measures, func(m eval.Measure) []float64 { return j.PerQuery(m, usual) }))
	}
	a.Systems = append(a.Systems, newSystemMeans(mixture, q.Measures, func(m eval.Measure) []float64 { return j.perQueryWith(m, weights) }))
	mixed := a.Systems[len(a.Systems)-1]
	for _, s := range a.Systems[:len(a.Systems)-1] {
		t := eval.Compare(q.Measures[0].String(), s.values[0], mixed.values[0])
		t.A, t.B = s.System, mixture
		a.Tests = append(a.Tests, t)
	}
	report.AdjustTests(a.Tests)
	strongest := slices.MaxFunc(a.Tests[:len(q.Runs)], func(s, t report.Test) int { return cmp.Compare(s.MeanA, t.MeanA) })
	a.Verdict = report.FindingOf(strongest).String()
}

func newSystemMeans(system string, measures []eval.Measure, perQuery func(eval.Measure) []float64) SystemMeans {
	s := SystemMeans{System: system, Means: map[string]float64{}}
	for _, m := range measures {
		values := perQuery(m)
		s.values, s.Means[m.String()] = append(s.values, values), eval.Mean(values)
	}
	return s
}
