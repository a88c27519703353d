package retrieve

import (
	"cmp"
	"math"
	"slices"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/index"
)

// RM3 is a model whose queries are expanded by pseudo-relevance feedback (Abdul-Jaleel and others, UMass at TREC 2004, after the relevance
// model of Lavrenko and Croft 2001). The probability of a term is p(t|R) = sum of p(d|q) (tf + mu cf(t)/cf) / (length + mu) over the Docs
// best documents d. The Terms most probable terms, scaled to sum to 1, are mixed with the query: weight p(t|q) + (1 - weight) p(t|R).
// p(d|q) is proportional to the exponential of the score under a query-likelihood model, and to the score under other models.
type RM3 struct {
	weighting.Model         // the model of both searches; it may be in a Saturation
	Docs            int     // the number of feedback documents
	Terms           int     // the number of terms of the relevance model
	Mu              float64 // the smoothing of the documents' language models; 0 means none
	Weight          float64 // the weight of the original query, between 0 and 1
}

// expand returns the expanded query, for the second search: the terms of the original query in their order, then the terms of the relevance
// model by falling probability, and at a tie by their bytes. first is the original query, and best the hits of the first search.
func (m *RM3) expand(x index.Reader, first []TermFactor, best []Hit) []TermFactor {
	out := make([]TermFactor, 0, len(first)+m.Terms)
	add := func(w TermFactor) {
		if i := slices.IndexFunc(out, func(e TermFactor) bool { return e.Term == w.Term }); i >= 0 {
			out[i].Factor += w.Factor
		} else {
			out = append(out, w)
		}
	}
	total := 0.0
	for _, w := range first {
		if int(w.Term) >= x.Lexicon().NumTerms() {
			continue // the collection lacks the term
		}
		total += w.Factor
		add(w)
	}
	for i := range out {
		out[i].Factor = float64(out[i].Factor * (m.Weight / total))
	}
	if len(best) > 0 && m.Weight < 1 {
		for _, w := range m.relevance(x, best) {
			add(TermFactor{w.Term, float64(w.Factor * (1 - m.Weight))})
		}
	}
	return slices.DeleteFunc(out, func(w TermFactor) bool { return !(w.Factor > 0) })
}

// relevance returns the most probable terms of the relevance model of the best documents, with factors that sum to 1.
func (m *RM3) relevance(x index.Reader, best []Hit) []TermFactor {
	shares := m.shares(best)
	var all []TermFactor
	indexes := map[uint32]int{}
	for _, hit := range best {
		for _, t := range x.Terms(hit.Doc) {
			if _, ok := indexes[t]; !ok {
				indexes[t] = len(all)
				all = append(all, TermFactor{Term: t})
			}
		}
	}
	tf, background := make([]int, len(all)), make([]float64, len(all))
	for j := range all {
		background[j] = m.Mu * float64(x.CollFreq(all[j].Term)) / float64(x.TotalTerms())
	}
	for i, hit := range best {
		clear(tf)
		for _, t := range x.Terms(hit.Doc) {
			tf[indexes[t]]++
		}
		length := float64(x.Len(hit.Doc)) + m.Mu
		for j := range all {
			all[j].Factor += shares[i] * (float64(tf[j]) + background[j]) / length
		}
	}
	slices.SortFunc(all, func(a, b TermFactor) int {
		return cmp.Or(cmp.Compare(b.Factor, a.Factor), cmp.Compare(x.Lexicon().Term(a.Term), x.Lexicon().Term(b.Term)))
	})
	all = all[:min(m.Terms, len(all))]
	sum := 0.0
	for _, w := range all {
		sum += w.Factor
	}
	for i := range all {
		all[i].Factor /= sum
	}
	return all
}

// shares returns p(d|q) of the documents. Under models without query likelihood all are equal if the lowest score is not positive.
func (m *RM3) shares(best []Hit) []float64 {
	isLikelihood := false
	switch systemOf(m.Model).weighting.(type) {
	case weighting.QL, weighting.QLJM:
		isLikelihood = true
	}
	shares := make([]float64, len(best))
	sum := 0.0
	for i, hit := range best {
		switch {
		case isLikelihood:
			shares[i] = math.Exp2((hit.Score - best[0].Score) * math.Log2E) // unlike math.Exp, equal on all processors
		case best[len(best)-1].Score > 0:
			shares[i] = hit.Score
		default:
			shares[i] = 1
		}
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}
