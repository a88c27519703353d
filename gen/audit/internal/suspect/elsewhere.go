package suspect

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

// elsewhere finds the queries that have a negative of another query as their positive.
type elsewhere struct {
	set     *trainset.Set
	stats   *Statistics
	uses    []uint64 // a text, then a query whose positive it is; only of texts that are negatives too, sorted
	queries map[uint32]heldQuery
}

// heldQuery holds distinct words of a query, sorted, with the norm of their weights.
type heldQuery struct {
	terms []uint32
	norm  float64
}

const (
	mostTerms = 64 // words of a query that are held: those with the lowest hashes, which are a sample
	mostUses  = 64 // queries of a text that a query is compared with: those that the set has first
)

// newElsewhere finds the texts of a set that are positives and negatives.
func newElsewhere(set *trainset.Set, stats *Statistics) *elsewhere {
	e := &elsewhere{set: set, stats: stats, queries: map[uint32]heldQuery{}}
	isNegative := make([]bool, len(set.Texts))
	for _, item := range set.Items {
		text := set.FirstEqual(item.Text)
		isNegative[text] = isNegative[text] || item.IsNegative() && text != 0
	}
	for row := range uint32(len(set.Rows)) {
		for _, item := range set.RowItems(row) {
			if text := set.FirstEqual(item.Text); item.IsPositive() && isNegative[text] {
				e.uses = append(e.uses, uint64(text)<<32|uint64(set.RowQuery(row)))
			}
		}
	}
	slices.Sort(e.uses)
	e.uses = slices.Compact(e.uses)
	return e
}

// hold holds a query if any can be compared with it.
func (e *elsewhere) hold(number uint32, q *query) {
	if _, isHeld := e.queries[number]; isHeld || len(e.uses) == 0 {
		return
	}
	terms, square := slices.Clone(q.terms[:min(len(q.terms), mostTerms)]), 0.0
	for i := range terms {
		square += float64(q.idfs[i] * q.idfs[i])
	}
	e.queries[number] = heldQuery{terms, math.Sqrt(square)}
}

// nearest returns the cosine of a query and the nearest other one that has a negative as its positive; 0 if none has.
func (e *elsewhere) nearest(n *Document) (best float64) {
	query, first := e.queries[n.Query], uint64(e.set.FirstEqual(e.set.RowItems(n.Row)[n.Item].Text))<<32
	begin, _ := slices.BinarySearch(e.uses, first)
	for tried, use := range e.uses[begin:] {
		if use >= first+1<<32 || tried == mostUses {
			break
		}
		if other := uint32(use); other != n.Query {
			best = max(best, e.cosine(query, e.queries[other]))
		}
	}
	return best
}

// cosine returns the cosine of two queries by the weights of their words.
func (e *elsewhere) cosine(a, b heldQuery) (sum float64) {
	for i, j := 0, 0; i < len(a.terms) && j < len(b.terms); {
		switch {
		case a.terms[i] < b.terms[j]:
			i++
		case a.terms[i] > b.terms[j]:
			j++
		default:
			idf := e.stats.idf(a.terms[i])
			sum += float64(idf * idf)
			i, j = i+1, j+1
		}
	}
	return sum / max(1e-9, float64(a.norm*b.norm))
}
