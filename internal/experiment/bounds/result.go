package bounds

import (
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/train/eval"
)

// Result holds the bounds of one or more runs, in the order of the command line.
type Result struct {
	Command string      `json:"command,omitempty"` // makes the same bounds
	Next    string      `json:"-"`                 // diagnoses the runs
	Split   string      `json:"split,omitempty"`   // the queries' split, or "train, dev and test"
	Runs    []RunResult `json:"runs"`
	Notes   []string    `json:"notes,omitempty"` // what was left out
}

// RunResult is a run with the rankings that the axioms make of its candidates.
type RunResult struct {
	Run        string        `json:"run"`
	Queries    int           `json:"queries"` // judged ones
	Candidates int           `json:"candidates"`
	Measures   []Value       `json:"measures"` // of the run itself
	Axioms     []AxiomResult `json:"axioms"`
}

// Value is a mean over the queries.
type Value struct {
	Measure string  `json:"measure"`
	Mean    float64 `json:"mean"`
}

// AxiomResult holds the rankings of an axiom or a named set.
type AxiomResult struct {
	Axiom    string    `json:"axiom"`
	Rankings []Ranking `json:"rankings"` // one per kind
}

// Ranking is one order of all queries' candidates.
type Ranking struct {
	Kind        string  `json:"ranking"`
	Preferences int     `json:"preferences"` // its preferences: all of the axiom, or those that agree with the judgements
	Obeyed      int     `json:"obeyed"`      // those of them with the preferred candidate higher
	Share       float64 `json:"share"`       // obeyed / preferences; 1 without preferences
	Measures    []Test  `json:"measures"`
}

// Test compares the ranking (b) with the run (a) on a measure. p is adjusted by Holm over all
// rankings, measures and runs.
type Test struct {
	eval.Comparison
	HolmP float64 `json:"holm_p"`
}

// queryRankings holds an axiom's rankings of one query, by kind.
type queryRankings [3]struct {
	order               []int32
	obeyed, preferences int
}

// note sets the order of a kind, and the number of preferences that it obeys.
func (r *queryRankings) note(kind int, v *votes, order []int32) {
	r[kind].order = order
	r[kind].obeyed, r[kind].preferences = v.countObeyed(order)
}

// result measures the rankings.
func (run *run) result(m *mine.Miner, subjects []subject, rankings [][]queryRankings, o options) (*RunResult, error) {
	r := &RunResult{Run: run.Name, Queries: len(run.Queries)}
	lists := make([]eval.List, len(run.Queries))
	for i := range run.Queries {
		q := &run.Queries[i]
		lists[i].QueryID = q.ID
		for _, d := range q.Docs {
			lists[i].DocIDs = append(lists[i].DocIDs, d.ID(m.Index))
		}
		r.Candidates += len(q.Docs)
	}
	evalLists := eval.NewLists(run.Qrels, lists, eval.Options{Level: o.MinGrade})
	// measure returns a measure's values by query, for the candidates in the order that order returns.
	measure := func(evalMeasure eval.Measure, order func(query int) []int32) []float64 {
		return evalLists.PerQuery(evalMeasure, func(query int) []float64 {
			scores := make([]float64, len(lists[query].DocIDs))
			for place, c := range order(query) {
				scores[c] = -float64(place)
			}
			return scores
		})
	}
	measures, baseline := make([]eval.Measure, len(measureNames)), make([][]float64, len(measureNames))
	for i, name := range measureNames {
		var err error
		if measures[i], err = eval.Parse(name); err != nil {
			return nil, err
		}
		baseline[i] = measure(measures[i], func(query int) []int32 { return (&votes{n: len(lists[query].DocIDs)}).all() })
		r.Measures = append(r.Measures, Value{name, eval.Mean(baseline[i])})
	}
	for s := range subjects {
		a := AxiomResult{Axiom: subjects[s].Name}
		for kind, name := range kinds {
			ranking := Ranking{Kind: name, Share: 1}
			for i := range rankings {
				ranking.Preferences += rankings[i][s][kind].preferences
				ranking.Obeyed += rankings[i][s][kind].obeyed
			}
			if ranking.Preferences > 0 {
				ranking.Share = float64(ranking.Obeyed) / float64(ranking.Preferences)
			}
			for i, evalMeasure := range measures {
				values := measure(evalMeasure, func(query int) []int32 { return rankings[query][s][kind].order })
				ranking.Measures = append(ranking.Measures, Test{Comparison: eval.Compare(measureNames[i], baseline[i], values)})
			}
			a.Rankings = append(a.Rankings, ranking)
		}
		r.Axioms = append(r.Axioms, a)
	}
	return r, nil
}

// adjust sets every test's p after Holm, over all of them.
func (r *Result) adjust() {
	var tests []*Test
	for _, run := range r.Runs {
		for _, a := range run.Axioms {
			for _, ranking := range a.Rankings {
				for i := range ranking.Measures {
					tests = append(tests, &ranking.Measures[i])
				}
			}
		}
	}
	raw := make([]float64, len(tests))
	for i, t := range tests {
		raw[i] = t.P
	}
	for i, p := range eval.Holm(raw) {
		tests[i].HolmP = p
	}
}
