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

// Question holds which runs are mixed, and how.
type Question struct {
	Names    []string          // of the runs, as the user wrote them
	Runs     [][]corpus.RunRow // grouped by query, as read.Run returns them
	Method   Method
	Weight   string // as ParseWeights reads it; "": dev with judgements, else the usual weights
	Measures []eval.Measure
	Options  eval.Options
	Choose   []corpus.Qrel // judgements that choose the weights; empty: those of Measure
	Measure  []corpus.Qrel // judgements that measure the mixture; empty: nothing is measured
	Chooser  string        // name of the split of Choose; "" without a name
}

// Answer is what was mixed, and whether it helped.
type Answer struct {
	Runs     []string        `json:"runs"`
	Method   Method          `json:"method"`
	Weights  []float64       `json:"weights"`
	ChosenBy string          `json:"chosen_by"`
	Notes    []string        `json:"notes,omitempty"`
	Queries  int             `json:"queries"`
	Rows     int             `json:"rows"`
	Partial  int             `json:"partial_queries"` // queries that some run lacks
	Measured string          `json:"measured_on,omitempty"`
	Systems  []SystemMeans   `json:"measures,omitempty"`
	Tests    []report.Test   `json:"tests,omitempty"` // of the mixture against each system, by the first measure
	Verdict  string          `json:"verdict,omitempty"`
	Mixed    []corpus.RunRow `json:"-"`
}

// SystemMeans is a system's means over the judged queries, in the order of the measures.
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
	measured := Judge(l, q.Measure, q.Options)
	chosen, both := measured, 0
	if len(q.Choose) > 0 {
		var choose []corpus.Qrel
		choose, both = q.choosingAlone()
		if both > 0 {
			a.Notes = append(a.Notes, terminal.Plural(both, "query that measures is judged", "queries that measure are judged")+
				" among those that choose too: left out there")
		}
		chosen = Judge(l, choose, q.Options)
	}
	text, isAcross := q.Weight, false // isAcross: the same queries choose and measure
	if text == "" && len(q.Measure)+len(q.Choose) > 0 {
		text = fromDev
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
	case text != fromDev:
	case chosen == nil && both > 0:
		return nil, errs.BadUsage("give one set of judgements, or judgements of other queries to choose by",
			"each judged query that could choose the weights measures too")
	case chosen == nil:
		return nil, errs.BadUsage("give judgements of the runs' queries with --qrels, or name --weight",
			"there are no judgements to choose by, as asked with --weight dev")
	default:
		weights, isAcross = chosen.Choose(q.Measures[0]), chosen == measured
		a.ChosenBy = fmt.Sprintf("the best %s on %s", q.Measures[0], terminal.Plural(len(chosen.queries), "judged query", "judged queries"))
		if q.Chooser != "" {
			a.ChosenBy = q.Chooser + ": " + a.ChosenBy
		}
	}
	a.Weights, a.Mixed = weights, l.Mix(weights)
	a.Rows = len(a.Mixed)
	if measured != nil {
		a.measure(q, measured, isAcross)
	}
	return a, nil
}

// choosingAlone returns the judgements of Choose without the queries that Measure judges too, and the number of these queries.
func (q *Question) choosingAlone() (alone []corpus.Qrel, both int) {
	measures, isBoth := map[string]bool{}, map[string]bool{}
	for _, j := range q.Measure {
		measures[j.QueryID] = true
	}
	for _, j := range q.Choose {
		if measures[j.QueryID] {
			isBoth[j.QueryID] = true
		} else {
			alone = append(alone, j)
		}
	}
	return alone, len(isBoth)
}

// measure measures the mixture beside its runs and the usual weights, and tests the differences.
func (a *Answer) measure(q *Question, j *JudgedQueries, isAcross bool) {
	a.Measured = terminal.Plural(len(j.queries), "judged query", "judged queries")
	weights := slices.Repeat([][]float64{a.Weights}, len(j.queries))
	if isAcross {
		a.Measured += fmt.Sprintf(", each with weights chosen on the other folds of %d", folds)
		weights = j.crossChosen(q.Measures[0])
	}
	for i, name := range q.Names {
		result := eval.Evaluate(q.Measure, q.Runs[i], q.Options)
		a.Systems = append(a.Systems, newMeasured(name, q.Measures, func(m eval.Measure) []float64 { return m.PerQuery(result, j.queries) }))
	}
	if usual := fixedWeights(len(q.Runs)); isAcross || distance(usual, a.Weights) > 1e-9 {
		a.Systems = append(a.Systems,
			newMeasured("weights "+FormatWeights(usual), q.Measures, func(m eval.Measure) []float64 { return j.PerQuery(m, usual) }))
	}
	a.Systems = append(a.Systems, newMeasured(mixture, q.Measures, func(m eval.Measure) []float64 { return j.perQueryUnder(m, weights) }))
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

func newMeasured(system string, measures []eval.Measure, perQuery func(eval.Measure) []float64) SystemMeans {
	s := SystemMeans{System: system, Means: map[string]float64{}}
	for _, m := range measures {
		values := perQuery(m)
		s.values, s.Means[m.String()] = append(s.values, values), eval.Mean(values)
	}
	return s
}
