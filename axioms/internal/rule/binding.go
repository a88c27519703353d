package rule

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/internal/feature"
	"github.com/axiomine/axiomine/axioms/weighting"
)

// Query is an analysed query.
type Query struct {
	ID    string   // the query's id, for axioms that read a file
	Terms []uint32 // the tokens in order, repeats kept; a term that the collection lacks has an id too (document frequency 0)

	candidates *Candidates // counts that several axioms share; nil if each axiom counts for itself
}

// Doc is an analysed candidate of a query.
type Doc struct {
	ID     string   // the document's id, for axioms that read a file
	Terms  []uint32 // the tokens in order; a term's positions are its offsets here
	Length int      // the number of tokens, for a collection without texts; 0: len(Terms) is the length
	Score  float64  // the retrieval score; NaN if it has none
	Rank   int      // the rank in the candidate run, from 1; 0 if it is in no run
	Grade  int      // the judgement; 0 if there is none. Only the oracle reads it.
}

// Len returns the document's length in tokens.
func (d *Doc) Len() int {
	if d.Length > 0 {
		return d.Length
	}
	return len(d.Terms)
}

// Similarity is a similarity source. Its Sim leaves out some pairs of terms, such as terms without a vector.
type Similarity = feature.Similarity

// Vectors is a similarity source that also returns the vectors themselves. Sim is their cosine.
type Vectors = feature.Vectors

// Collection is everything an axiom may read beyond the query and the candidates.
type Collection struct {
	Stats      weighting.Stats
	Vectors    Vectors    // the word vectors; nil if there are none
	Similarity Similarity // the configured source; nil if there is none. It may be the same as Vectors.

	// The files of run(FILE) and prefs(FILE), by File.Name.
	Runs        map[string]RunScores
	Preferences map[string]Preferring
}

// Binding is the input of an axiom's rule: its parameters, a query and a collection.
type Binding struct {
	*Values
	*Bag
	*Collection
	Query      string      // the query's id
	Bound      LengthRange // the length bound, which is part of the precondition
	candidates *Candidates // counts that several axioms share; nil if each axiom counts for itself
}

// IDF returns IDF(w) of each distinct query term, by slot.
func (b *Binding) IDF() []float64 {
	idf := make([]float64, len(b.Terms))
	for slot, t := range b.Terms {
		idf[slot] = weighting.IDF(b.Stats.NumDocs(), b.Stats.DocFreq(t))
	}
	return idf
}

// Candidates holds the documents of one query for several axioms. Counts that several axioms need are computed once. One goroutine uses it.
type Candidates struct {
	bag       Bag
	docs      []Doc
	counts    []Counts
	places    []feature.Occurrence   // the memory that the slices of docPlaces share
	docPlaces [][]feature.Occurrence // for each document: the occurrences of query terms; empty until an axiom needs them
	distinct  []int32                // for each document: the number of distinct terms; empty until an axiom needs them
}

// Bind returns a copy of q whose judges share their counts when they are loaded with docs. A judge that is loaded with other documents
// counts for itself. The returned query, its judges and their answers are valid until the next call.
func (c *Candidates) Bind(q Query, docs []Doc) Query {
	c.bag.init(q)
	c.docs, c.counts, c.docPlaces, c.distinct = docs, c.counts[:0], c.docPlaces[:0], c.distinct[:0]
	q.candidates = c
	return q
}

// BagOf returns the bag of the query's candidates, or a new bag if the query has no candidates.
func BagOf(q Query) *Bag {
	if q.candidates != nil {
		return &q.candidates.bag
	}
	b := new(Bag)
	b.init(q)
	return b
}

// has reports whether docs is the slice that Bind was called with.
func (c *Candidates) has(docs []Doc) bool {
	return c != nil && len(docs) > 0 && len(docs) == len(c.docs) && &docs[0] == &c.docs[0]
}

// Count counts the query's terms in documents. Axioms bound with the same Candidates share one result.
func (b *Binding) Count(docs []Doc, old []Counts) []Counts {
	if b.candidates == nil {
		return b.Bag.Count(docs, old)
	}
	if !b.candidates.has(docs) {
		return b.Bag.Count(docs, nil) // old may be the shared counts, which must not change
	}
	if len(b.candidates.counts) == 0 {
		b.candidates.counts = b.Bag.Count(docs, b.candidates.counts)
	}
	return b.candidates.counts
}

// EachCounted returns the features function of an axiom that reads the counts of one document at a time.
func EachCounted[F any](b *Binding, describe func(c *Counts, d *Doc) F) func(docs []Doc, old []F) []F {
	var docCounts []Counts
	return func(docs []Doc, old []F) []F {
		docCounts = b.Count(docs, docCounts)
		list := slices.Grow(old[:0], len(docs))
		for i := range docCounts {
			list = append(list, describe(&docCounts[i], &docs[i]))
		}
		return list
	}
}

// EachPlaced returns the features function of an axiom that reads the occurrences of query terms in
// one document at a time. describe must not keep hits.
func EachPlaced[F any](b *Binding, describe func(hits []feature.Occurrence, d *Doc) F) func(docs []Doc, old []F) []F {
	var hits []feature.Occurrence
	return func(docs []Doc, old []F) []F {
		list := slices.Grow(old[:0], len(docs))
		if b.candidates.has(docs) {
			for i, hits := range b.candidates.occurrences() {
				list = append(list, describe(hits, &docs[i]))
			}
			return list
		}
		for i := range docs {
			hits = b.AppendOccurrences(hits[:0], docs[i].Terms)
			list = append(list, describe(hits, &docs[i]))
		}
		return list
	}
}

// occurrences returns the occurrences of the query's terms in each candidate.
func (c *Candidates) occurrences() [][]feature.Occurrence {
	if len(c.docPlaces) > 0 {
		return c.docPlaces
	}
	c.places = c.places[:0]
	for i := range c.docs {
		begin := len(c.places)
		c.places = c.bag.AppendOccurrences(c.places, c.docs[i].Terms)
		c.docPlaces = append(c.docPlaces, c.places[begin:])
	}
	return c.docPlaces
}

// DistinctTerms returns a function that counts the distinct terms of each document. The result is valid until its next call.
func (b *Binding) DistinctTerms() func(docs []Doc) []int32 {
	var list []int32
	set := map[uint32]bool{}
	return func(docs []Doc) []int32 {
		counts := &list
		if b.candidates.has(docs) {
			counts = &b.candidates.distinct
		} else {
			list = list[:0]
		}
		if len(*counts) == 0 {
			for i := range docs {
				*counts = append(*counts, int32(feature.Count(docs[i].Terms, set)))
			}
		}
		return *counts
	}
}

// RunScores holds a run: the scores of a model for queries and documents.
type RunScores interface {
	// Score returns a document's score for a query; ok is false if the run has no score.
	Score(query, doc string) (score float64, ok bool)
}

// Preferring holds explicit preferences.
type Preferring interface {
	// Each yields every preference of first over second for a query. It yields a pair of documents at most once.
	Each(query string, yield func(first, second string, confidence float64))
}
