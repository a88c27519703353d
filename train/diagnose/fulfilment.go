package diagnose

import (
	"context"
	"iter"
	"math"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Scorer returns a model's scores on a query's candidates. It must be safe for several goroutines.
type Scorer = mine.Scorer

// Outcome is the result of comparing a model's scores with an axiom on an instance.
type Outcome uint8

// The outcomes.
const (
	Unscored Outcome = iota // a score is missing
	Tied                    // equal scores under a weak axiom
	Violated
	Fulfilled // the preferred document scores higher
)

// pairScores returns a model's scores of an instance's two documents, or NaN for a made document that the model cannot score. scores
// are those of the candidates of q, the query number pos.
func pairScores(model Scorer, scores []float64, q *mine.Query, pos int, in pairs.Instance) (first, other float64) {
	first, other = scores[in.Pos], scores[in.Neg]
	if in.Made > 0 {
		var ok bool
		if first, ok = model.ScoreMade(q, pos, int(in.Pos), int(in.Made)); !ok {
			first = math.NaN()
		}
	}
	return first, other
}

// IsOrdered reports whether the instance is Violated or Fulfilled. Only such instances count.
func (o Outcome) IsOrdered() bool { return o >= Violated }

// pairOutcome returns the outcome for the scores of the preferred document and of the other document.
func pairOutcome(weak bool, first, other float64) Outcome {
	switch {
	case math.IsNaN(first) || math.IsNaN(other):
		return Unscored
	case axioms.Fulfilled(false, first, other):
		return Fulfilled
	case weak && axioms.Fulfilled(true, first, other):
		return Tied
	}
	return Violated
}

// tripleOutcome returns the outcome for the scores of an instance of TFC2.
func tripleOutcome(i, j, k float64) Outcome {
	switch {
	case math.IsNaN(i) || math.IsNaN(j) || math.IsNaN(k):
		return Unscored
	case axioms.FulfilledTriple(i, j, k):
		return Fulfilled
	}
	return Violated
}

// Count counts the instances of an axiom that a model orders, and the instances that it fulfils. Ties under a weak axiom are counted
// separately. They fulfil the axiom, but with them a model with equal scores for all documents would obey most axioms.
type Count struct {
	Fulfilled int `json:"fulfilled"` // instances that the model obeys: the preferred document scores higher
	Instances int `json:"instances"` // instances on the test queries
	// TiesLeftOut counts the instances of a weak axiom whose scores are equal. They are not among Instances.
	TiesLeftOut int `json:"ties_left_out,omitempty"`
}

// NumScored returns the number of instances that have scores, ties included.
func (c Count) NumScored() int { return c.Instances + c.TiesLeftOut }

// Share returns the share of the instances that are fulfilled, or 0 without instances.
func (c Count) Share() float64 {
	if c.Instances == 0 {
		return 0
	}
	return float64(c.Fulfilled) / float64(c.Instances)
}

// Add adds the counts of other instances.
func (c *Count) Add(o Count) {
	c.Fulfilled += o.Fulfilled
	c.Instances += o.Instances
	c.TiesLeftOut += o.TiesLeftOut
}

// AddOutcome adds an instance, unless a score is missing.
func (c *Count) AddOutcome(outcome Outcome) {
	switch {
	case outcome == Tied:
		c.TiesLeftOut++
	case outcome.IsOrdered():
		c.Instances++
		c.Fulfilled += int(outcome - Violated)
	}
}

// Instance is an instance of an axiom with the outcomes of several models.
type Instance struct {
	Axiom    int       // the index of the axiom in Miner.Axioms
	Docs     []int32   // the indexes of the candidates: the preferred one and the other, or the three of a triple
	Made     int       // number of times that lnc2 repeats the first document; 0 if the document is not made
	Outcomes []Outcome // the outcome of each model
	Margins  []float64 // the margin of each model, in units of its scores
}

// Walk mines queries once. It calls do with each query, its number pos, the scores of its candidates by model, and the instances of the
// miner's axioms. An instance is valid until the next one is yielded.
func Walk(ctx context.Context, m *mine.Miner, queries []mine.Query, models []Scorer, st *progress.Stage,
	do func(worker int, q *mine.Query, pos int, scores [][]float64, instances iter.Seq[*Instance])) error {
	return m.Run(ctx, queries, st, func(worker int, q *mine.Query, pos int, found *mine.Found) error {
		scores := lists.Map(models, func(model Scorer) []float64 { return model.Scores(q, pos) })
		do(worker, q, pos, scores, func(yield func(*Instance) bool) {
			x := Instance{Outcomes: make([]Outcome, len(models)), Margins: make([]float64, len(models))}
			for a, axiom := range m.Axioms {
				weak := axiom.Spec().Weak
				for _, in := range found.Pairs[a] {
					x.Axiom, x.Docs, x.Made = a, append(x.Docs[:0], in.Pos, in.Neg), int(in.Made)
					for i, model := range models {
						first, other := pairScores(model, scores[i], q, pos, in)
						x.Outcomes[i], x.Margins[i] = pairOutcome(weak, first, other), first-other
					}
					if !yield(&x) {
						return
					}
				}
				for _, in := range found.Triples[a] {
					x.Axiom, x.Docs, x.Made = a, append(x.Docs[:0], in[:]...), 0
					for i := range models {
						first, second, third := scores[i][in[0]], scores[i][in[1]], scores[i][in[2]]
						x.Outcomes[i], x.Margins[i] = tripleOutcome(first, second, third), (second-first)-(third-second)
					}
					if !yield(&x) {
						return
					}
				}
			}
		})
		return nil
	})
}

// PerQuery counts the instances that models order and fulfil. The result is indexed by query, model and axiom of the miner. The queries
// are mined once for all models.
func PerQuery(ctx context.Context, m *mine.Miner, queries []mine.Query, models []Scorer, st *progress.Stage) ([][][]Count, error) {
	counts := make([][][]Count, len(queries))
	miner := *m
	miner.Triples = true
	return counts, Walk(ctx, &miner, queries, models, st, func(_ int, _ *mine.Query, pos int, _ [][]float64, list iter.Seq[*Instance]) {
		counts[pos] = make([][]Count, len(models))
		for i := range models {
			counts[pos][i] = make([]Count, len(m.Axioms))
		}
		for in := range list {
			for i, o := range in.Outcomes {
				counts[pos][i][in.Axiom].AddOutcome(o)
			}
		}
	})
}
