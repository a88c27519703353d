package retrieve

import (
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
)

// Score returns the score of one document: the sum of the weights of the query's tokens, in order, repeats counted as the model says. It
// is defined for documents without a query term too, and leaves feedback out, which depends on a whole ranking.
func Score(x index.Reader, m Model, terms []uint32, doc uint32) float64 {
	s := systemOf(m)
	return s.score(x, s.query(terms, nil), doc)
}

// score returns the sum of a weighted query's factors times the terms' weights in a document, in the query's order.
func (s system) score(x index.Reader, query []TermFactor, doc uint32) float64 {
	return s.scoreCounts(x, query, x.Len(doc), func(t uint32) int { return analysis.Count(x.Terms(doc), t) })
}

// Search returns the plain definition of what a Searcher finds: of the documents that hold at least one query term, the k of highest
// score, ties by place in the collection. Under RM3 the query is expanded first.
func Search(x index.Reader, m Model, terms []uint32, k int) []Hit {
	s := systemOf(m)
	query := s.query(terms, nil)
	if s.feedback != nil {
		query = s.feedback.expand(x, query, s.search(x, query, s.feedback.Docs))
	}
	return s.search(x, query, k)
}

func (s system) search(x index.Reader, query []TermFactor, k int) []Hit {
	visited := map[uint32]bool{}
	best := top{k: k}
	for _, q := range query {
		for _, p := range x.Postings(q.Term).Append(nil) {
			if !visited[p.Doc] {
				visited[p.Doc] = true
				best.offer(Hit{p.Doc, s.score(x, query, p.Doc)})
			}
		}
	}
	return best.ranking()
}
