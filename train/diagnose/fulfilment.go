package diagnose

import (
	"context"
	"iter"
	"math"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Scorer returns a model's scores on a query's candidates. It must be safe for several goroutines.
type Scorer = mine.Scorer

// Outcome tells whether a model's scores obey an axiom on an instance.
type Outcome uint8

// The outcomes.
const (
	Unscored Outcome = iota
	Tied             // equal scores, of a weak axiom
	Violated
	Fulfilled // the preferred document scores higher
)

// ScoresOf returns a model's scores of an instance's two documents; NaN for a made document that the model cannot score.
func ScoresOf(model Scorer, scores []float64, q *mine.Query, pos int, in pairs.Instance) (first, other float64) {
	first, other = scores[in.Pos], scores[in.Neg]
	if in.Made > 0 {
		var ok bool
		if first, ok = model.ScoreMade(q, pos, int(in.Pos), int(in.Made)); !ok {
			first = math.NaN()
		}
	}
	return first, other
}

// IsOrdered reports whether the instance counts for the model: it has scores, which are not a tie under a weak axiom.
func (o Outcome) IsOrdered() bool { return o >= Violated }

// OfPair returns the outcome for the scores of the preferred document and the other one.
func OfPair(weak bool, first, other float64) Outcome {
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

// OfTriple returns the outcome for the scores of an instance of TFC2.
func OfTriple(i, j, k float64) Outcome {
	switch {
	case math.IsNaN(i) || math.IsNaN(j) || math.IsNaN(k):
		return Unscored
	case axioms.FulfilledTriple(i, j, k):
		return Fulfilled
	}
	return Violated
}

// Count counts the instances of an axiom that a model orders, and how many of them it fulfils. Ties under a weak axiom fulfil it but show
// no preference. They are counted separately: otherwise a model with equal scores for all documents would obey most axioms.
type Count struct {
	Fulfilled int `json:"fulfilled"` // instances that the model obeys: the preferred document scores higher
	Instances int `json:"instances"` // instances on the test queries
	// TiesLeftOut counts the instances of a weak axiom whose scores are equal. They are not among Instances.
	TiesLeftOut int `json:"ties_left_out,omitempty"`
}

// NumScored returns the number of instances that the model scores, ties included.
func (c Count) NumScored() int { return c.Instances + c.TiesLeftOut }

// Share returns the share fulfilled, or 0 without instances.
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
	Axiom    int       // its number among the miner's
	Docs     []int32   // the candidates: the preferred one and the other, or a triple
	Made     int       // how often lnc2 repeats the first document; 0: the document is not made
	Outcomes []Outcome // by model
	Margins  []float64 // by model, in its scores
}

// Walk mines queries once. It calls do with each query, the scores of its candidates by model, and the instances of the miner's axioms.
// An instance is valid only until the next one.
func Walk(ctx context.Context, m *mine.Miner, queries []mine.Query, models []Scorer, st *progress.Stage,
	do func(worker int, q *mine.Query, pos int, scores [][]float64, instances iter.Seq[*Instance])) error {
	return m.Run(ctx, queries, st, func(worker int, q *mine.Query, pos int, listed *mine.Found) error {
		scores := make([][]float64, len(models))
		for i, model := range models {
			scores[i] = model.Scores(q, pos)
		}
		do(worker, q, pos, scores, func(yield func(*Instance) bool) {
			x := Instance{Outcomes: make([]Outcome, len(models)), Margins: make([]float64, len(models))}
			for a, axiom := range m.Axioms {
				weak := axiom.Spec().Weak
				for _, in := range listed.Pairs[a] {
					x.Axiom, x.Docs, x.Made = a, append(x.Docs[:0], in.Pos, in.Neg), int(in.Made)
					for i, model := range models {
						first, other := ScoresOf(model, scores[i], q, pos, in)
						x.Outcomes[i], x.Margins[i] = OfPair(weak, first, other), first-other
					}
					if !yield(&x) {
						return
					}
				}
				for _, in := range listed.Triples[a] {
					x.Axiom, x.Docs, x.Made = a, append(x.Docs[:0], in[:]...), 0
					for i := range models {
						first, second, third := scores[i][in[0]], scores[i][in[1]], scores[i][in[2]]
						x.Outcomes[i], x.Margins[i] = OfTriple(first, second, third), (second-first)-(third-second)
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

// PerQuery counts the instances that models order and fulfil. The result is indexed by query, model and axiom of the miner. For TFC2,
// axioms.FulfilledTriple decides. The queries are mined once for all models.
func PerQuery(ctx context.Context, m *mine.Miner, queries []mine.Query, models []Scorer, st *progress.Stage) ([][][]Count, error) {
	counts := make([][][]Count, len(queries))
	listing := *m
	listing.Triples = true
	return counts, Walk(ctx, &listing, queries, models, st, func(_ int, _ *mine.Query, pos int, _ [][]float64, list iter.Seq[*Instance]) {
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
