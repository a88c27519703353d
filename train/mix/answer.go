package mix

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
)

// Question holds the runs to be mixed, and the options of mixing and measuring.
type Question struct {
	Names    []string          // the names of the runs, as the user wrote them
	Runs     [][]corpus.RunRow // grouped by query, as read.Run returns them
	Method   Method
	Weight   string // a text for ParseWeights; "" chooses on dev if there are judgements, and takes defaultWeights if there are none
	Measures []eval.Measure
	Options  eval.Options
	Choose   []corpus.Qrel // the judgements that choose the weights; if empty, those of Measure choose
	Measure  []corpus.Qrel // the judgements that measure the mixture; if empty, nothing is measured
	Chooser  string        // the name of the split of Choose; "" if Choose is not one split
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
	Partial  int             `json:"partial_queries"` // the number of queries that are not in every run
	Measured string          `json:"measured_on,omitempty"`
	Systems  []SystemMeans   `json:"measures,omitempty"`
	Tests    []report.Test   `json:"tests,omitempty"` // compare the mixture with each other system on the first measure
	Verdict  string          `json:"verdict,omitempty"`
	Mixed    []corpus.RunRow `json:"-"`
}

// SystemMeans holds a system's means over the judged queries.
type SystemMeans struct {
	System string             `json:"system"`
	Means  map[string]float64 `json:"means"`
	values [][]float64        // values[m][q] is measure m of judged query q
}

// mixture is the name of the mixed run among systems.
const mixture = "mixture"

// Mix answers a question.
func (q *Question) Mix() (*Answer, error) {
	l, err := Unite(q.Runs, q.Names, q.Method)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(l.Queries, Query.isShared) {
		return nil, errs.BadInput(q.Names[1], 0, "are they runs over the same queries?", "no query is in two of the runs")
	}
	a := &Answer{Runs: q.Names, Method: q.Method, Queries: len(l.Queries), Partial: l.Partial}
	measureSet := Judge(l, q.Measure, q.Options)
	chooseSet, numShared := measureSet, 0
	if len(q.Choose) > 0 {
		var choose []corpus.Qrel
		choose, numShared = q.chooseOnly()
		if numShared > 0 {
			a.Notes = append(a.Notes, terminal.Plural(numShared, "query that measures is judged", "queries that measure are judged")+
				" among those that choose too: left out there")
		}
		chooseSet = Judge(l, choose, q.Options)
	}
	isChosen := q.Weight == chosenOnDev || q.Weight == "" && len(q.Measure)+len(q.Choose) > 0
	switch {
	case isChosen:
		err = a.chooseWeights(q, chooseSet, numShared)
	case q.Weight != "":
		a.ChosenBy = "given"
		a.Weights, err = ParseWeights(q.Weight, len(q.Runs))
	case len(q.Runs) == 2:
		a.Weights, a.ChosenBy = defaultWeights(2), fmt.Sprintf("nothing: the usual %v, since nothing is judged", DefaultWeight)
	default:
		a.Weights = defaultWeights(len(q.Runs))
		a.ChosenBy = "nothing: equal weights, since nothing is judged and there are more than two runs"
	}
	if err != nil {
		return nil, err
	}
	a.Mixed = l.Mix(a.Weights)
	a.Rows = len(a.Mixed)
	if measureSet != nil {
		a.measure(q, measureSet, isChosen && chooseSet == measureSet)
	}
	return a, nil
}

// chooseWeights sets the weights that are best on the judged queries in chooseSet, which is nil if there are none. numShared is the number
// of queries that are not among them because they measure the mixture.
func (a *Answer) chooseWeights(q *Question, chooseSet *JudgedQueries, numShared int) error {
	if _, err := ParseWeights(chosenOnDev, len(q.Runs)); err != nil {
		return err
	}
	switch {
	case chooseSet == nil && numShared > 0:
		return errs.BadUsage("give one set of judgements, or judgements of other queries to choose by",
			"each judged query that could choose the weights measures too")
	case chooseSet == nil:
		return errs.BadUsage("give judgements of the runs' queries with --qrels, or name --weight",
			"there are no judgements to choose by, as asked with --weight dev")
	}
	a.Weights = chooseSet.Choose(q.Measures[0])
	a.ChosenBy = fmt.Sprintf("the best %s on %s", q.Measures[0], terminal.Plural(len(chooseSet.queries), "judged query", "judged queries"))
	if q.Chooser != "" {
		a.ChosenBy = q.Chooser + ": " + a.ChosenBy
	}
	return nil
}

// chooseOnly returns the judgements of Choose, except those of queries that are also in Measure, and the number of these queries.
func (q *Question) chooseOnly() (list []corpus.Qrel, numShared int) {
	measures, isShared := lists.Set(q.Measure, func(j corpus.Qrel) string { return j.QueryID }), map[string]bool{}
	for _, j := range q.Choose {
		if measures[j.QueryID] {
			isShared[j.QueryID] = true
		} else {
			list = append(list, j)
		}
	}
	return list, len(isShared)
}

// measure measures the mixture, the runs, and a mixture with defaultWeights. It tests the first mixture against the other systems. If the
// same queries chose the weights, isCrossValidated is true: each query is measured with weights chosen on other folds.
func (a *Answer) measure(q *Question, j *JudgedQueries, isCrossValidated bool) {
	a.Measured = terminal.Plural(len(j.queries), "judged query", "judged queries")
	weights := func(int) []float64 { return a.Weights }
	if isCrossValidated {
		a.Measured += fmt.Sprintf(", each with weights chosen on the other folds of %d", folds)
		byQuery := j.crossValidatedWeights(q.Measures[0])
		weights = func(i int) []float64 { return byQuery[i] }
	}
	for i, name := range q.Names {
		result := eval.Evaluate(q.Measure, q.Runs[i], q.Options)
		a.Systems = append(a.Systems, newSystemMeans(name, q.Measures, func(m eval.Measure) []float64 { return m.PerQuery(result, j.queries) }))
	}
	addMixture := func(name string, weights func(int) []float64) {
		a.Systems = append(a.Systems, newSystemMeans(name, q.Measures, func(m eval.Measure) []float64 { return j.PerQuery(m, weights) }))
	}
	if defaults := defaultWeights(len(q.Runs)); isCrossValidated || distance(defaults, a.Weights) > 1e-9 {
		addMixture("weights "+FormatWeights(defaults), func(int) []float64 { return defaults })
	}
	addMixture(mixture, weights)
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
