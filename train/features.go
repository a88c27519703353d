package train

import (
	"context"
	"math"
	"slices"

	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/train/drmm"
)

// noVectors is what DRMM sees where no word vectors are configured: only exact matches count.
type noVectors struct{}

func (noVectors) Sim(uint32, uint32) (float64, bool) { return 0, false }
func (noVectors) Dim() int                           { return 1 }
func (noVectors) Vector(uint32) []float64            { return nil }

// features are the inputs of every query with each of its candidates, made once for all arms, seeds and settings that see the
// same.
type features struct {
	store  *drmm.Store
	inputs map[string][]int32 // query id: an input per candidate, then per document outside the candidates
	made   map[madeKey]int32  // inputs of documents that lnc2 makes
	copies map[copyKey][2]int32
}

type madeKey struct {
	query        string
	candidate, k int32
}

// maker makes features.
type maker struct {
	index    *index.Index
	vectors  *similarity.Table // nil for none
	options  drmm.Options
	making   *mine.Making
	withMade func(*mine.Query) bool // whose candidates' made documents are wanted too
	first    *firstStage            // scores for the extra features

	perturber *mine.Perturber // nil where no setting has a regulariser
	trainedOn map[string]bool // queries whose documents are copied, by id
}

// of computes the features of queries.
func (m *maker) of(ctx context.Context, queries []mine.Query, st *progress.Stage) (*features, error) {
	var f *drmm.Featurizer
	if m.vectors != nil {
		f = drmm.NewFeaturizer(m.options, m.index, m.vectors)
	} else {
		f = drmm.NewFeaturizer(m.options, m.index, noVectors{})
	}
	out := &features{inputs: map[string][]int32{}, made: map[madeKey]int32{}, copies: map[copyKey][2]int32{}}
	for i := range queries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q := &queries[i]
		f.Query(knownTerms(m.index, q.Terms))
		extra := func([]uint32, float64) []float64 { return nil }
		var scores []float64
		if m.options.Extras > 0 {
			scores = m.first.Scores(q, i)
			extra = newExtras(m.index, q, scores[:q.Own()]).of
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
				terms := list[i].Terms(m.index)
				inputs = append(inputs, f.Doc(terms, extra(terms, score(len(inputs)))))
			}
		}
		out.inputs[q.ID] = inputs
		if m.withMade != nil && m.withMade(q) {
			for c := range q.Docs {
				for _, k := range m.making.Repeats(m.index, q, &q.Docs[c]) {
					made := mine.Candidate{Doc: q.Docs[c].Doc, Made: int32(k)}
					terms, score := made.Terms(m.index), math.NaN()
					if m.options.Extras > 0 {
						if s, ok := m.first.Made(q, i, c, int(k)); ok {
							score = s
						}
					}
					out.made[madeKey{q.ID, int32(c), made.Made}] = f.Doc(terms, extra(terms, score))
				}
			}
		}
		if m.perturber != nil && m.trainedOn[q.ID] {
			at := m.perturber.Query(q)
			for a, axiom := range m.perturber.Axioms {
				for number, source := range inputs {
					copies := at.Copies(a, candidateOf(q, int32(number)))
					var pair [2]int32
					for i, c := range copies {
						if pair[i] = source; c.Made() {
							terms := c.Terms(m.index)
							pair[i] = f.Doc(terms, extra(terms, m.first.copied(q, terms, score(number))))
						}
					}
					if copies != nil {
						out.copies[copyKey{q.ID, int32(number), axiom.String()}] = pair
					}
				}
			}
		}
		st.Add(1)
	}
	out.store = f.Store()
	return out, nil
}

// knownTerms leaves out the query terms that the collection lacks: their histograms are empty for every candidate, and
// their IDF, the largest there is, would only draw the term gate's weight away from the terms that can match.
func knownTerms(x *index.Index, terms []uint32) []uint32 {
	return slices.DeleteFunc(slices.Clone(terms), func(t uint32) bool { return int(t) >= x.NumTerms() })
}

// of gives the inputs of a drawn pair.
func (f *features) of(q *mine.Query, d sample.Drawn) (pos, neg int32) {
	inputs := f.inputs[q.ID]
	pos, neg = inputs[d.Pos], inputs[d.Neg]
	if d.Made > 0 {
		pos = f.made[madeKey{q.ID, d.Pos, d.Made}]
	}
	return pos, neg
}

// scores ranks a query's candidates by a model.
func (f *features) scores(m *drmm.Model, q *mine.Query) []float64 {
	out := make([]float64, len(q.Docs))
	for i := range out {
		out[i] = m.Score(f.store.Input(f.inputs[q.ID][i]))
	}
	return out
}
