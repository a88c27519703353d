package axioms

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/place"
	"github.com/axiomine/axiomine/axioms/internal/terms"
)

// Candidates are documents of which several axioms are asked for one query: what they all count in them is counted once. It is used by
// one goroutine.
type Candidates struct {
	bag      bag
	docs     []Doc
	counted  []counts
	places   []place.Occurrence   // all documents', in one piece
	found    [][]place.Occurrence // by document
	distinct []int32              // by document
	met      terms.Set
	judges   []any // those made for the query, then those of the last one, whose memory is used again
	made     int   // how many of judges are the query's
}

// Query gives the query for axioms whose judges are loaded with these documents. It, its judges and what they say are good until the
// next call; a judge that is loaded with other documents counts for itself.
func (c *Candidates) Query(q Query, docs []Doc) Query {
	c.bag.init(q)
	c.docs, c.counted, c.found, c.distinct = docs, c.counted[:0], c.found[:0], c.distinct[:0]
	c.made = 0
	q.among = c
	return q
}

// bagOf is a query's bag: that of the candidates that it is asked of, or one of its own.
func bagOf(q Query) *bag {
	if q.among != nil {
		return &q.among.bag
	}
	b := new(bag)
	b.init(q)
	return b
}

// reuse notes a judge, and gives the one that was made at its turn for the last query, if it is of its kind; else nil.
func reuse[J any](c *Candidates, made *J) (last *J) {
	if c == nil {
		return nil
	}
	if c.made == len(c.judges) {
		c.judges = append(c.judges, nil)
	}
	last, _ = c.judges[c.made].(*J)
	c.judges[c.made] = made
	c.made++
	return last
}

// hold says whether these documents are the candidates.
func (c *Candidates) hold(docs []Doc) bool {
	return c != nil && len(docs) > 0 && len(docs) == len(c.docs) && &docs[0] == &c.docs[0]
}

// count is bag.count, once for all axioms of the candidates.
func (b *binding) count(docs []Doc, old []counts) []counts {
	if b.among == nil {
		return b.bag.count(docs, old)
	}
	if !b.among.hold(docs) {
		return b.bag.count(docs, nil) // old may be the candidates'
	}
	if len(b.among.counted) == 0 {
		b.among.counted = b.bag.count(docs, b.among.counted)
	}
	return b.among.counted
}

// eachPlaced gives the features function of an axiom that looks at where one document at a time holds query terms. feature must not keep
// found.
func eachPlaced[F any](b *binding, feature func(found []place.Occurrence, d *Doc) F) func(docs []Doc, old []F) []F {
	var found []place.Occurrence
	return func(docs []Doc, old []F) []F {
		loaded := slices.Grow(old[:0], len(docs))
		if b.among.hold(docs) {
			for i, found := range b.among.occurrences() {
				loaded = append(loaded, feature(found, &docs[i]))
			}
			return loaded
		}
		for i := range docs {
			found = b.occurrences(docs[i].Terms, found)
			loaded = append(loaded, feature(found, &docs[i]))
		}
		return loaded
	}
}

// occurrences are those of the query's terms in each candidate.
func (c *Candidates) occurrences() [][]place.Occurrence {
	if len(c.found) > 0 {
		return c.found
	}
	c.places = c.places[:0]
	for i := range c.docs {
		begin := len(c.places)
		c.places = slices.Grow(c.places, len(c.docs[i].Terms))
		n := len(c.bag.occurrences(c.docs[i].Terms, c.places[begin:begin]))
		c.places = c.places[:begin+n]
		c.found = append(c.found, c.places[begin:])
	}
	return c.found
}

// distinctTerms gives how many distinct terms each document has.
func (b *binding) distinctTerms() func(docs []Doc) []int32 {
	var own []int32
	var met terms.Set
	count := func(met *terms.Set, docs []Doc, out []int32) []int32 {
		for i := range docs {
			out = append(out, int32(met.Count(docs[i].Terms)))
		}
		return out
	}
	return func(docs []Doc) []int32 {
		c := b.among
		if !c.hold(docs) {
			own = count(&met, docs, own[:0])
			return own
		}
		if len(c.distinct) == 0 {
			c.distinct = count(&c.met, docs, c.distinct)
		}
		return c.distinct
	}
}
