package trial

import (
	"context"
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/train/drmm"
)

// Features holds the inputs of every query with each of its candidates. They are computed once for all
// arms, seeds and settings with the same features.
type Features struct {
	Store      *drmm.Store
	inputs     map[string][]int32 // by query id: an input per candidate, then per document outside the candidates
	madeInputs map[copyKey]int32  // inputs of documents that lnc2 makes
}

type copyKey struct {
	query        string
	candidate, k int32
}

// Maker computes features.
type Maker struct {
	Index    index.Reader
	Vectors  *similarity.Table // nil for none
	Options  drmm.Options
	Making   *mine.Making
	WithMade func(*mine.Query) bool // reports whether the query's made documents need inputs too
	First    *FirstStage            // scores for the extra features
}

// Compute computes the features of queries.
func (m *Maker) Compute(ctx context.Context, queries []mine.Query, st *progress.Stage) (*Features, error) {
	var vectors axioms.Vectors
	if m.Vectors != nil {
		vectors = m.Vectors
	}
	f := drmm.NewFeaturizer(m.Options, m.Index, vectors)
	out := &Features{inputs: map[string][]int32{}, madeInputs: map[copyKey]int32{}}
	for i := range queries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q := &queries[i]
		// The histogram of an unknown term is empty for every candidate. Its IDF, the largest of all, would only draw the term gate's weight
		// away from terms that can match.
		f.Query(slices.DeleteFunc(slices.Clone(q.Terms), func(t uint32) bool { return !isKnown(m.Index, t) }))
		extra := func([]uint32, float64) []float64 { return nil }
		var scores []float64
		if m.Options.Extras > 0 {
			scores = m.First.Scores(q, i)
			extra = newExtras(m.Index, q, scores[:q.CollectionDocs()]).compute
		}
		score := func(candidate int) float64 {
			if candidate < len(scores) {
				return scores[candidate]
			}
			return math.NaN() // outside the candidates
		}
		inputs := make([]int32, 0, len(q.Docs)+len(q.Outside))
		for _, list := range [][]mine.Candidate{q.Docs, q.Outside} {
			for i := range list {
				terms := list[i].Terms(m.Index)
				inputs = append(inputs, f.Doc(terms, extra(terms, score(len(inputs)))))
			}
		}
		out.inputs[q.ID] = inputs
		if m.WithMade != nil && m.WithMade(q) {
			for c := range q.Docs {
				for _, k := range m.Making.Repeats(m.Index, q, &q.Docs[c]) {
					candidate := mine.Candidate{Doc: q.Docs[c].Doc, Made: int32(k)}
					terms, score := candidate.Terms(m.Index), math.NaN()
					if m.Options.Extras > 0 {
						if s, ok := m.First.ScoreMade(q, i, c, int(k)); ok {
							score = s
						}
					}
					out.madeInputs[copyKey{q.ID, int32(c), candidate.Made}] = f.Doc(terms, extra(terms, score))
				}
			}
		}
		st.Add(1)
	}
	out.Store = f.Store()
	return out, nil
}

// isKnown reports whether the collection has a term.
func isKnown(x index.Reader, term uint32) bool { return int(term) < x.Lexicon().NumTerms() }

