package retrieve

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/weighting"
)

// TermFactor is a query term with the factor on its weight in a document. Factors are positive.
type TermFactor struct {
	Term   uint32
	Factor float64
}

// Saturation is a model under which repeated query terms count less and less: a term that the query holds q times has the
// factor (k3 + 1) q / (k3 + q), as in Okapi's BM25 (Robertson and others, TREC-3). K3 0 counts a term once; the larger it
// is, the closer q repeats come to counting q times, as they do without it.
type Saturation struct {
	weighting.Model
	K3 float64
}

// system is a model taken apart: what weighs terms in documents, what weighs them in the query, and feedback, if any.
type system struct {
	weighting weighting.Model
	k3        float64 // negative: a factor of 1 for each token
	feedback  *RM3
}

func systemOf(m Model) system {
	s := system{weighting: m, k3: -1}
	if rm3, ok := s.weighting.(RM3); ok {
		s.feedback, s.weighting = &rm3, rm3.Model
	}
	if model, ok := s.weighting.(Saturation); ok {
		s.k3, s.weighting = model.K3, model.Model
	}
	return s
}

// query appends to the weighted query of a query's tokens: the tokens as they stand, or each term once at its first place.
func (s system) query(tokens []uint32, out []TermFactor) []TermFactor {
	for i, t := range tokens {
		switch {
		case s.k3 < 0:
			out = append(out, TermFactor{t, 1})
		case !slices.Contains(tokens[:i], t):
			q := float64(count(tokens, t))
			out = append(out, TermFactor{t, (s.k3 + 1) * q / (s.k3 + q)})
		}
	}
	return out
}
