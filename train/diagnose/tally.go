// Package diagnose measures how far the scores of runs or models obey the axioms, and how that relates to their
// effectiveness (Rennings 2019, 3.4 and 4.5; Câmara and Hauff 2020).
package diagnose

import (
	"context"
	"iter"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// tally is one worker's counts of one axiom. All of them are integers, so their sums do not depend on
// the order.
type tally struct {
	steps     [][]Count      // [smallest step of delta* that the lengths satisfy, one more for none][model]
	pairs     [][]pairCounts // [the same step][pair of models, as pairOf numbers them]
	relevance [][]cells      // [the same step][model]; pairs only
}

// cells counts pairs by judgement: [preferred is relevant][other is relevant].
type cells [2][2]Count

func (c *cells) add(o *cells) {
	for p := range 2 {
		for n := range 2 {
			c[p][n].Add(o[p][n])
		}
	}
}

func newTally(models int) tally {
	n := len(axioms.DeltaStarSteps) + 1
	t := tally{steps: make([][]Count, n), pairs: make([][]pairCounts, n), relevance: make([][]cells, n)}
	for i := range n {
		t.steps[i], t.pairs[i], t.relevance[i] = make([]Count, models), make([]pairCounts, models*models), make([]cells, models)
	}
	return t
}

func (t *tally) add(o *tally) {
	for s := range t.steps {
		for m := range t.steps[s] {
			t.steps[s][m].Add(o.steps[s][m])
			t.relevance[s][m].add(&o.relevance[s][m])
		}
		for p := range t.pairs[s] {
			t.pairs[s][p].add(o.pairs[s][p])
		}
	}
}

// countWithin sums the instances up to a step.
func (t *tally) countWithin(model, step int) (c Count) {
	for s := range step + 1 {
		c.Add(t.steps[s][model])
	}
	return c
}

// pairsWithin sums the counts of two models up to a step.
func (t *tally) pairsWithin(pair, step int) (sum pairCounts) {
	for s := range step + 1 {
		sum.add(t.pairs[s][pair])
	}
	return sum
}

// judgedWithin sums the pairs by judgement up to a step.
func (t *tally) judgedWithin(model, step int) (c cells) {
	for s := range step + 1 {
		c.add(&t.relevance[s][model])
	}
	return c
}

// addOutcomes adds an instance with the outcome for each model.
func (t *tally) addOutcomes(outcomes []Outcome, step int) {
	for a, outcome := range outcomes {
		t.steps[step][a].AddOutcome(outcome)
	}
	addPairs(t.pairs[step], outcomes)
}

// tallyAll mines the queries once and scores every instance with every model. It returns one tally per
// axiom, and per query one sheet per axiom.
func tallyAll(ctx context.Context, m *mine.Miner, queries []mine.Query, models []Scorer, minGrade int,
	st *progress.Stage) ([]tally, [][]sheet, error) {
	sheets := make([][]sheet, len(queries))
	workers := make([][]tally, parallel.Threads(m.Threads))
	for w := range workers {
		for range m.Axioms {
			workers[w] = append(workers[w], newTally(len(models)))
		}
	}
	listing := *m
	listing.Triples = true
	err := Walk(ctx, &listing, queries, models, st, func(worker int, q *mine.Query, pos int, scores [][]float64,
		instances iter.Seq[*Instance]) {
		deviations := make([]float64, len(models))
		for i := range models {
			deviations[i] = deviation(scores[i])
		}
		sheets[pos] = make([]sheet, len(m.Axioms))
		for a := range sheets[pos] {
			sheets[pos][a] = newSheet(len(models))
		}
		relevant := func(i int32) int {
			if d := q.Docs[i]; d.Judged && int(d.Grade) >= minGrade {
				return 1
			}
			return 0
		}
		for in := range instances {
			t, lengths := &workers[worker][in.Axiom], make([]int, 0, 3)
			for _, d := range in.Docs {
				lengths = append(lengths, q.Docs[d].Len(m.Index))
			}
			lengths[0] *= max(in.Made, 1)
			step := axioms.Step(lengths...)
			sheets[pos][in.Axiom].add(in.Outcomes, in.Margins, deviations, importance(in.Docs...))
			t.addOutcomes(in.Outcomes, step)
			for i, o := range in.Outcomes {
				if len(in.Docs) == 2 {
					t.relevance[step][i][relevant(in.Docs[0])][relevant(in.Docs[1])].AddOutcome(o)
				}
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	for _, other := range workers[1:] {
		for a := range other {
			workers[0][a].add(&other[a])
		}
	}
	return workers[0], sheets, nil
}