// Pair returns the inputs of a drawn pair.
func (f *Features) Pair(q *mine.Query, d sample.PoolInstance) (pos, neg int32) {
	inputs := f.inputs[q.ID]
	pos, neg = inputs[d.Pos], inputs[d.Neg]
	if d.Made > 0 {
		pos = f.madeInputs[copyKey{q.ID, d.Pos, d.Made}]
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

// score returns a model's score of an input, rounded to the single precision in which trec_eval compares
// scores: those that differ by the order of a sum alone are ties in every ranking.
func (f *Features) score(m *drmm.Model, input int32) float64 {
	return float64(float32(m.Score(f.Store.Input(input))))
}

// numExtras is the number of extra features of a document for a query (McDonald, Brokos and Androutsopoulos, EMNLP 2018,
// section 3.3, for the first four):
//
//	0  the first stage's score, standardised over the query's candidates
//	1  share of the query's distinct terms that the document holds
//	2  the same with each term weighed by its IDF
//	3  share of the query's distinct pairs of neighbouring terms that are neighbours in the document, in their order
//	4  ln(1 + length in terms)
const numExtras = 5

// extras computes the extra features of a query's documents.
type extras struct {
	terms   map[uint32]float64 // of the query: IDF
	bigrams map[[2]uint32]bool
	total   float64 // of the IDF
	mean    float64 // of the candidates' scores
	sd      float64
	lowest  float64
}

// newExtras prepares the features of a query with its candidates' scores. A candidate without a score
// counts as the lowest.
func newExtras(x index.Reader, q *mine.Query, scores []float64) *extras {
	e := &extras{terms: map[uint32]float64{}, bigrams: map[[2]uint32]bool{}, lowest: math.Inf(1)}
	for i, t := range q.Terms {
		if !isKnown(x, t) {
			continue
		}
		if _, ok := e.terms[t]; !ok {
			idf := weighting.IDF(x.NumDocs(), x.DocFreq(t))
			e.terms[t] = idf
			e.total += idf
		}
		if i > 0 && isKnown(x, q.Terms[i-1]) {
			e.bigrams[[2]uint32{q.Terms[i-1], t}] = true
		}
	}
	for _, s := range scores {
		if !math.IsInf(s, 0) && !math.IsNaN(s) {
			e.lowest = min(e.lowest, s)
		}
	}
	if math.IsInf(e.lowest, 1) {
		e.lowest = 0
	}
	for _, s := range scores {
		e.mean += e.scoreOrLowest(s) / float64(len(scores))
	}
	for _, s := range scores {
		e.sd += (e.scoreOrLowest(s) - e.mean) * (e.scoreOrLowest(s) - e.mean) / float64(len(scores))
	}
	e.sd = math.Sqrt(e.sd)
	return e
}

func (e *extras) scoreOrLowest(score float64) float64 {
	if math.IsInf(score, 0) || math.IsNaN(score) {
		return e.lowest
	}
	return score
}

// compute returns the features of a document with its score.
func (e *extras) compute(terms []uint32, score float64) []float64 {
	out := make([]float64, numExtras)
	if e.sd > 0 {
		out[0] = (e.scoreOrLowest(score) - e.mean) / e.sd
	}
	matches, idf := map[uint32]bool{}, 0.0
	pairs := map[[2]uint32]bool{}
	for i, t := range terms {
		if weight, ok := e.terms[t]; ok && !matches[t] {
			matches[t] = true
			idf += weight
		}
		if i > 0 {
			if pair := [2]uint32{terms[i-1], t}; e.bigrams[pair] {
				pairs[pair] = true
			}
		}
	}
	out[1] = share(float64(len(matches)), float64(len(e.terms)))
	out[2] = share(idf, e.total)
	out[3] = share(float64(len(pairs)), float64(len(e.bigrams)))
	out[4] = math.Log1p(float64(len(terms)))
	return out
}

func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// NetworkOptions returns the options of a configuration's DRMM under a seed.
func NetworkOptions(c *configs.Config, seed uint64) drmm.Options {
	t := &c.Train
	o := drmm.Options{Mode: drmm.Mode(t.Histogram), Gating: drmm.Gating(t.Gating), Batch: t.BatchSize, LearningRate: t.LearningRate,
		Margin: t.Margin, GateStart: t.GateStart, CosineScale: t.CosineScale, Seed: seed, Restart: t.Restart,
		Engine: drmm.Engine(t.Engine)}
	if t.Features == "extra" {
		o.Extras = numExtras
	}
	return o
}

// Scorer scores documents with a trained DRMM.
type Scorer struct {
	Features *Features
	Model    *drmm.Model
}

func (s Scorer) Scores(q *mine.Query, _ int) []float64 { return s.Features.Scores(s.Model, q) }

func (s Scorer) ScoreMade(q *mine.Query, _, candidate, k int) (float64, bool) {
	input, ok := s.Features.madeInputs[copyKey{q.ID, int32(candidate), int32(k)}]
	if !ok {
		return 0, false
	}
	return s.Features.score(s.Model, input), true
}
