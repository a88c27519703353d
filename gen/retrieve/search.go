// Package retrieve ranks the documents of an index for a query under a term-weighting model, exactly: a score is the float64 sum over the
// query's tokens in their order, so all functions return the same bits.
package retrieve

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
)

// Model weighs terms. It is weighting.BM25, QL, QLJM, PL2, TFIDF or TF. One of these can be in a Saturation or RM3, which change the query.
type Model = weighting.Model

// Hit is a document and its score.
type Hit struct {
	Doc   uint32
	Score float64
}

// scoreCounts returns the score of a document of length tokens, in which each term t occurs count(t) times.
func (s system) scoreCounts(x index.Reader, query []TermFactor, length int, count func(t uint32) int) float64 {
	score := 0.0
	for _, q := range query {
		if w, ok := s.weighting.Term(x, q.Term); ok {
			score += float64(q.Factor * w.Weight(count(q.Term), length))
		}
	}
	return score
}

// ScoreRepeated returns the score of k copies of doc as one document, for a weighted query of a Searcher. The collection's statistics are
// those without this document.
func (r *Retriever) ScoreRepeated(query []TermFactor, doc uint32, k int) float64 {
	terms := r.x.Terms(doc)
	return r.system.scoreCounts(r.x, query, k*r.x.Len(doc), func(t uint32) int { return k * analysis.Count(terms, t) })
}

// top keeps the k best hits so far, as a heap with the worst of them first.
type top struct {
	k    int
	heap hits
}

// hits is a heap.Interface, worst first; Push and Pop are unused, since top appends and replaces hits itself.
type hits []Hit

func (h hits) Len() int           { return len(h) }
func (h hits) Less(i, j int) bool { return ranksAbove(h[j], h[i]) }
func (h hits) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h hits) Push(any)           {}
func (h hits) Pop() any           { return nil }

func ranksAbove(a, b Hit) bool { return a.Score > b.Score || a.Score == b.Score && a.Doc < b.Doc }

func (t *top) isFull() bool { return len(t.heap) >= t.k }

// offer keeps a hit if it is among the k best so far.
func (t *top) offer(h Hit) {
	switch {
	case !t.isFull():
		t.heap = append(t.heap, h)
		heap.Fix(&t.heap, len(t.heap)-1)
	case t.k > 0 && ranksAbove(h, t.heap[0]):
		t.heap[0] = h
		heap.Fix(&t.heap, 0)
	}
}

// ranking returns the hits in a new slice, best first.
func (t *top) ranking() []Hit {
	hits := slices.Clone(t.heap)
	slices.SortFunc(hits, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Doc, b.Doc)) })
	return hits
}

// TermFactor is a query term with a factor, which multiplies the term's weight in a document. Factors are positive.
type TermFactor struct {
	Term   uint32
	Factor float64
}

// Saturation is a model in which repeated query terms have less effect. A term that occurs q times in the query has the factor
// (k3 + 1) q / (k3 + q), as in Okapi's BM25 (Robertson and others, TREC-3). With K3 = 0 the factor is 1; with growing K3 it approaches q,
// the factor of other models.
type Saturation struct {
	weighting.Model
	K3 float64
}

// system holds the parts of a model: weights, saturation and feedback.
type system struct {
	weighting weighting.Model // the weights of terms in documents
	k3        float64         // K3 of Saturation; if it is negative, each token has the factor 1
	feedback  *RM3            // the expansion of queries; nil if there is none
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

// query appends the weighted query of tokens to out: each token or, under Saturation, each term once at its first place.
func (s system) query(tokens []uint32, out []TermFactor) []TermFactor {
	for i, t := range tokens {
		switch {
		case s.k3 < 0:
			out = append(out, TermFactor{t, 1})
		case !slices.Contains(tokens[:i], t):
			q := float64(analysis.Count(tokens, t))
			out = append(out, TermFactor{t, (s.k3 + 1) * q / (s.k3 + q)})
		}
	}
	return out
}

// Weights holds a weighted query's terms with the model's weights, looked up once for all documents.
type Weights []termWeight

// termWeight is a term of the query that the model weighs.
type termWeight struct {
	TermFactor
	weight weighting.TermWeight
	place  int // the index of the term in the counts for Score
}

// Weights returns the weights of the terms of a Searcher's query, in the memory of out. place returns a term's place in the counts for
// Score.
func (r *Retriever) Weights(query []TermFactor, place func(t uint32) int, out Weights) Weights {
	out = out[:0]
	for _, q := range query {
		if w, ok := r.m.Term(r.x, q.Term); ok {
			out = append(out, termWeight{q, w, place(q.Term)})
		}
	}
	return out
}

// Score returns the score of a document of length tokens, which may be outside the collection. times has the number of occurrences in the
// document of each term, by the term's place.
func (w Weights) Score(length int, times []int) float64 {
	score := 0.0
	for i := range w {
		score += float64(w[i].Factor * w[i].weight.Weight(times[w[i].place], length))
	}
	return score
}
