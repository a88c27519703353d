// Package diagnose measures how often the scores of runs or models obey the axioms, beside the effectiveness of the runs
// (Rennings 2019, 3.4 and 4.5; Câmara and Hauff 2020).
package diagnose

import (
	"context"
	"iter"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// tally holds one worker's counts of one axiom, by the smallest step of delta* that the documents' lengths satisfy. The last entry is for
// lengths that satisfy no step. Counts are integers, so that sums do not depend on the order of workers.
type tally []stepCounts

// stepCounts are the counts of a step.
type stepCounts struct {
	models    []Count      // the counts of each model
	pairs     []pairCounts // the counts of each pair of models, at its pairNumber
	relevance []cells      // the counts of each model by judgement; triples are not counted
}

func (c *stepCounts) add(o *stepCounts) {
	for m := range c.models {
		c.models[m].Add(o.models[m])
		for p := range 2 {
			for n := range 2 {
				c.relevance[m][p][n].Add(o.relevance[m][p][n])
			}
		}
	}
	for p := range c.pairs {
		c.pairs[p].add(o.pairs[p])
	}
}

// cells counts pairs by judgement: [preferred is relevant][other is relevant].
type cells [2][2]Count

func newTally(models int) tally {
	t := make(tally, len(axioms.DeltaStarSteps)+1)
	for i := range t {
		t[i] = stepCounts{make([]Count, models), make([]pairCounts, models*models), make([]cells, models)}
	}
	return t
}

// addOutcomes adds an instance with the outcome for each model.
func (c *stepCounts) addOutcomes(outcomes []Outcome) {
	for a, outcome := range outcomes {
		c.models[a].AddOutcome(outcome)
	}
	addPairs(c.pairs, outcomes)
}

// tallyAll mines the queries once and scores every instance with every model. It returns one tally per axiom, in which each step includes
// the counts of smaller steps, and the sums of each query and axiom.
func tallyAll(ctx context.Context, m *mine.Miner, queries []mine.Query, models []Scorer, minGrade int,
	st *progress.Stage) ([]tally, [][]querySums, error) {
	sums := make([][]querySums, len(queries))
	workers := make([][]tally, parallel.Threads(m.Threads))
	for w := range workers {
		for range m.Axioms {
			workers[w] = append(workers[w], newTally(len(models)))
		}
	}
	miner := *m
	miner.Triples = true
	err := Walk(ctx, &miner, queries, models, st, func(worker int, q *mine.Query, pos int, scores [][]float64,
		instances iter.Seq[*Instance]) {
		deviations := make([]float64, len(models))
		for i := range models {
			deviations[i] = deviation(scores[i])
		}
		sums[pos] = make([]querySums, len(m.Axioms))
		for a := range sums[pos] {
			sums[pos][a] = newQuerySums(len(models))
		}
		relevant := func(i int32) int {
			if d := q.Docs[i]; d.Judged && int(d.Grade) >= minGrade {
				return 1
			}
			return 0
		}
		for in := range instances {
			t, lengths := workers[worker][in.Axiom], make([]int, 0, 3)
			for _, d := range in.Docs {
				lengths = append(lengths, q.Docs[d].Len(m.Index))
			}
			lengths[0] *= max(in.Made, 1)
			step := axioms.Step(lengths...)
			sums[pos][in.Axiom].add(in.Outcomes, in.Margins, deviations, importance(in.Docs...))
			t[step].addOutcomes(in.Outcomes)
			for i, o := range in.Outcomes {
				if len(in.Docs) == 2 {
					t[step].relevance[i][relevant(in.Docs[0])][relevant(in.Docs[1])].AddOutcome(o)
				}
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	for _, other := range workers[1:] {
		for a := range other {
			for s := range other[a] {
				workers[0][a][s].add(&other[a][s])
			}
		}
	}
	for _, t := range workers[0] {
		for s := range t[1:] {
			t[s+1].add(&t[s])
		}
	}
	return workers[0], sums, nil
}
