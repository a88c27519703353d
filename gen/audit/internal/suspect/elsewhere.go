package suspect

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
)

// elsewhere compares the query of a negative with the other queries for which the negative's text is a positive.
type elsewhere struct {
	set     *trainset.Set
	stats   *Statistics
	uses    []uint64               // texts that are negatives too (high 32 bits), each with a query that has it as positive; sorted
	queries map[uint32]storedQuery // the queries that were stored, by number
}

// storedQuery holds distinct words of a query, sorted, with the norm of their weights.
type storedQuery struct {
	terms []uint32
	norm  float64
}

const (
	mostTerms = 64 // the maximum number of stored words of a query; the words with the lowest hashes are stored
	mostUses  = 64 // the maximum number of other queries that a query is compared with
)

// newElsewhere returns an elsewhere for a set, without queries.
func newElsewhere(set *trainset.Set, stats *Statistics) *elsewhere {
	e := &elsewhere{set: set, stats: stats, queries: map[uint32]storedQuery{}}
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

// store stores a query, unless it is stored already or there are no uses.
func (e *elsewhere) store(number uint32, q *query) {
	if _, isStored := e.queries[number]; isStored || len(e.uses) == 0 {
		return
	}
	terms, square := slices.Clone(q.terms[:min(len(q.terms), mostTerms)]), 0.0
	for i := range terms {
		square += float64(q.idfs[i] * q.idfs[i])
	}
	e.queries[number] = storedQuery{terms, math.Sqrt(square)}
}

// nearest returns the highest cosine of a negative's query with another query for which its text is a positive; 0 if there is none.
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

// cosine returns the cosine of two queries, with the weights of their words.
func (e *elsewhere) cosine(a, b storedQuery) (sum float64) {
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
