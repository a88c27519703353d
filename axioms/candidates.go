package axioms

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/place"
	"github.com/axiomine/axiomine/axioms/internal/terms"
)

// Candidates holds the documents of one query for several axioms. Counts that several axioms need
// are computed once. One goroutine uses it.
type Candidates struct {
	bag       bag
	docs      []Doc
	counts    []counts
	places    []place.Occurrence   // of all documents, in one slice
	docPlaces [][]place.Occurrence // by document
	distinct  []int32              // by document
}

// Query returns q bound to docs: judges of q that are loaded with docs share their counts. The
// returned query, its judges and their answers are valid until the next call. A judge that is
// loaded with other documents counts for itself.
func (c *Candidates) Query(q Query, docs []Doc) Query {
	c.bag.init(q)
	c.docs, c.counts, c.docPlaces, c.distinct = docs, c.counts[:0], c.docPlaces[:0], c.distinct[:0]
	q.candidates = c
	return q
}

// bagOf returns the bag of the query's candidates, or a new one where there are none.
func bagOf(q Query) *bag {
	if q.candidates != nil {
		return &q.candidates.bag
	}
	b := new(bag)
	b.init(q)
	return b
}

// has reports whether docs are the candidates.
func (c *Candidates) has(docs []Doc) bool {
	return c != nil && len(docs) > 0 && len(docs) == len(c.docs) && &docs[0] == &c.docs[0]
}

// count counts the query's terms in documents. The axioms of the candidates share one result.
func (b *binding) count(docs []Doc, old []counts) []counts {
	if b.candidates == nil {
		return b.bag.count(docs, old)
	}
	if !b.candidates.has(docs) {
		return b.bag.count(docs, nil) // old may be the candidates'
	}
	if len(b.candidates.counts) == 0 {
		b.candidates.counts = b.bag.count(docs, b.candidates.counts)
	}
	return b.candidates.counts
}

// eachCounted returns the features function of an axiom that reads the counts of one document at a time.
func eachCounted[F any](b *binding, feature func(c *counts, d *Doc) F) func(docs []Doc, old []F) []F {
	var docCounts []counts
	return func(docs []Doc, old []F) []F {
		docCounts = b.count(docs, docCounts)
		list := slices.Grow(old[:0], len(docs))
		for i := range docCounts {
			list = append(list, feature(&docCounts[i], &docs[i]))
		}
		return list
	}
}

// eachPlaced returns the features function of an axiom that reads the places of query terms in one
// document at a time. feature must not keep hits.
func eachPlaced[F any](b *binding, feature func(hits []place.Occurrence, d *Doc) F) func(docs []Doc, old []F) []F {
	var hits []place.Occurrence
	return func(docs []Doc, old []F) []F {
		list := slices.Grow(old[:0], len(docs))
		if b.candidates.has(docs) {
			for i, hits := range b.candidates.occurrences() {
				list = append(list, feature(hits, &docs[i]))
			}
			return list
		}
		for i := range docs {
			hits = b.occurrences(docs[i].Terms, hits)
			list = append(list, feature(hits, &docs[i]))
		}
		return list
	}
}

// occurrences returns the places of the query's terms in each candidate.
func (c *Candidates) occurrences() [][]place.Occurrence {
	if len(c.docPlaces) > 0 {
		return c.docPlaces
	}
	c.places = c.places[:0]
	for i := range c.docs {
		begin := len(c.places)
		c.places = slices.Grow(c.places, len(c.docs[i].Terms))
		n := len(c.bag.occurrences(c.docs[i].Terms, c.places[begin:begin]))
		c.places = c.places[:begin+n]
		c.docPlaces = append(c.docPlaces, c.places[begin:])
	}
	return c.docPlaces
}

// distinctTerms returns a function that counts the distinct terms of each document.
func (b *binding) distinctTerms() func(docs []Doc) []int32 {
	var last []int32
	set := map[uint32]bool{}
	count := func(docs []Doc, out []int32) []int32 {
		for i := range docs {
			out = append(out, int32(terms.Count(docs[i].Terms, set)))
		}
		return out
	}
	return func(docs []Doc) []int32 {
		c := b.candidates
		if !c.has(docs) {
			last = count(docs, last[:0])
			return last
		}
		if len(c.distinct) == 0 {
			c.distinct = count(docs, c.distinct)
		}
		return c.distinct
	}
}
