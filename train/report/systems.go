package report

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/train/eval"
)

// Systems holds everything that a record has scores of. The first control is the ranking that the arms rerank.
type Systems struct {
	Arms     Arms
	Controls Controls
}

// Names returns the names of the systems: the first control, the arms, then the other controls.
func (s Systems) Names() []string {
	var controls, arms []string
	for _, c := range s.Controls {
		controls = append(controls, c.Name)
	}
	for _, a := range s.Arms {
		arms = append(arms, a.Name)
	}
	return slices.Insert(controls, min(1, len(controls)), arms...)
}

// FirstStage returns the name of the system that the arms rerank.
func (s Systems) FirstStage() string {
	if len(s.Controls) == 0 {
		return ""
	}
	return s.Controls[0].Name
}

// Scores returns the mean scores of a system on the test split.
func (s Systems) Scores(name string) Scores {
	if a := s.Arms.Find(name); a != nil {
		return a.Mean.Test
	}
	if c := s.Controls.find(name); c != nil {
		return c.Test
	}
	return nil
}

// PerQuery returns the value of each test query, averaged over the system's seeds. It is empty if the
// record has none.
func (s Systems) PerQuery(name, measure string) map[string]float64 {
	if a := s.Arms.Find(name); a != nil {
		return a.PerQuery(measure)
	}
	if c := s.Controls.find(name); c != nil {
		return c.PerQuery[measure]
	}
	return nil
}

// countQueries returns the number of test queries, as the first control has them.
func (s Systems) countQueries(measure string) int {
	for _, c := range s.Controls {
		return len(c.PerQuery[measure])
	}
	return 0
}

// Series returns the number of a system's colour and shape, which is the same throughout the page. The
// arms count from 1. The first control is 0, the plain grey diamond. Later controls follow the arms.
func (s Systems) Series(name string) int {
	for i, a := range s.Arms {
		if a.Name == name {
			return 1 + i%7
		}
	}
	for i, c := range s.Controls {
		if c.Name == name && i > 0 {
			return 1 + (len(s.Arms)+i-1)%7
		}
	}
	return 0
}

// test compares system b with system a on the queries of the test split that both have.
func (s Systems) test(a, b, measure string) (Test, error) {
	ids, va, vb := s.pairedValues(a, b, measure)
	if len(ids) == 0 {
		return Test{}, fmt.Errorf("the record has no values per query of %s for %q and %q", measure, a, b)
	}
	c := eval.Compare(measure, va, vb)
	return Test{A: a, B: b, Measure: measure, Split: "test", MeanA: c.MeanA, MeanB: c.MeanB, Diff: c.Diff,
		CI95: c.CI95, TP: c.TP, WilcoxonP: c.WilcoxonP, HolmP: c.P, N: c.N, Wins: c.Wins, Ties: c.Ties, Losses: c.Losses}, nil
}

// pairedValues returns the values of the queries that both systems have, sorted by the query's id.
func (s Systems) pairedValues(a, b, measure string) (ids []string, va, vb []float64) {
	ofA, ofB := s.PerQuery(a, measure), s.PerQuery(b, measure)
	for _, id := range slices.Sorted(maps.Keys(ofA)) {
		if v, ok := ofB[id]; ok {
			ids = append(ids, id)
			va, vb = append(va, ofA[id]), append(vb, v)
		}
	}
	return ids, va, vb
}

// Files yields the names of the record's files, with their content.
func (r *Result) Files() iter.Seq2[string, QueryValues] {
	return func(yield func(string, QueryValues) bool) {
		for _, a := range r.Arms {
			for _, run := range a.Seeds {
				if run.PerQueryFile != "" && !yield(run.PerQueryFile, run.PerQuery) {
					return
				}
			}
		}
		for _, c := range r.Controls {
			if c.PerQueryFile != "" && !yield(c.PerQueryFile, c.PerQuery) {
				return
			}
		}
	}
}
