// Package diagnose says how far the scores of runs or models obey the axioms, and what comes of it (Rennings 2019, 3.4 and
// 4.5; Câmara and Hauff 2020).
package diagnose

import (
	"context"
	"math"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs/parallel"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/mine"
)

// Scorer gives a model's scores on a query's candidates. It may be asked by several goroutines.
type Scorer = mine.Scorer

// Count is how many instances of an axiom a model fulfils. Instances that it could not score are not among them.
type Count struct {
	Fulfilled int `json:"fulfilled"`
	Instances int `json:"instances"`
}

// Share is the fraction fulfilled, 0 when there is no instance.
func (c Count) Share() float64 {
	if c.Instances == 0 {
		return 0
	}
	return float64(c.Fulfilled) / float64(c.Instances)
}

func (c *Count) add(o Count) {
	c.Fulfilled += o.Fulfilled
	c.Instances += o.Instances
}

// Fulfilment counts, per axiom of the miner, the instances among the queries' candidates that the model fulfils: the
// preferred document scores higher (strict axioms) or no lower (weak ones); TFC2 as axioms.FulfilledTriple says.
func Fulfilment(ctx context.Context, m *mine.Miner, queries []mine.Query, model Scorer, st *progress.Stage) ([]Count, error) {
	tallies, _, err := tallyAll(ctx, m, queries, []Scorer{model}, 1, st)
	if err != nil {
		return nil, err
	}
	counts := make([]Count, len(tallies))
	for a := range tallies {
		counts[a] = tallies[a].within(0, len(tallies[a].steps)-1)
	}
	return counts, nil
}

// tally is what one worker counts of one axiom. All of it are integers, so the order of adding cannot matter.
type tally struct {
	steps     [][]Count    // [smallest step of delta* that the lengths keep, one more for none][model]
	versus    [][][]versus // [the same step][a][b]
	relevance [][]cells    // [the same step][model]; pairs only
}

// cells counts pairs by judgement: [preferred is relevant][other is relevant].
type cells [2][2]Count

func (c *cells) add(o *cells) {
	for p := range 2 {
		for n := range 2 {
			c[p][n].add(o[p][n])
		}
	}
}

// versus sets a model against another one.
type versus struct {
	both int // instances that both score
	only int // of these the instances that only the first fulfils
}

func newTally(models int) tally {
	n := len(axioms.DeltaStarSteps) + 1
	t := tally{steps: make([][]Count, n), versus: make([][][]versus, n), relevance: make([][]cells, n)}
	for i := range n {
		t.steps[i], t.versus[i], t.relevance[i] = make([]Count, models), make([][]versus, models), make([]cells, models)
		for a := range models {
			t.versus[i][a] = make([]versus, models)
		}
	}
	return t
}

func (t *tally) add(o *tally) {
	for s := range t.steps {
		for m := range t.steps[s] {
			t.steps[s][m].add(o.steps[s][m])
			for b := range t.versus[s][m] {
				t.versus[s][m][b].add(o.versus[s][m][b])
			}
			t.relevance[s][m].add(&o.relevance[s][m])
		}
	}
}

func (v *versus) add(o versus) {
	v.both += o.both
	v.only += o.only
}

// within sums the instances up to a step.
func (t *tally) within(model, step int) (c Count) {
	for s := range step + 1 {
		c.add(t.steps[s][model])
	}
	return c
}

// compare sums what sets model a against b up to a step, and b against a.
func (t *tally) compare(a, b, step int) (ab, ba versus) {
	for s := range step + 1 {
		ab.add(t.versus[s][a][b])
		ba.add(t.versus[s][b][a])
	}
	return ab, ba
}

// judged sums the pairs by judgement up to a step.
func (t *tally) judged(model, step int) (c cells) {
	for s := range step + 1 {
		c.add(&t.relevance[s][model])
	}
	return c
}

// How a model stands to an instance.
const (
	unscored = iota
	violated
	fulfilled
)

// stand notes how the models stand to an instance.
func (t *tally) stand(models []uint8, step int) {
	for a, how := range models {
		if how == unscored {
			continue
		}
		c := &t.steps[step][a]
		c.Instances++
		if how == fulfilled {
			c.Fulfilled++
		}
		for b, other := range models {
			if other != unscored {
				v := &t.versus[step][a][b]
				v.both++
				if how == fulfilled && other == violated {
					v.only++
				}
			}
		}
	}
}

// tallyAll mines the queries once and asks every model about every instance. It gives a tally an axiom, and by query a sheet an
// axiom.
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
	err := listing.Run(ctx, queries, st, func(worker int, q *mine.Query, place int, found *mine.Found) error {
		scores, deviations := make([][]float64, len(models)), make([]float64, len(models))
		for i, model := range models {
			scores[i] = model.Scores(q, place)
			deviations[i] = deviation(scores[i])
		}
		sheets[place] = make([]sheet, len(m.Axioms))
		length := func(i int32) int { return q.Docs[i].Len(m.Index) }
		relevant := func(i int32) int {
			if d := q.Docs[i]; d.Judged && int(d.Grade) >= minGrade {
				return 1
			}
			return 0
		}
		how, margins := make([]uint8, len(models)), make([]float64, len(models))
		for a, axiom := range m.Axioms {
			t, weak := &workers[worker][a], axiom.Spec().Weak
			sheet := &sheets[place][a]
			*sheet = newSheet(len(models))
			for _, in := range found.Pairs[a] {
				for i, model := range models {
					preferred, other := scores[i][in.Pos], scores[i][in.Neg]
					if in.Made > 0 {
						var ok bool
						if preferred, ok = model.Made(q, place, int(in.Pos), int(in.Made)); !ok {
							preferred = math.NaN()
						}
					}
					how[i], margins[i] = outcome(axioms.Fulfilled(weak, preferred, other), preferred, other), preferred-other
				}
				sheet.add(how, margins, deviations, importance(in.Pos, in.Neg))
				step := axioms.Step(length(in.Pos)*max(int(in.Made), 1), length(in.Neg))
				t.stand(how, step)
				for i, h := range how {
					if h != unscored {
						c := &t.relevance[step][i][relevant(in.Pos)][relevant(in.Neg)]
						c.Instances++
						c.Fulfilled += int(h - violated)
					}
				}
			}
			for _, in := range found.Triples[a] {
				for i := range models {
					x, y, z := scores[i][in[0]], scores[i][in[1]], scores[i][in[2]]
					how[i], margins[i] = outcome(axioms.FulfilledTriple(x, y, z), x, y, z), (y-x)-(z-y)
				}
				sheet.add(how, margins, deviations, importance(in[0], in[1], in[2]))
				t.stand(how, axioms.Step(length(in[0]), length(in[1]), length(in[2])))
			}
		}
		return nil
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

func outcome(obeys bool, scores ...float64) uint8 {
	for _, s := range scores {
		if math.IsNaN(s) {
			return unscored
		}
	}
	if obeys {
		return fulfilled
	}
	return violated
}
