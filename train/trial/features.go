package trial

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/train/drmm"
)

// Features holds the network's input for every query with each of its candidates. All arms, seeds and settings with equal inputs share it.
type Features struct {
	Store      *drmm.Store
	inputs     map[string][]int32 // for each query id: the input of each candidate, then of each relevant document outside the candidates
	madeInputs map[madeKey]int32  // the inputs of the documents that lnc2 makes
}

// madeKey identifies the document that repeats a candidate of a query k times.
type madeKey struct {
	query        string
	candidate, k int32
}

// Maker computes features.
type Maker struct {
	Index    index.Reader
	Vectors  *similarity.Table // nil without word vectors
	Options  drmm.Options
	Making   *mine.Making           // repeats documents as lnc2 does; used if WithMade is set
	WithMade func(*mine.Query) bool // reports whether the documents made of a query's candidates need inputs; nil if none do
}

// Compute computes the features of queries.
func (m *Maker) Compute(ctx context.Context, queries []mine.Query, st *progress.Stage) (*Features, error) {
	var vectors axioms.Vectors
	if m.Vectors != nil {
		vectors = m.Vectors
	}
	f := drmm.NewFeaturizer(m.Options, m.Index, vectors)
	out := &Features{inputs: map[string][]int32{}, madeInputs: map[madeKey]int32{}}
	for i := range queries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q := &queries[i]
		// A term that is not in the collection has an empty histogram for every candidate. Its IDF is the largest of all, and would draw the
		// term gate's weight away from terms that can match.
		f.BeginQuery(slices.DeleteFunc(slices.Clone(q.Terms), func(t uint32) bool { return int(t) >= m.Index.Lexicon().NumTerms() }))
		inputs := make([]int32, 0, len(q.Docs)+len(q.Outside))
		for _, list := range [][]mine.Candidate{q.Docs, q.Outside} {
			for i := range list {
				inputs = append(inputs, f.AddDoc(list[i].Terms(m.Index)))
			}
		}
		out.inputs[q.ID] = inputs
		if m.WithMade != nil && m.WithMade(q) {
			for c := range q.Docs {
				for _, k := range m.Making.Repeats(m.Index, q, &q.Docs[c]) {
					candidate := mine.Candidate{Doc: q.Docs[c].Doc, Made: int32(k)}
					out.madeInputs[madeKey{q.ID, int32(c), candidate.Made}] = f.AddDoc(candidate.Terms(m.Index))
				}
			}
		}
		st.Add(1)
	}
	out.Store = f.Store()
	return out, nil
}

// Pair returns the numbers of a drawn pair's inputs in Store.
func (f *Features) Pair(q *mine.Query, d sample.PoolInstance) (pos, neg int32) {
	inputs := f.inputs[q.ID]
	pos, neg = inputs[d.Pos], inputs[d.Neg]
	if d.Made > 0 {
		pos = f.madeInputs[madeKey{q.ID, d.Pos, d.Made}]
	}
	return pos, neg
}

// Scores returns a model's scores of a query's candidates.
func (f *Features) Scores(m *drmm.Model, q *mine.Query) []float64 {
	out := make([]float64, len(q.Docs))
	for i := range out {
		out[i] = f.score(m, f.inputs[q.ID][i])
	}
	return out
}

// score returns a model's score of an input, rounded to single precision as in trec_eval. Scores that differ only by the order of a sum
// are then equal.
func (f *Features) score(m *drmm.Model, input int32) float64 {
	return float64(float32(m.Score(f.Store.Input(input))))
}

// NetworkOptions returns the options of a configuration's DRMM under a seed.
func NetworkOptions(c *configs.Config, seed uint64) drmm.Options {
	t := &c.Train
	return drmm.Options{Mode: drmm.Mode(t.Histogram), Gating: drmm.Gating(t.Gating), Batch: t.BatchSize, LearningRate: t.LearningRate,
		Margin: t.Margin, GateStart: t.GateStart, CosineScale: t.CosineScale, Seed: seed, Restart: t.Restart}
}

// Scorer scores documents with a trained DRMM.
type Scorer struct {
	Features *Features
	Model    *drmm.Model
}

// Scores returns the scores of a query's candidates.
func (s Scorer) Scores(q *mine.Query, _ int) []float64 { return s.Features.Scores(s.Model, q) }

// ScoreMade returns the score of a candidate repeated k times. ok is false if that document has no input.
func (s Scorer) ScoreMade(q *mine.Query, _, candidate, k int) (score float64, ok bool) {
	input, ok := s.Features.madeInputs[madeKey{q.ID, int32(candidate), int32(k)}]
	if !ok {
		return 0, false
	}
	return s.Features.score(s.Model, input), true
}
